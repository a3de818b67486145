//! 不合适的值，以及 GPU。

use crate::compute::{ComputeError, Loss, NoGpu};
use crate::state::Origin;
use crate::strings::Problems;

pub const PROBLEMS: Problems = Problems {
    unknown_key: |origin, key| {
        let who = match origin {
            Origin::Link => "链接",
            Origin::File => "文件",
            Origin::Script => "脚本",
            Origin::Lesson => "课程文件",
            Origin::Control => "控件",
        };
        format!("{who}设置了“{key}”，这个版本不认识它。")
    },
    not_a_number: |key, given| format!("“{given}”不是数字，{key} 保持原值。"),
    clamped: |key, given, to| format!("{given} 超出了 {key} 的范围，改用 {to}。"),
    rounded: |key, given, to| format!("{given} 落在 {key} 的两档之间，取最近的 {to}。"),
    fewer_heads: |given, heads, shown| {
        format!("没有 head {given}：一共 {heads} 个头，从 0 数起。现在显示第 {shown} 头。")
    },
    fewer_tokens: |key, given, tokens| {
        format!("没有 {key} {given}：共 {tokens} 个词元，从 0 数起。取最后一个。")
    },
    not_text: |key, given| format!("{key} 必须是字符串，{given} 不是；保持原值。"),
    not_a_blob: "setInput 需要一个 File 或 Blob。",
    more: |n| format!("另有 {n} 个值没有看懂。"),
    not_an_object: |given| {
        format!("locus.set 要的是对象，例如 {{ scheme: 'rope' }}，{given} 不是；什么都没有改动。")
    },
    not_a_choice: |key, given, choices| format!("{key} 没有“{given}”这个选项，可选：{choices}。"),
    too_long: |key, max| format!("{key} 超过 {max} 个字符，只取开头部分。"),
    bad_list: |key| format!("{key} 的列表格式不对，保持原值。"),
    newer_link: |v| format!("它是由版本 {v} 制作的，本页不认识这个版本；能看懂的部分已经显示。"),
    left_out: |key, names| format!("{key} 里的“{names}”这个版本不认识，已略去，其余照用。"),
    cut_link: "链接的结尾缺了一截；收到的部分已经显示。",
    broken_link: "链接里压缩的文本已损坏，未能取出；其余部分已经显示。",
    gpu_reason,
    gpu_lost: |why| format!("WebGPU 设备丢失（{why}）。已改由 CPU 计算，设置不变。"),
    no_gpu: |why| format!("这里用不了 WebGPU（{why}），改由 CPU 计算。"),
};

/// Why the GPU is not used. What the browser says in its own words is quoted.
fn gpu_reason(error: &ComputeError) -> String {
    match error {
        ComputeError::NoAdapter(why) => no_gpu(why),
        ComputeError::DeviceLost(Loss::Said(words)) => quoted("浏览器的说明", words),
        ComputeError::DeviceLost(Loss::Stopped(_)) => "工作到一半时停止了".into(),
        ComputeError::DeviceLost(Loss::Closed) => "已关闭".into(),
        ComputeError::Gpu(words) => quoted("WebGPU 报告了一个错误", words),
        ComputeError::TooLarge { bytes, limit, .. } => {
            format!("需要 {bytes} 字节，超过了这个设备的上限 {limit}")
        }
        ComputeError::Shape { .. } | ComputeError::NothingYet => "数据与计算不匹配".into(),
    }
}

fn no_gpu(why: &NoGpu) -> String {
    match why {
        NoGpu::InsecurePage => "本页不是经 https 或从本机打开的，浏览器只在这两种情况下提供 WebGPU".into(),
        NoGpu::NoWebGpu => "这个浏览器没有它".into(),
        NoGpu::NoAdapter => "浏览器有 WebGPU，但没有找到可用的图形适配器".into(),
        NoGpu::NoDevice(words) => quoted("图形适配器没有给出设备", words),
        NoGpu::Silent { seconds } => format!("图形适配器 {seconds} 秒内没有响应"),
    }
}

fn quoted(what: &str, words: &str) -> String {
    match words.trim_end_matches('.') {
        "" => what.to_string(),
        words => format!("{what}：“{words}”"),
    }
}
