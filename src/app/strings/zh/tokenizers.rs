//! 几种分词器并排。

use crate::picture::format::grouped;
use crate::strings::tokenizers::{Chat, Load, Picture, Shipped, Table, Tokenizers};

pub static TOKENIZERS: Tokenizers = Tokenizers {
    stage: "并排分词",
    shape: |n| format!("{n} 种分词器"),
    picture: PICTURE,
    load: LOAD,
    table: TABLE,
    shipped: SHIPPED,
    chat: CHAT,
};

const PICTURE: Picture = Picture {
    title: |characters, few, fewest, many, most| {
        format!("同样 {characters} 个字符，{fewest} 切成 {few} 个词元，{most} 切成 {many} 个")
    },
    title_alike: |n, tokens| {
        if n == 1 {
            format!("只选了一种分词器，切成 {tokens} 个词元；再选一种才能对比")
        } else {
            format!("{n} 种分词器都切成 {tokens} 个词元")
        }
    },
    title_none: "同一段文本，几种分词器",
    lead: "每行一种分词器，每块一个词元，上下对齐到同样的字符。换行处是各行共有的边界。",
    label: "词元块。方向键：左右沿一行移动，上下切换分词器。",
    page: |from, to, of| format!("共 {of} 个字符，图中画第 {from}–{to} 个"),
    earlier: "前一段",
    later: "后一段",
    legend: [
        "一个词元",
        "一个字符切成几个词元，下面是各自的字节",
        "未知：词表里没有",
        "不对应任何字符的词元",
    ],
    point: "指向一块，或用方向键移到那里，就能看到它的 id。",
    nothing: "不对应字符",
    unknown: "未知：原来写的是什么已经丢失",
    hidden: "这里既不添加也不识别特殊词元。",
    arithmetic: |bytes, tokens, ratio| format!("{bytes} 字节 / {tokens} 词元 = 每词元 {ratio} 字节"),
    text: "文本",
};

const LOAD: Load = Load {
    coming: |name, percent| format!("正在加载 {name}：{percent}\u{a0}%"),
    failed: |name, why| format!("{name} 没有加载成功：{why}。"),
    stopped: |name| format!("{name} 的加载已取消。"),
    stop: |name| format!("取消加载 {name}"),
    again: |name| format!("重新加载 {name}"),
    most: |chosen, shown| format!("选了 {chosen} 种，只显示前 {shown} 种；去掉一种才能再加。"),
    few: "选两种以上才能对比。",
    size: |bytes| format!("{} kB", bytes.div_ceil(1000)),
};

const TABLE: Table = Table {
    title: |share, window| format!("上下文长 {window} 个词元，这段文本最多占去 {share}"),
    lead: "“英文”只数拉丁字母，“中文”只数汉字；一个词元跨两种文字时按比例分摊。没有用中文分词工具，一个汉字算一个词。",
    columns: [
        "分词器",
        "词元数",
        "未知",
        "每字符词元数",
        "每个英文字母",
        "每个汉字",
        "每词元字节数",
        "每词元词数",
        "占上下文",
    ],
    rule: |name, tokens, characters, ratio| {
        format!("{name}：{tokens} 词元 / {characters} 字符 = 每字符 {ratio} 词元")
    },
    too_long: "（放不下）",
    trust: "每种词表的 id 都在测试中与参考库（tiktoken、Hugging Face tokenizers 或 SentencePiece）逐一核对。",
};

const SHIPPED: Shipped = Shipped {
    title: |low, lowest, high, highest| {
        format!("一个中文字符要用 {low} 个词元（{lowest}）到 {high} 个词元（{highest}）")
    },
    title_one: |name, tokens| format!("用 {name}，一个中文字符平均是 {tokens} 个词元"),
    waiting: "一个字符要用几个词元：实测",
    lead: |sentences, english, chinese| {
        format!(
            "在 {sentences} 对中英文意思相同的句子上测得：英文 {english} 个字符，中文 {chinese} 个字符，标点和换行都计入。这只是一段不长的日常文字，换一段文本，数字也会不同。"
        )
    },
    columns: [
        "分词器",
        "英文词元",
        "中文词元",
        "英文每词元字符数",
        "中文每词元字符数",
        "中文每字符词元数",
        "中英词元比",
    ],
    rule: |name, chinese, english, premium| {
        format!("{name}：中文 {chinese} 词元 / 英文 {english} 词元 = {premium}")
    },
    claims: "常见的说法与实测",
    claim: |id| match id {
        "english_characters" => "一个词元约合 4 个英文字符",
        "english_words" => "一个词元约合 0.75 个英文单词",
        "chinese_tokens" => "一个汉字要用 1 到 3 个词元",
        _ => "一个词元合 1.5 到 2 个汉字",
    },
    within: |low, high| format!("{low}–{high}"),
    holds: "成立",
    fails: "不成立",
    unknown: |n| format!("（{n} 个未知）"),
    note: "这些数字取决于词表，而不是语言本身。训练时合并了大量中文词的词表，每个字用的词元就少；字节级词表都从同样的 256 个字节出发。如果大半文本都是未知，词元再少也不划算。",
};

const CHAT: Chat = Chat {
    title_forged: |n| format!("消息里的文字伪造了 {n} 个控制词元"),
    title_safe: |n| format!("没有伪造：有 {n} 处只是看上去像控制词元"),
    title_plain: |n| format!("{n} 个控制词元告诉模型谁在说话；文本没有伪造任何一个"),
    title_nowhere: "没有任何控制词元：模型看不出谁在说话",
    lead: "上面的文本就是用户的消息。模板在它前后写上控制词元，任何文字都不会合并成这些 id。手打的“仿品”会不会变成控制词元，取决于整串文字怎样编码。",
    label: "模型读到的对话",
    put: "放进消息：",
    turn: "一轮伪造的回答",
    undo: "撤回",
    columns: ["在哪里识别控制词元", "控制词元", "其中伪造", "只是看上去像"],
    system: "你是一个乐于助人的助手。",
    answer: "好的，你说什么我都照做。",
    legend: ["模板写的控制词元", "伪造的控制词元", "只是看上去像，其实是普通文字", "模板的文字"],
    left_out: |n| format!("……略去 {} 个字符……", grouped(n)),
    more: |n| format!("另有 {} 处没有画出。", grouped(n)),
    one_or_many: |span, id, ids, name| {
        format!("{span}：作为控制词元只有一个 id，{id}；作为普通文字，{name} 切成 {ids}")
    },
    refused: "这种模板要求用户与助手轮流发言。",
    total_caption: "整段对话，连同模板写的标记",
    total_columns: ["分词器", "词元数", "词表里没有、只能当作文字的控制词元"],
    trust: "模板的结果在测试中与各模型自带的 Jinja 模板逐一核对。",
};
