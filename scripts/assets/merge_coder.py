"""Merges of a byte-level BPE vocabulary as src/pack/byte_bpe.rs reads them: LZMA's binary range coder."""

import struct

BUCKETS, MODELLED = 32, 10


class RangeEncoder:
    """7-Zip's lzma-specification, encoder side: 11-bit probabilities, shift 5."""

    def __init__(self):
        self.low, self.range, self.cache, self.pending, self.out = 0, 0xFFFFFFFF, 0, 1, bytearray()

    def shift_low(self):
        if self.low < 0xFF000000 or self.low > 0xFFFFFFFF:
            carry = self.low >> 32
            self.out.append(self.cache + carry & 0xFF)
            self.out.extend([0xFF + carry & 0xFF] * (self.pending - 1))
            self.cache, self.pending = self.low >> 24 & 0xFF, 0
        self.pending += 1
        self.low = (self.low & 0x00FFFFFF) << 8

    def normalise(self):
        while self.range < 1 << 24:
            self.range = self.range << 8 & 0xFFFFFFFF
            self.shift_low()

    def bit(self, tree, node, bit):
        bound = (self.range >> 11) * tree[node]
        if bit:
            self.low += bound
            self.range -= bound
            tree[node] -= tree[node] >> 5
        else:
            self.range = bound
            tree[node] += 2048 - tree[node] >> 5
        self.normalise()

    def direct(self, bit):
        self.range >>= 1
        self.low += self.range * bit
        self.normalise()

    def tree(self, tree, value, bits):
        node = 1
        for shift in reversed(range(bits)):
            bit = value >> shift & 1
            self.bit(tree, node, bit)
            node = node << 1 | bit

    def finish(self):
        for _ in range(5):
            self.shift_low()
        return bytes(self.out)


def encode_merges(first, merges):
    """Section 5: first id, number of merges, the pairs (left, right)."""
    coder = RangeEncoder()
    buckets = [[1024] * BUCKETS for _ in range(1 + BUCKETS)]
    lower = [[[1024] * (1 << MODELLED) for _ in range(BUCKETS)] for _ in range(2)]

    def number(value, context):
        value += 1
        bits = value.bit_length() - 1
        coder.tree(buckets[context], bits, 5)
        modelled = min(bits, MODELLED)
        plain = bits - modelled
        coder.tree(lower[context > 0][bits], (value >> plain) - (1 << modelled), modelled)
        for shift in reversed(range(plain)):
            coder.direct(value >> shift & 1)
        return bits

    for left, right in merges:
        bits = number(right - first, 0)
        number(left - first, 1 + bits)
    return struct.pack("<II", first, len(merges)) + coder.finish()


def last_merge(piece, rank, limit):
    """The two parts that BPE joins last to make `piece`, by the merges with a rank below `limit`."""
    parts = [piece[i : i + 1] for i in range(len(piece))]
    while len(parts) > 2:
        ranks = [rank.get(a + b, limit) for a, b in zip(parts, parts[1:])]
        at = min(range(len(ranks)), key=ranks.__getitem__)
        assert ranks[at] < limit, piece
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return parts


def merges_of(ranks, first):
    """The merges of {token bytes: id}: the 256 bytes at `first` in the order of their display characters, then pieces
    in the order of their merges, without a gap."""
    from sources import byte_to_unicode

    order = sorted(range(256), key=byte_to_unicode().__getitem__)
    assert [ranks[bytes([byte])] for byte in order] == list(range(first, first + 256))
    long = sorted((rank, token) for token, rank in ranks.items() if len(token) > 1)
    assert [rank for rank, _ in long] == list(range(first + 256, first + 256 + len(long)))
    pairs = []
    for rank, token in long:
        left, right = last_merge(token, ranks, rank)
        pairs.append((ranks[left], ranks[right]))
    return pairs
