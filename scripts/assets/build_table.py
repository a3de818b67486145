"""Packs the trained position embeddings of all-MiniLM-L6-v2 (Microsoft's MiniLM, fine-tuned by sentence-transformers).

The format is described in src/pack/table.rs, which reads it; keep the two in step. Entries are kept as multiples
of 2^-13: the largest error is half a step, and `build` checks it.
"""

import array
import json
import math
import struct

FRACTION_BITS = 13
LOG2_MEMORY = 22
POSITIONS = "embeddings.position_embeddings.weight"
WORDS = "embeddings.word_embeddings.weight"


def tensors(path, names):
    """[(shape, values)] of f32 tensors of a safetensors file: u64 length of the header, JSON header, data."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header, body = json.loads(data[8 : 8 + length]), memoryview(data)[8 + length :]
    found = []
    for name in names:
        entry = header[name]
        assert entry["dtype"] == "F32", name
        start, end = entry["data_offsets"]
        found.append((entry["shape"], array.array("f", bytes(body[start:end]))))
    return found


def byte_planes(columns):
    """Zigzag differences down each column as u16: all low bytes, then all high bytes."""
    codes = []
    for column in columns:
        for before, value in zip([0, *column], column):
            difference = (value - before + 0x8000 & 0xFFFF) - 0x8000
            codes.append((difference << 1 ^ difference >> 15) & 0xFFFF)
    return bytes(code & 0xFF for code in codes) + bytes(code >> 8 for code in codes)


def build(folder, ppmd, fnv1a64):
    """(pack, rows, columns). `ppmd` and `fnv1a64` are build_packs' own."""
    ((rows, width), positions), (_, words) = tensors(folder / "model.safetensors", [POSITIONS, WORDS])
    integers = [round(x * 2**FRACTION_BITS) for x in positions]
    error = max(abs(x - q / 2**FRACTION_BITS) for x, q in zip(positions, integers))
    assert max(map(abs, integers)) < 2**15 and error <= 2.0 ** -(FRACTION_BITS + 1)
    print(f"minilm_positions: largest error {error:.2e}")
    rms = math.sqrt(math.fsum(x * x for x in words) / len(words))
    plain = byte_planes([integers[column::width] for column in range(width)])
    order, packed = min(((o, ppmd(plain, o, LOG2_MEMORY)) for o in range(2, 9)), key=lambda c: len(c[1]))
    head = b"LOCT" + struct.pack("<BBBBHH", 1, FRACTION_BITS, order, LOG2_MEMORY, rows, width)
    tail = struct.pack("<f", rms) + packed
    return head + struct.pack("<Q", fnv1a64(head + tail)) + tail, rows, width
