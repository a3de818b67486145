//! 分词显微镜。

use crate::picture::format::grouped;
use crate::strings::microscope::Microscope;
use crate::tokenize::bpe::dropout::DropoutError;
use crate::tokenize::own::{Feature, Flaw, OwnError, Place};
use crate::tokenize::pre_tokenize::Rule;
use crate::tokenize::stage::StageKind;

pub const MICROSCOPE: Microscope = Microscope {
    no_text: "没有可看的文本",
    claim_merges: |word, merges, tokens| match merges {
        0 => format!("“{word}”不经合并，就是 {tokens} 个词元"),
        n => format!("“{word}”经过 {n} 次合并，成为 {tokens} 个词元"),
    },
    claim_whole: |word| format!("“{word}”整个就是一个条目：不必合并"),
    claim_pieces: |word, pieces, lookups| format!("“{word}”查了 {lookups} 次词表，切成 {pieces} 块"),
    claim_unknown: |word, first| {
        format!("没有条目以“{first}”开头，于是“{word}”整个变成一个 [UNK]：模型再也不知道原来是哪个词")
    },
    claim_too_many: |word, chars| format!("“{word}”有 {chars} 个字符，超过 100：一次也不查，直接变成 [UNK]"),
    claim_ways: |word, ways, pieces, share| {
        format!("“{word}”有 {ways} 种切法；最可能的一种是 {pieces} 个词元，占概率的 {share}")
    },
    claim_one_way: |word, tokens| format!("“{word}”只有一种切法：{tokens} 个词元"),
    claim_character: |word, code, id| format!("“{word}”是 {code}：id 就是码位本身，{id}"),
    claim_control: |word, id| format!("“{word}”在切分之前就被整个找出：控制词元 {id}，不是合并出来的"),
    claim_lost: |word| {
        format!("“{word}”一个词元也没有得到：这份词表里没有它任何部分对应的单元，文字就此丢失")
    },
    too_long: |word, symbols| format!("“{word}”有 {symbols} 个符号，太长，无法逐步画出"),
    part: |nth, of| {
        format!("（原词太长，在词元之间切开显示，不影响各段内部的结果；这是 {of} 段中的第 {nth} 段。）")
    },
    lead_bytes: "字节级 BPE：从 UTF-8 字节出发，每次合并相邻两块中最早学到的那一对，直到没有可合并的为止。任何字节都不会是未知的。",
    lead_characters: "SentencePiece BPE：空格写作 ▁；合并的是字符，词表里没有的字符退回成 UTF-8 字节。",
    lead_word_piece: "WordPiece：在每个位置取词表里最长的一块，## 表示接着前面。只要有一处找不到，整个词就丢了。",
    lead_unigram: "Unigram：词表的每个条目有一个概率；在所有切法中取概率最大的一种，从左到右求得（Viterbi）。没有条目含有的字符是未知字符，代替概率的是一个罚分。",
    lead_char: "没有步骤可看：一个字符就是一个词元，背后没有词表。换一个分词器，就能看它怎样工作。",
    words_label: "文本中的词",
    word: |word, nth, tokens| format!("第 {nth} 个词，{word}，{tokens} 个词元"),
    words: |from, to, all| {
        format!("共 {} 个词，显示第 {} 至 {} 个。", grouped(all), grouped(from), grouped(to))
    },
    earlier: "前面的词",
    later: "后面的词",
    keys: "方向键在词与词之间移动；在图中则在各块之间移动。",
    step_of: |step, steps| format!("{step} / {steps}"),
    play: "播放",
    pause: "暂停",
    first: "回到开头",
    back: "后退一步",
    forward: "前进一步",
    last: "到最后",
    tree: "合并树",
    tree_bytes: "第一行是字节：上为词表的写法（Ġ 代表空格），下为十六进制。往下每一块是一次合并，数字是它的序号（rank）；粗框的是最后的词元。",
    tree_characters: "第一行是字符，或 <0xE7> 这样的字节。往下每一块是一次合并，数字是它的序号（rank）；粗框的是最后的词元。",
    now: |step| match step {
        0 => "起初：相邻两块之间是这一对的序号".to_owned(),
        n => format!("合并 {n} 次之后：相邻两块之间是这一对的序号"),
    },
    pairs: "各符号与相邻两块的序号",
    merge: |nth, left, right, rank, of| match of {
        1 => format!("第 {nth} 次合并：“{left}”+“{right}”，序号 {rank}，是唯一能合并的一对"),
        n => format!("第 {nth} 次合并：“{left}”+“{right}”，序号 {rank}，{n} 对中最小"),
    },
    becomes: |name, piece, id| {
        if name == piece {
            format!("，得到“{name}”，id {id}。")
        } else {
            format!("，得到“{name}”（词表写作 {piece}），id {id}。")
        }
    },
    byte: |hex, stand_in, id| format!("字节 {hex}，写作 {stand_in}，id {id}。"),
    symbol: |name, id| format!("“{name}”，id {id}。"),
    pair: |left, right, rank, lowest| {
        let end = if lowest { "最小，下一步合并" } else { "不是最小，还要等" };
        format!("“{left}”+“{right}”的序号是 {rank}，{end}。")
    },
    no_pair: |left, right| format!("词表里没有“{left}”+“{right}”这一合并。"),
    begins: |symbols, bytes| {
        if bytes {
            format!("尚未合并：{symbols} 个字节。")
        } else {
            format!("尚未合并：{symbols} 个符号。")
        }
    },
    whole: "ignore_merges：先查整个词，查到了。",
    no_rank: |n| format!("没有可合并的一对：剩下 {n} 个词元。"),
    lookups: "查词表，从最长的候选开始",
    lookups_hint: "每行查一次，先查最长的候选；实心的块是查到的。",
    found: |nth, candidate, id| format!("第 {nth} 次：词表里有“{candidate}”，id {id}。"),
    not_found: |nth, candidate| format!("第 {nth} 次：词表里没有“{candidate}”。"),
    unknown: "再短就没有了：整个词成为 [UNK]。",
    too_many_characters: |chars| format!("{chars} 个字符：超过 100 个就不查了。"),
    longest_first: |chars| format!("尚未查找：{chars} 个字符。"),
    nothing_yet: |word| format!("{word} = ?"),
    lattice: "各种切法构成的格",
    lattice_hint: "每一块是一个条目，盖住它的字符，数字是 log p。走完之后，粗框的是最优路径；途中则是到每处为止最好的一块。",
    edge: |piece, id, log_p, before, sum, posterior| {
        format!(
            "“{piece}”，id {id}：log p {log_p}，之前的最优和 {before}，加上它 {sum}；按概率计，{posterior} 的切法含有它。"
        )
    },
    edge_unknown: "这是未知字符：取所有条目中最小的 log p 再减 10。",
    unknown_characters: |characters, penalty, joined| {
        let end = if joined { "相邻的未知字符由 SentencePiece 合成一个词元。" } else { "" };
        format!("{characters} 是未知字符：没有条目含有未知字符，其 {penalty} 不是概率的对数，而是罚分。{end}")
    },
    viterbi_begins: |n| format!("还没有条目：要到达 {n} 个位置。"),
    viterbi: |node, of, piece, sum| match of {
        1 => format!("位置 {node}：只有“{piece}”在此结束，log p 之和 {sum}。"),
        n => format!("位置 {node}：{n} 个条目在此结束，“{piece}”最好，log p 之和 {sum}。"),
    },
    no_way: "无路可走",
    more: |n| format!("另有 {} 块没有画出。", grouped(n)),
    n_best: |k| if k == 1 { "最可能的切法".into() } else { format!("最可能的 {k} 种切法") },
    col_path: "切法",
    col_share: "概率",
    col_times: "抽到",
    col_drawn: "应占",
    yes: "有",
    no: "无",
    cols_merges: ["步骤", "合并", "序号", "条目", "id"],
    cols_lookups: ["步骤", "字符", "查到", "候选", "id"],
    cols_ways: ["位置", "条目", "log p", "后验概率", "id"],
    dropout_claim: |p, distinct, of| format!("BPE-dropout，p = {p}：{of} 个样本中有 {distinct} 种切法"),
    dropout_lead: "训练时，每一步里每个可能的合并都以概率 p 被丢开，于是同一个词会以几种切法出现。p = 0 就是 BPE，p = 1 则什么也不合并。",
    dropout_long: |n| format!("超过 {n} 个符号的词，这里不作随机切分。"),
    dropout_error: |error| match error {
        DropoutError::Probability(p) => format!("概率 p 应在 0 与 1 之间，不能是 {p}。"),
        DropoutError::TooLong(n) => format!("精确分布只算不超过 14 个符号的词；这个词有 {n} 个。"),
    },
    samples: "样本",
    exact: "精确分布",
    rest: |n, share| format!("另有 {} 种，合计 {share}。", grouped(n)),
    rest_drawn: |n, times| format!("另有 {} 种，共抽到 {times} 次。", grouped(n)),
    draws: |n, t, distinct| format!("T = {t} 时抽 {n} 次：{distinct} 种切法"),
    draws_claim: "最优切法只是许多切法之一：其余的也能抽到",
    draws_claim_one: "只有一种切法：怎么抽都是它",
    draws_lead: "子词正则化在训练时按 P^(1/T) 抽取切法：T = 0 总取最优，T = 1 按模型自己的概率抽，T 很大时各种切法机会均等。",
    stages_claim: |changing, words| match changing {
        0 => format!("规范化没有改动文本；随后切成 {words} 个词"),
        n => format!("规范化有 {n} 步改动了文本；随后切成 {words} 个词"),
    },
    stages_lead: "这些发生在前面：此后各个词互不影响。",
    stage_name: |kind| match kind {
        StageKind::CleanText => "去掉控制字符，空白一律变成空格",
        StageKind::SpaceCjk => "汉字两侧加空格",
        StageKind::Decompose => "分解（NFD）",
        StageKind::StripMarks => "去掉附加符号",
        StageKind::Lowercase => "变成小写",
        StageKind::Compose => "合成（NFC）",
        StageKind::Charsmap => "字符映射（近似 NFKC）",
        StageKind::JoinSpaces => "合并空格",
        StageKind::DummyPrefix => "在前面加空格（或前缀）",
        StageKind::Replace => "替换",
        StageKind::EscapeSpaces => "空格写作 ▁",
        StageKind::TrimEnd => "去掉末尾空格",
    },
    changes: |n| match n {
        0 => "没有改动".to_owned(),
        n => format!("{n} 处改动"),
    },
    split: |nth| format!("第 {nth} 次切分"),
    pieces: |n| format!("{n} 块"),
    pattern: "正则表达式，逐项列出",
    rule_name: |rule| match rule {
        Rule::Contraction => "缩写",
        Rule::Letters => "字母",
        Rule::LettersToSmall => "大写，然后小写",
        Rule::Capitals => "大写字母",
        Rule::SignAndLetters => "一个符号和字母",
        Rule::Cjk => "汉字与假名",
        Rule::Digits => "数字",
        Rule::Signs => "符号",
        Rule::LineEnds => "直到行末",
        Rule::SpacesBefore => "空白，留下最后一个字符",
        Rule::Spaces => "空白",
        Rule::Between => "两次匹配之间",
    },
    equal: |algorithm| match algorithm {
        1 => "在 6,790 段文本上，id 与 Hugging Face tokenizers 相同",
        2 => "在 6,790 段文本上，id 与 SentencePiece 相同",
        3 => "Unicode 自己的编号",
        4 => "在 6,790 段文本上，id 与 Hugging Face tokenizers 相同",
        _ => "在 6,790 段文本上，id 与 tiktoken 或 Hugging Face tokenizers 相同",
    },
    special: |content, id, tokens| {
        format!(
            "“{content}”也是一个特殊词元，id {id}。写在文本里的只是文字，会切成 {tokens} 个词元；只有对话模板或专门要求它的程序，才会放入这个 id 本身。"
        )
    },
    own_used: |name, page| {
        format!(
            "自己的文件 {name}，只在本页中读取，不会传到别处。只有显微镜用它；页首、左侧栏和其他面板仍用 {page}。"
        )
    },
    own_choose: "用自己的分词器……",
    own_hint: |most| {
        format!(
            "选择 tokenizer.json 或 .tiktoken 文件（不超过 {most} MiB），也可拖到这里。文件只在本页中读取，不会传到别处。"
        )
    },
    own_kinds: "能读的有：字节级 BPE；字符 BPE，预切分为 Metaspace、Whitespace、WhitespaceSplit 或没有；BERT 的 uncased WordPiece；SentencePiece 的 Unigram。",
    own_pattern: ".tiktoken 文件不带切分规则，请指定",
    own_reading: "正在读取文件……",
    own_cancel: "取消",
    own_unread: "无法读取这个文件。",
    own_leave: "换回页面的分词器",
    own_error: |error| match error {
        OwnError::TooLarge(bytes) => {
            format!("文件有 {bytes} 字节，最多读取 {} 字节。", crate::tokenize::own::MAX_BYTES)
        }
        OwnError::NotJson { line, why } => {
            format!("这个文件既不是 tokenizer.json（第 {line} 行{}），也不是 .tiktoken 文件。", flaw(why))
        }
        OwnError::Line(line) => format!(".tiktoken 文件的第 {line} 行不是 base64 写的条目和它的序号。"),
        OwnError::Empty => "文件是空的。".to_owned(),
        OwnError::Missing(what) => format!("文件里没有{}。", place(what)),
        OwnError::Wrong(what) => format!("文件里{}写法不对。", place(what)),
        OwnError::Unsupported { part, what } => format!("这里不支持“{what}”（{}）。", feature(*part)),
        OwnError::DuplicateId(one, other, id) => format!("“{one}”与“{other}”的 id 都是 {id}。"),
        OwnError::DuplicatePiece(piece, one, other) => format!("“{piece}”有两个 id：{one} 和 {other}。"),
        OwnError::LargeId(id, piece) => {
            format!("“{piece}”的 id 是 {id}，超过能读的最大值 {}。", crate::tokenize::own::MAX_ID)
        }
        OwnError::MissingPiece { number, left, right, missing } => {
            format!("第 {number} 条合并“{left}”+“{right}”：词表里没有“{missing}”。")
        }
        OwnError::Cyclic { number, left, right } => {
            format!("第 {number} 条合并“{left}”+“{right}”用到了它自己的结果。")
        }
        OwnError::NoMerge(piece) => format!("“{piece}”无法由前面的条目经一次合并得到。"),
        OwnError::NotBytes(piece) => format!("“{piece}”里有不代表任何字节的字符。"),
        OwnError::NoByte(byte) => format!(
            "字节 {byte} 没有自己的条目：字节级 BPE 从全部 256 个字节出发（训练时设 initial_alphabet = ByteLevel.alphabet() 即可）。"
        ),
        OwnError::Unfit(_) => "词表的各部分对不上。".to_owned(),
    },
};

/// 文件的哪一处。
fn place(place: &Place) -> String {
    match place {
        Place::Field(path) => format!("“{path}”"),
        Place::IdOf(piece) => format!(" model.vocab 中“{piece}”的 id "),
        Place::Entry(id) => format!(" model.vocab 中第 {id} 项"),
        Place::Merge(number) => format!(" model.merges 中第 {number} 条合并"),
        Place::Rank(rank) => format!("序号 {rank}"),
        Place::Unknown(piece) => format!(" unk_token 指定的条目“{piece}”"),
    }
}

/// 为什么不是 JSON。
fn flaw(flaw: &Flaw) -> String {
    match flaw {
        Flaw::NoBrace => "的开头不是 {".into(),
        Flaw::TooShort => "就中断了".into(),
        Flaw::Column(column) => format!("第 {column} 列不是 JSON"),
    }
}

/// 文件里不支持的是哪一部分。
fn feature(part: Feature) -> &'static str {
    match part {
        Feature::Model => "模型",
        Feature::Normaliser => "规范化",
        Feature::NormaliserPattern => "规范化的模式",
        Feature::PreTokeniser => "预切分",
        Feature::SplitBehaviour => "Split 的 behavior",
        Feature::SplitPattern => "Split 的模式",
        Feature::Replacement => "Metaspace 的 replacement",
        Feature::PrependScheme => "Metaspace 的 prepend_scheme",
        Feature::Dropout => "模型的 dropout",
        Feature::ContinuingPrefix => "continuing_subword_prefix",
        Feature::MostCharacters => "max_input_chars_per_word",
        Feature::UnigramOption => "Unigram 的选项",
        Feature::LineEnd => "含换行的条目",
    }
}
