//! 课程。

use super::shell::SHELL;
use crate::lesson::problem::{Fatal, Problem, What};
use crate::strings::Lesson;

pub static LESSON: Lesson = Lesson {
    list: "课程",
    list_lead: "每一课带着走一遍：先猜，再让图来回答。途中所有控件都可以随意拨动。",
    close: "关闭",
    loading: "正在加载课程",
    failed: "课程没有加载成功：有一个文件未能取到。",
    minutes: |n| format!("{n} 分钟"),
    level: |level| match level {
        "start" => "入门",
        "middle" => "进阶",
        "far" => "深入",
        _ => "",
    },
    open_file: "打开课程文件……",
    file_hint: "也可以把 .json 文件拖到这里。格式见 LESSONS.md；文件不会离开本页。",
    region: |title| format!("课程：{title}"),
    step_of: |n, of| format!("第 {n} 步，共 {of} 步"),
    back: "上一步",
    next: "下一步",
    finish: "完成",
    leave: "退出课程",
    fold: "收起",
    unfold: "展开",
    changed: "控件随意拨动，改动会保留。",
    reset: "恢复本步的设置",
    controls: |names| format!("圈出的控件：{names}"),
    question: "先猜后验",
    number: "猜的数",
    cell: "猜的格子",
    cell_hint: "在图中点选，或在这里选。",
    query: "查询",
    key: "键",
    cell_is: |i, query, j, key| format!("查询 {i}“{query}”、键 {j}“{key}”"),
    token: |i, label| format!("{i} {label}"),
    check: "验证",
    checking: "正在计算……",
    predict_first: "先猜一个：猜错了收获也一样大。",
    right: "猜对了。",
    wrong: "不是这样。",
    computed: |answer| format!("刚刚算出：{answer}。"),
    no_numbers: "按现在的设置算不出这个数。请恢复本步的设置，再验证一次。",
    problems: |n| format!("这个文件有 {n} 处问题"),
    fatal,
    problem,
};

fn fatal(why: &Fatal) -> String {
    match why {
        Fatal::TooLarge { most } => format!("课程文件超过 {} kB，没有读取。", most / 1024),
        Fatal::NotJson => "课程文件不是有效的 JSON。".into(),
        Fatal::NotALesson => "文件是 JSON，但不是课程：缺少 \"locus_lesson\": 1。".into(),
        Fatal::NoSteps => "课程里没有任何步骤。".into(),
        Fatal::OtherOrigin => "课程只能来自本页所在的站点：写课程名，或以 ./ 或 / 开头的地址。".into(),
        Fatal::Fetch(error) => format!("课程没有加载成功：{}。", (SHELL.load_reason)(error)),
        Fatal::NotHere => "这一课是从文件打开的，链接里不带文件：请重新打开那个文件。".into(),
    }
}

fn problem(problem: &Problem, setting: &str) -> String {
    let what = match &problem.what {
        What::Newer(version) => format!("文件是第 {version} 版格式，比本页新；看不懂的部分略去"),
        What::TooManySteps(most) => format!("只显示前 {most} 步"),
        What::NoState => "缺少 \"state\"，按全课的设置显示".into(),
        What::State(_) => setting.to_string(),
        What::Reserved(key) => format!("\"{key}\" 由读者自己决定，没有设置"),
        What::NoText { field, language } => format!("\"{field}\" 缺少“{language}”的文字"),
        What::LongText { field, most } => format!("\"{field}\" 过长，只取前 {most} 个字符"),
        What::Markup { field } => format!("\"{field}\" 里有 HTML 或脚本，按普通文字显示"),
        What::UnknownHighlight(key) => format!("没有可以圈出的控件 {key}"),
        What::UnknownValue(name) => format!("\"then\" 里的 {{{name}}} 不是它的 values 之一"),
        What::UnknownData(name) => format!("没有名为 \"{name}\" 的数据，这道题略去"),
        What::Ask(part) => format!("看不懂 \"{part}\"，这道题略去"),
    };
    match problem.step {
        Some(step) => format!("第 {step} 步：{what}"),
        None => format!("整个课程：{what}"),
    }
}
