//! 训练分词器的面板。

use crate::picture::format::grouped;
use crate::strings::Training;
use crate::strings::training::Whose;
use crate::tokenize::train::pairs::Done;
use crate::tokenize::train::training::{MAX_CHARS, Problem};

pub static TRAINING: Training = Training {
    stage: "训练",
    title_start: |v, words| {
        format!("第一步之前：词表有 {} 项，语料有 {} 个不同的词", grouped(v), grouped(words))
    },
    title_bpe: |step, a, b, count, tied| {
        let count = grouped(count);
        if tied {
            format!("第 {step} 次合并：“{a}”+“{b}”出现 {count} 次；还有别的符号对一样多，按编号先后取它")
        } else {
            format!("第 {step} 次合并：“{a}”+“{b}”出现 {count} 次，比其他任何一对都多")
        }
    },
    title_word_piece: |step, a, b, score, most| match most {
        Some((c, d)) => {
            format!("第 {step} 次合并：“{a}”+“{b}”得分最高，为 {score}；出现更多的其实是“{c}”+“{d}”")
        }
        None => format!("第 {step} 次合并：“{a}”+“{b}”得分最高，为 {score}，出现次数也最多"),
    },
    tied_score: "；另有别的符号对得分相同，按平局规则取它",
    title_em: |step, likelihood, piece, count| {
        format!("第 {step} 步，EM：对数似然 {likelihood}；“{piece}”的期望次数最大，为 {count}")
    },
    title_prune: |step, removed, of, last| {
        let last = last.map(|piece| format!("，最后删去的是“{piece}”")).unwrap_or_default();
        format!("第 {step} 步从 {} 项中删去 {} 项，都是语料最用不着的{last}", grouped(of), grouped(removed))
    },
    lead: |id| match id {
        "wordpiece" => {
            "WordPiece 看的不是一对出现多少次，而是相对于两个部分各自出现的次数，它们有多常挨在一起。“##”表示不在词首。"
        }
        "unigram" => {
            "Unigram 反过来做：先收下很多片段，用 EM 估计每个的概率，再删去最没用的。“▁”表示词首；单个字符永远保留。"
        }
        _ => {
            "每个词起初是一串字符。出现次数最多的相邻对，在整个语料中同时合并成一个新符号，然后重新计数。合并不跨越词的边界。"
        }
    },
    trust: |id| match id {
        "wordpiece" => {
            "每一步都与从头重新计数的结果一致（有测试）。这个得分是通行的还原：Google 从未公布 BERT 词表的训练方法，Hugging Face 的 WordPieceTrainer 实际训练的是 BPE。"
        }
        "unigram" => {
            "期望次数等于对所有切分求和的结果（有测试）。M 步是普通的最大似然；SentencePiece 用 digamma(c) 代替 c。"
        }
        _ => {
            "测试中合并结果与 Hugging Face 的 BpeTrainer 一致，直到两次合并拼出同一个符号为止，那时它会重复计数。这里的语料很小，真正的词表来自以 GB 计的文本。"
        }
    },
    by_count: "按次数 f(ab)，即 BPE 的规则",
    by_score: "按得分 f(ab) / (f(a) · f(b))",
    ties_count: "次数相同时，编号小的先合并：字符按码位排，之后是先后合并出的符号。",
    ties_score: "得分相同时，次数多的先合并，再看编号大小。",
    candidates_hint: |n| format!("最多列出前 {n} 个候选。选中一个，可以看它是怎么算出来的。"),
    pair: "符号对",
    becomes: "合成",
    count: "f(ab)",
    score: "得分",
    ids: "编号",
    merged: "已合并",
    piece: "片段",
    expected: "c(x)",
    probability: "p(x)",
    expected_title: "期望次数最大的片段",
    seeds_title: |pieces, characters| {
        format!("{} 个种子：{} 个单字符，加上至少出现两次的子串", grouped(pieces), grouped(characters))
    },
    places: "n(x)",
    loss: "损失",
    alternative: "改成",
    prune_title: |n| format!("要删去的 {} 项里最先走的：对数似然损失最小", grouped(n)),
    line: |gone, stays| {
        format!("分界线：“{}”（损失 {}）删去，“{}”（损失 {}）留下。", gone.0, gone.1, stays.0, stays.1)
    },
    sum: |a, b, terms, count| format!("f({a}, {b}) = Σ 词的次数 × 词内出现次数 = {terms} = {count}"),
    more_words: |n| format!("……另外 {n} 个词"),
    not_the_sum: |count, left, right, sum| {
        format!("新符号出现 {count} 次，就是这一对的次数，而不是 f(a) + f(b) = {left} + {right} = {sum}。")
    },
    overlapping: |count, pairs| {
        format!("新符号出现 {count} 次，少于它的 {pairs} 对：三个相连时两对重叠，而一个符号只能进一对。")
    },
    after: |a, b, left, right| match a == b {
        true => format!("合并之后 f({a}) = {left}。"),
        false => format!("合并之后 f({a}) = {left}，f({b}) = {right}。"),
    },
    removal: |piece, places, alternative, loss| {
        format!("没有“{piece}”，它的 {places} 处会变成 {alternative}，对数似然大约下降 {loss}。")
    },
    share: |piece, count, p| format!("p({piece}) = c / Σ c，c = {count}：{p}"),
    changed: |n, of| match n {
        0 => "这一步没有改变任何词".into(),
        n => format!("这一步改变了 {} 个不同的词里的 {n} 个", grouped(of)),
    },
    words: |n, of| {
        if n >= of {
            format!("全部 {} 个不同的词，眼下切成这样", grouped(of))
        } else {
            format!("{} 个不同的词里的前 {n} 个，眼下切成这样", grouped(of))
        }
    },
    words_lead: "× 后面是词在语料里出现的次数。这一步新得到的符号填了色。",
    step_axis: "步数",
    vocabulary: |now, start| format!("词表 V = {}，起初 {}", grouped(now), grouped(start)),
    vocabulary_axis: "项数",
    tokens_per_word: |tokens, words, now, start| {
        format!("{} 个词元 / {} 个词 = 每词 {now} 个词元，起初 {start}", grouped(tokens), grouped(words))
    },
    tokens_axis: "每词词元数",
    parameters: |v, d, product| format!("嵌入表：V · d_model = {} · {d} = {product} 个参数", grouped(v)),
    parameters_axis: "参数",
    table_columns: ["步骤", "做了什么", "V", "每词词元数", "V · d_model"],
    table_caption: |from, to| format!("第 {from} 到 {to} 步"),
    first: "回到开头",
    back: "上一步",
    forward: "下一步",
    last: "直到结束",
    play: "播放",
    pause: "暂停",
    end: |steps, why| match why {
        Done::NoPair => format!("共 {} 次合并：此后每个词都成了一个符号。", grouped(steps)),
        Done::BelowMinFrequency { best } => {
            format!("共 {} 次合并：此后最多的一对只出现 {best} 次，低于最低频次。", grouped(steps))
        }
        Done::VocabularyFull => format!("共 {} 次合并：此后词表达到目标大小。", grouped(steps)),
    },
    end_pruned: |steps, v| format!("共 {} 步：最后剩下 {} 项。", grouped(steps), grouped(v)),
    running: "正在训练……",
    corpus_hint: |chars, most| format!("{} / {} 个字符。改动之后会重新训练。", grouped(chars), grouped(most)),
    reset: "换回自带的句子",
    problem: |problem| match problem {
        Problem::Empty => "语料里没有词。".into(),
        Problem::NothingToJoin => "每个词都只有一个字符，没有可以合并的。".into(),
        Problem::TooLong { chars } => {
            format!("语料有 {} 个字符，超过 {} 个。", grouped(*chars), grouped(MAX_CHARS))
        }
        Problem::TooSmall { vocabulary, characters } => {
            format!(
                "词表只有 {} 项，除了语料里的 {} 个单字符再也放不下别的。",
                grouped(*vocabulary),
                grouped(*characters)
            )
        }
    },
    old: |algorithm, vocabulary, whose| {
        let corpus = match whose {
            Whose::Same => "同一份语料",
            Whose::Own => "自带的句子",
            Whose::Before => "之前的语料",
        };
        format!("图上画的是 {algorithm}，目标词表 {} 项，用的是{corpus}。", grouped(vocabulary))
    },
    not_taken: "没有采用：仍用之前的语料训练。",
    cut: |chars| format!("共 {} 个字符，只取了前 {} 个。", grouped(chars), grouped(MAX_CHARS)),
    no_candidates: "没有哪一对出现得够多，无从合并。",
};
