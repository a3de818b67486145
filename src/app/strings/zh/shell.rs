//! 页面框架。

use super::apart;
use super::reference::reference;
use crate::load_error::LoadError;
use crate::pack::PackError;
use crate::picture::format::grouped;
use crate::strings::{Samples, Shell};
use crate::tokenize::TokenizeError;

pub const SHELL: Shell = Shell {
    title: "Locus：Transformer 怎样知道“谁在哪里”",
    tagline: "Transformer 怎样知道“谁在哪里”",
    text_label: "文本",
    text_unread: "浏览器读不出这个文本文件。",
    text_placeholder: "输入任意语言的一句话",
    tokenizer: "分词器",
    pipeline: "流水线",
    labs: "实验",
    labs_words: "词与词表",
    stage_signal: "信号",
    stage_tokens: "词元",
    stage_vectors: "向量",
    stage_position: "位置",
    stage_attention: "注意力",
    stage_order: "次序",
    characters: |n| format!("{} 个字符", grouped(n)),
    ids: |n| format!("{} 个 id", grouped(n)),
    ids_of: |shown, total| format!("{} 个 id 的前 {} 个", grouped(total), grouped(shown)),
    enters: ["不注入位置", "加到 x 上", "旋转 q、k", "给 logits 加偏置", "给分数加一项"],
    equivariant: "等变",
    not_equivariant: "次序有影响",
    stage_compare: "对比",
    stage_microscope: "显微镜",
    word_nth: |n| format!("第 {n} 个词"),
    schemes: |n| format!("{n} 种方案"),
    loading: |name| format!("正在加载 {name} 词表"),
    loading_short: |percent| format!("加载中 {percent}\u{a0}%"),
    load_failed: |name, why, shown| {
        format!("{name} 词表没有加载成功：{why}。图中仍是按“{shown}”切分的结果。")
    },
    load_reason,
    panel_loading: |name| format!("正在加载“{name}”面板"),
    panel_failed: |name| format!("“{name}”面板没有加载成功：有一个文件未能取到。"),
    retry: "重试",
    dismiss: "知道了",
    theme_dark: "深色",
    theme_light: "浅色",
    computed: |backend, ms| {
        if ms < 0.1 {
            format!("{backend} · 不到 0.1 毫秒")
        } else {
            format!("{backend} · {ms:.1} 毫秒")
        }
    },
    empty: "还没有文本。请在上面输入，或点选一个例子。",
    no_parts: "序列的各部分都没有词元。可在“信号”一步加入别的部分。",
    no_tokens: "这个词表没有从这段文本切出任何词元。",
    cut_tokens: |shown, total| format!("共 {} 个词元，图中只画前 {} 个。", grouped(total), grouped(shown)),
    seeded: "嵌入表和投影矩阵是由种子生成的随机数，不是训练好的模型。",
    equal_to: |what, gap| match gap {
        "0" => format!("参考实现已核对：与{}完全相等", apart(what)),
        _ => format!("参考实现已核对：与{}之差不超过 {gap}", apart(what)),
    },
    reference,
    footer: "全部计算都在这个浏览器里完成，输入的内容不会离开本页。",
    tokens_strip: "词元",
    skip: "跳到图",
};

pub const SAMPLES: Samples = Samples {
    dog: "狗咬人",
    dog_swapped: "人咬狗",
    english: ("英文", "The dog bites the man, and the man bites the dog."),
    chinese: ("中文", "狗咬人不是新闻，人咬狗才是新闻。"),
    code: ("代码", "for i in range(10):\n    print(i * i)"),
    emoji: ("表情", "👩‍🚀 看见一只 🐕‍🦺 和一面 🇨🇳 👍🏽"),
    mixed: ("混排", "RoPE 旋转 q and k；ALiBi 给 logits 加偏置 🙂"),
    long: (
        "长文",
        "句子一长，末尾的词元离开头就有几百个位置那么远，每一种位置编码都得回答：这样的距离意味着什么？旋转式编码让每一对维度转过一个随位置增大的角度，快的几对在一句话里转了许多圈，慢的几对几乎不动。线性偏置则每远一步就多扣一点分。如果完全没有位置信息，注意力看到的只是一袋词，第一个和最后一个同相邻的两个一样近。",
    ),
};

fn load_reason(error: &LoadError) -> String {
    match error {
        LoadError::Http(status) => format!("服务器返回 HTTP {status}"),
        LoadError::Network => "网络没有响应".into(),
        LoadError::NotInside => "单文件版里没有它，完整网站里才有".into(),
        LoadError::Empty => "收到的内容是空的".into(),
        LoadError::TooLarge => "文件太大".into(),
        LoadError::Pack(error) => pack_reason(error),
        LoadError::Tokenize(TokenizeError::Uncovered { covered, len }) => {
            format!("词元只覆盖了全文 {len} 个字节中的 {covered} 个")
        }
    }
}

fn pack_reason(error: &PackError) -> String {
    match error {
        PackError::NotAPack => "这不是词表包".into(),
        PackError::Version { found, expected } => format!("词表包的版本是 {found}，应为 {expected}"),
        PackError::Truncated(_) => "词表包不完整，中途断了".into(),
        PackError::Checksum => "词表包在传输中损坏，校验和不符".into(),
        PackError::TooLarge { got, limit, .. } => format!("词表包要求的大小 {got} 超过了上限 {limit}"),
        PackError::Corrupt(_) => "词表包已损坏".into(),
        PackError::Algorithm { .. } => "词表包里装的是另一种词表".into(),
    }
}
