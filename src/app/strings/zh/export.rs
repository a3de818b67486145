//! 保存图与数据。

use crate::strings::export::Export;

pub const EXPORT: Export = Export {
    save: "保存……",
    label: "保存此图及其数据",
    copy: "复制为图片",
    print: "打印",
    saved: |file| format!("已保存为 {file}。"),
    copied: "已复制为图片。",
    nothing: "还没有可以保存的图。",
    outdated: "这些设置无法计算，所以没有可以保存的图。",
    too_large: "数据超过四百万个，一个文件放不下。",
    network: "负责写文件的那部分页面没能载入，网络恢复后可以再试。",
    canvas: "浏览器没能生成图片，数据格式仍可保存。",
    clipboard: "浏览器不允许本页复制图片，可以改存为 PNG。",
    no_picture: |name, all| format!("这里没有叫“{name}”的图，现有：{all}。"),
    no_format: |format, all| format!("没有“{format}”这种格式，可用：{all}。"),
};
