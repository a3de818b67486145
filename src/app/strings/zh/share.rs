//! 链接、嵌入与状态文件。

use crate::picture::format::grouped;
use crate::state::file::FileError;
use crate::strings::share::{Messages, Share};

pub const SHARE: Share = Share {
    title: "分享",
    lead_file: "本页是一个文件：链接只能在文件所在的这台设备上打开；保存的状态文件在任何一份 Locus 里都能打开。可以设定读者能动哪些控件。",
    lead: "链接打开的就是眼前这个状态，换一台设备也一样。可以设定读者能动哪些控件。",
    close: "关闭",
    locked: "已由链接锁定",
    controls: "本面板的控件",
    no_controls: "这个面板没有控件。",
    free: "可调",
    lock: "锁定",
    hide: "隐藏",
    touch: |control, touch| format!("{control}：{touch}"),
    panels: "面板",
    panels_hint: "读者只看到勾选的面板。",
    language: "语言",
    theme: "主题",
    own: "由读者决定",
    link: "链接",
    length: |n| format!("{} 个字符", grouped(n as u64)),
    long: |n| format!("{} 个字符。有些邮件和聊天软件会截断超过 2,000 个字符的链接。", grouped(n as u64)),
    too_long: |n, most| {
        format!(
            "文本太长，链接有 {} 个字符，超过了上限 {}。请改存为状态文件。",
            grouped(n as u64),
            grouped(most as u64)
        )
    },
    copy: "复制",
    copied: "已复制",
    copy_failed: "请选中后复制",
    frame: "嵌入其他网页",
    frame_hint: "只嵌入这一个面板。自动调整高度的脚本和消息协议见 EMBED.md。",
    height: "高度",
    frame_title: |panel| format!("Locus：{panel}"),
    file: "存为文件",
    file_hint: "内容与链接相同，文本再长也放得下。",
    save: "保存状态文件",
    load: "打开状态文件",
    file_error: |error| match error {
        FileError::TooLong { bytes } => {
            format!("状态文件不会有 {} 字节这么大；什么都没有改动。", grouped(*bytes as u64))
        }
        FileError::NotJson { line, column } => {
            format!("这不是 JSON：读到第 {line} 行第 {column} 列就读不下去了；什么都没有改动。")
        }
        FileError::NotAState => "这是 JSON，但不是 Locus 的状态文件；什么都没有改动。".into(),
    },
    own_signal: "自己的图片和声音只留在这台设备上，链接和文件都不带。",
    open: "在 Locus 中打开",
    messages: Messages {
        version: "这个框架使用 locus/1 协议，消息里要有 locus: 1。",
        id: "消息的 id 必须是数字，或不超过 100 个字符的字符串。",
        not_an_object: "set 消息要带 state 对象，例如 { scheme: 'rope' }。",
        not_a_string: |name| format!("消息要带字符串 {name}。"),
        unknown_type: |name| format!("没有“{name}”这种消息，可用的有 set、get、export、theme、lang。"),
        no_data: |name| format!("现在没有名为“{name}”的数据。"),
    },
};
