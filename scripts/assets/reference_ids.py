"""Writes tests/fixtures/tokenizer_ids.bin: sample texts and their ids by the reference libraries.

    reference_ids.py SOURCES OUT

    gpt2     tiktoken, `encode_ordinary`, on the ranks and pattern of the npm file
    bert     Hugging Face tokenizers: BertNormalizer, BertPreTokenizer, WordPiece, no added tokens
    unigram  sentencepiece, on sp.model

Format (tests/tokenizers.rs reads it): one byte PPMd7 order, one byte log2 of its memory, u32 length of the plain
data, PPMd7 stream. Plain data: per text its UTF-8 length and bytes, then three times the number of ids and the
ids. All numbers LEB128.
"""

import json
import struct
import sys
from pathlib import Path

import sentencepiece
import tiktoken
import tokenizers

import sources
from build_packs import leb128, ppmd
from sample_texts import sample_texts


def gpt2_reference(folder):
    spec = json.loads((folder / "r50k_base.json").read_text())
    encoding = tiktoken.Encoding(
        "r50k_base",
        pat_str=spec["pat_str"],
        mergeable_ranks=sources.gpt2_ranks(folder),
        special_tokens=spec["special_tokens"],
        explicit_n_vocab=spec["explicit_n_vocab"],
    )
    return encoding.encode_ordinary


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


def main(folder, out):
    keys = charsmap_keys(sources.sentencepiece_model(folder).charsmap)
    single = [key for key in keys if len(key) == 1]
    texts = sample_texts(words(folder), single + keys[len(single) :: 40])
    references = [reference(folder) for reference in (gpt2_reference, bert_reference, unigram_reference)]
    plain = bytearray()
    for text in texts:
        data = text.encode()
        plain += leb128(len(data)) + data
        for encode in references:
            ids = encode(text)
            plain += leb128(len(ids)) + b"".join(map(leb128, ids))
    order, memory = 4, 22
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(struct.pack("<BBI", order, memory, len(plain)) + ppmd(bytes(plain), order, memory))
    print(f"{len(texts)} texts, {len(plain)} -> {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
