//! 词向量的含义。

use crate::strings::meaning::{Analogy, Change, Cosine, Map, Meaning, Neighbours, Unknown};

pub const LABELS: &[(&str, &str, &str)] = &[
    ("word_table", "词向量表", ""),
    ("word", "词", ""),
    ("word_others", "与哪些词比较", "最多 8 个"),
    ("word_language", "答案的语言", ""),
    ("analogy_a", "a", ""),
    ("analogy_b", "b", ""),
    ("analogy_c", "c", ""),
    ("word_list", "图上的词", "最多 80 个，用逗号或空格隔开"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    ("word_table", &[("use", "USE 多语言"), ("glove", "GloVe 6B 50 维")]),
    ("word_language", &[("both", "都要"), ("en", "英文"), ("zh", "中文")]),
];

pub static MEANING: Meaning = Meaning {
    stage: "词义",
    old: |table| format!("这里仍是上一个问题的答案，出自 {table}。"),
    old_example: |table| format!("这里是本页自带的例子，出自 {table}。"),
    respelt: |typed, spelt| format!("“{typed}”在表里写作“{spelt}”：查词不分大小写。"),
    lead: "这些是真实的向量，由别人在真实文本上训练而成。它们是静态的：一个词只有一个向量，不管上下文是什么。“bank”无论指河岸还是银行，都是同一个向量；语言模型在第一层之后算出的向量则不然。",
    table: |name, words, columns| format!("{name}：{words} 个词 × {columns} 列。"),
    loading: |name| format!("正在加载 {name}"),
    cancel: "取消",
    stopped: |name| format!("{name} 没有加载。"),
    failed: |name, why| format!("{name} 没有加载成功：{why}。"),
    examples: "例子",
    not_in_table: |table, word| format!("{table} 里没有“{word}”的向量。"),
    begins: |words| format!("有的是{words}。"),
    none_of: |table, words| format!("{table} 里没有{words}的向量，其余的照常显示。"),
    only_first: |most| format!("只取前 {most} 个词。"),
    type_a_word: "请输入一个词。",
    cosine: Cosine {
        title: |word, near, cosine, far, least| {
            format!("“{word}”离“{near}”最近，余弦 {cosine}；离“{far}”最远，余弦 {least}")
        },
        title_one: |word, other, cosine| format!("“{word}”与“{other}”的余弦是 {cosine}"),
        list: "与各词的余弦",
        hint: "选一行看它的算式，方向键可以移动。",
        products: |columns| format!("{columns} 列各贡献多少"),
        other_tables: "余弦只能在同一张表里比较：换一张表，同样两个词的余弦就是另一个数。",
    },
    neighbours: Neighbours {
        title: |word, near, cosine| format!("离“{word}”最近的是“{near}”，余弦 {cosine}"),
        lead: "表中所有的词按余弦排列，不含这个词自己。点选一个词，就从它接着找。",
        go: |word| format!("换成“{word}”"),
        vector: |word, row, length| format!("“{word}”的向量：第 {row} 行，长度 {length}"),
    },
    analogy: Analogy {
        title_input: |sum, input, other| {
            format!("离{sum}最近的是“{input}”，而它本来就是输入；排除输入之后，才轮到“{other}”")
        },
        title: |sum, word| format!("离{sum}最近的是“{word}”，排不排除输入都一样"),
        lead: "先把各向量缩放到长度 1，相加减，再找最近的词。那些有名的结果都把三个输入词排除在外，论文里也写明了。名气多半就来自这一步：算出来的向量本来就紧挨着参与运算的词。",
        including: "允许输入词",
        excluding: "排除输入词",
        is_input: "输入",
        inputs: |a, b, c| format!("结果与三个输入的余弦：a {a}，b {b}，c {c}。"),
        crowded: |words| {
            format!(
                "两种语言同处一个空间：{words}是另一种语言的词。输入词的译名几乎就是输入词本身，按拼写排除排不掉它。"
            )
        },
    },
    map: Map {
        title: |percent, wrong, all| {
            if wrong == 0 {
                return format!("两条轴占方差的 {percent}：{all} 个词在图上最近的，正好也都是表中最近的");
            }
            format!("两条轴只占方差的 {percent}：{all} 个词里有 {wrong} 个，图上最近的并不是表中最近的")
        },
        one_word: "只有一个词画不成图；再加一个表中的词，图就会重画。",
        too_few: "至少要有两个表中的词才能画图",
        lead: "只对这些词求前两个主成分。指向一个词：实线连到它在全部列上最近的词，虚线连到图上最近的词。",
        axis: |axis, percent| format!("第 {axis} 主成分：{percent}"),
        readout: |word, x, y, near, cosine| {
            format!("“{word}”（{x}, {y}）：全部列上离它最近的是“{near}”，余弦 {cosine}")
        },
        on_map: |word| format!("图上最近的是“{word}”"),
        same_on_map: "图上也是它",
        picture: |n| format!("{n} 个词的分布图，方向键在词之间移动"),
        languages: ["英文", "中文"],
        in_table: "全部列上最近",
        col_word: "词",
        col_near: "表中最近",
        col_near_map: "图上最近",
        unnamed: |n| format!("有 {n} 个标签放不下，指向圆点即可看到。"),
    },
    change: Change {
        title: |from, to, percent, risen, all| {
            format!("{from} 列只留 {to} 列，保住方差的 {percent}，{all} 个余弦里有 {risen} 个变大")
        },
        title_same: |columns| format!("{columns} 列都在：只有 8 位取整会让余弦略有变动"),
        lead: "为了让本页装得下，这张表投影到了前若干个主成分上。任意两个词之间都有的细小差别因此丢掉了，余弦就变大；大小次序大多还在，数值却变了。何况原表公布时每个数只有 6 位，本来就不精细。",
        lead_same: "向量就是公布的向量，每个数取整到 8 位。",
        pair: "词对",
        original: |columns| format!("原表，{columns} 列"),
        projected: |columns| format!("投影到 {columns} 列"),
        packed: "本页所用，8 位",
        rounding: |most| format!("取整对这些余弦的影响都不超过 {most}。"),
    },
    unknown: Unknown {
        title: |vocabulary, a, b, cosine| {
            format!("一个陷阱：经 {vocabulary} 切分，“{a}”与“{b}”的余弦是 {cosine}，因为两者都是 [UNK]")
        },
        title_plain: "一个陷阱：分词器不认识的两个词，其实是同一个词元",
        lead: "[UNK] 只有一个 id、一行、一个向量。中文词之间余弦一律偏高，可能只说明词表里没有中文，与词义无关。这里的余弦，取的是一个词各个 id 所在行的平均。",
        tokenizer: "分词器",
        ids: "id",
        through: "由 id 得出的余弦",
        here: "词向量里的余弦",
        trap: "陷阱：都不认识",
        known: "认识",
        partly: "部分不认识",
        seeded: "id 对应的行是由种子生成的随机数：只有 id 相同，两个词才会相像。",
    },
};
