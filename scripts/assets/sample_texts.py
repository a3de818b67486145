"""The strings on which our tokenizers are compared with the reference libraries: varied, deterministic, by class."""

import random
import unicodedata

SENTENCES = [
    "The quick brown fox jumps over the lazy dog.",
    "It's what they've said: we'll see, won't we? I'd bet you're right!",
    "狗咬人", "人咬狗", "我昨天在北京大学的图书馆里看了一本关于注意力机制的书。", "機器學習與自然語言處理，真有意思！",
    "今日は天気がいいから、散歩しましょう。", "カタカナとひらがなとﾊﾝｶｸ", "안녕하세요, 만나서 반갑습니다.", "대한민국의 수도는 서울이다",
    "مرحبا بالعالم، كيف حالك اليوم؟", "שלום עולם! מה שלומך?", "مرحبا hello שלום 123 world", "नमस्ते दुनिया, आप कैसे हैं?",
    "สวัสดีชาวโลก วันนี้อากาศดี", "Привет, мир! Как дела сегодня?", "Γειά σου Κόσμε, τι κάνεις;", "Xin chào thế giới, hôm nay thế nào?",
    "¿Dónde está la biblioteca? ¡Olé!", "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.", "Cœur naïve façade — l’été déjà",
    "İstanbul'da ılık bir gün ĞÜŞİÖÇ", "fn main() { println!(\"{:?}\", vec![1, 2, 3]); }", "for (let i = 0; i < n; i++) { a[i] += b[i] ** 2; }",
    "def f(x):\n    return x if x > 0 else -x\n\n\nprint(f(-3))", "SELECT * FROM t WHERE a='b' AND c<>0; -- note",
    "<div class=\"x\">&nbsp;&amp;</div>", "https://example.org/a/b?c=d&e=%20#frag", "user@example.com +1 (555) 010-9999", "C:\\temp\\new.txt",
    "👨‍👩‍👧‍👦 family", "🏳️‍🌈🏴‍☠️🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇨🇳🇺🇸🇫🇷🇪", "👍🏽👍🏿 ok ✌️", "❤️‍🔥 1️⃣2️⃣#️⃣", "😀😃😄 smile 😅", "a\u200db\u200cc\u200bd\ufeffe",
    "e\u0301te\u0301 na\u0308ive Z\u0335\u0322\u0321a\u0338l\u0337g\u0336o\u0334", "ﬁne ﬂow ½ ² ³ ① Ⅷ ㎏ ㍿ ™ ℃ Å", "ＦＵＬＬ　ｗｉｄｔｈ！", "가나다 한글",
    "[CLS] hello [SEP] [MASK] [UNK] [PAD] <|endoftext|> <s> </s> <unk> extra_token_id_1 extra_token_id_2x",
    "3.14159 1,000,000 0x1F600 1e-9 2024-02-29 12:34:56 50% $9.99 №5", "١٢٣٤٥ ৪৫৬ 一二三 ⅓ Ⅻ", "▁under▁bar ▁ _ __", "Ġdog ĊĠ ##ing ##", "ß ẞ ŉ ǰ ﷺ ﷽ …… ‥",
    "", " ", "  ", "\n", "\t", "\r\n", "\u3000", "\u00a0", "a", " a", "a ", " a ", "\0", "a\0b", "\ufffd", "a\ufffdb", "\u2028\u2029", "\x7f\x1b[31m",
]

SPACES = [" ", "  ", "   ", "\n", "\n\n", "\t", "\r\n", " \n ", "\u00a0", "\u3000", "\u2003", "\u200a", "\u1680", "\u0085", "\x0b", "\x0c", "\u200b", "\u2581", ""]
EMOJI = "😀 😂 🤖 👍 👩 👨 👧 🐕 🐶 🧑 🚀 ❤ ☠ 🏳 🏴 ✈ 🌈 🔥 🇨 🇳 🇺 🇸 🇩 🇪 🏽 🏿 ⃣ 1 #".split()
JOINERS = ["\u200d", "\ufe0f", "\ufe0e", "\u200c", "", "", " "]
MARKS = [chr(c) for c in [*range(0x300, 0x370), 0x5B0, 0x5BC, 0x64B, 0x651, 0x93C, 0x94D, 0xE31, 0xE48, 0x3099, 0x309A, 0x20D0, 0x20E3]]
BLOCKS = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x250, 0x2FF), (0x370, 0x3FF), (0x400, 0x52F), (0x530, 0x58F), (0x590, 0x5FF), (0x600, 0x6FF), (0x900, 0x97F),
    (0x980, 0x9FF), (0xB80, 0xBFF), (0xE00, 0xE7F), (0x10A0, 0x10FF), (0x1100, 0x11FF), (0x1200, 0x137F), (0x1E00, 0x1EFF), (0x1F00, 0x1FFF),
    (0x2000, 0x206F), (0x2070, 0x209F), (0x20A0, 0x20CF), (0x2100, 0x214F), (0x2150, 0x218F), (0x2190, 0x22FF), (0x2460, 0x24FF), (0x2E80, 0x2FDF),
    (0x3000, 0x30FF), (0x3130, 0x318F), (0x3200, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA48F), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
    (0xFB00, 0xFDFF), (0xFE20, 0xFE4F), (0xFE70, 0xFEFF), (0xFF00, 0xFFEF), (0x1D400, 0x1D7FF), (0x1F300, 0x1F64F), (0x1F680, 0x1F9FF),
    (0x20000, 0x2A6DF), (0x2F800, 0x2FA1F), (0xE0020, 0xE007F), (0xE000, 0xE0FF),
]  # fmt: skip


def any_char(rng):
    """Any Unicode scalar value, assigned or not."""
    while True:
        c = chr(rng.randrange(0x110000))
        if unicodedata.category(c) != "Cs":
            return c


def from_block(rng, length):
    low, high = rng.choice(BLOCKS)
    return "".join(chr(rng.randint(low, high)) for _ in range(length))


def sample_texts(words, rules):
    """About 6,800 strings. `words`: pieces of all vocabularies as text; `rules`: keys of the normaliser's map."""
    rng = random.Random(20240229)
    some = lambda pool, low, high: [rng.choice(pool) for _ in range(rng.randint(low, high))]
    texts = list(SENTENCES)
    texts += [a + rng.choice(SPACES) + b for a in SENTENCES for b in rng.sample(SENTENCES, 6)]
    texts += [text[::-1] for text in SENTENCES] + [text.upper() for text in SENTENCES] + [text.lower() for text in SENTENCES]
    texts += [" ".join(some(words, 1, 12)) for _ in range(1500)]
    texts += ["".join(some(words, 2, 8)) for _ in range(700)]
    texts += ["".join(w + rng.choice(SPACES) for w in some(words, 1, 8)) for _ in range(500)]
    texts += ["".join(some(SPACES, 1, 9)) + rng.choice(words) + "".join(some(SPACES, 1, 9)) for _ in range(250)]
    texts += ["".join(e + rng.choice(JOINERS) for e in some(EMOJI, 1, 8)) for _ in range(400)]
    texts += ["".join(c + "".join(some(MARKS, 0, 3)) for c in rng.choice(words)) for _ in range(300)]
    texts += ["".join(some(rules, 1, 6)) for _ in range(500)]
    texts += [rng.choice(words) + "".join(some(rules, 1, 3)) + rng.choice(words) for _ in range(200)]
    texts += ["".join(some([chr(c) for c in range(0x21)] + ["\x7f", "\x80", "\x9f", "\xad", "a", "b "], 1, 12)) for _ in range(150)]
    texts += ["".join(some(list("0123456789.,:-+eE% "), 1, 20)) for _ in range(150)]
    texts += ["".join(some(list("abcdefghijklmnopqrstuvwxyz"), 90, 130)) for _ in range(30)]
    texts += [rng.choice(words).strip() * rng.randint(20, 60) for _ in range(30)]
    texts += [c * n for c in "a狗 é👍" for n in (2, 3, 16, 99, 100, 101, 200)]
    texts += [from_block(rng, rng.randint(1, 10)) for _ in range(900)]
    texts += [" ".join(from_block(rng, rng.randint(1, 5)) for _ in range(rng.randint(1, 5))) for _ in range(300)]
    texts += ["".join(any_char(rng) for _ in range(rng.randint(1, 6))) for _ in range(300)]
    # Long enough that sentencepiece re-centres its sums (beyond a score of -100,000).
    texts.append(" ".join(some(words, 20_000, 20_000)))
    return list(dict.fromkeys(texts))
