//! What the page says of pictures in Chinese.

use super::super::image::Image;
use crate::picture::format::grouped;
use crate::signal::image::{MAX_PIXELS, MAX_SIDE};

pub const IMAGE: Image = Image {
    samples: "示例图片",
    choose: "选择文件……",
    drop: "也可以拖到页面任意处，或直接粘贴。图片不会离开本机。",
    camera: "相机",
    shoot: "拍照",
    camera_close: "关闭相机",
    credit: |author, cc0| format!("摄影：{author}，{}。", if cc0 { "CC0" } else { "公有领域" }),
    coming: "正在读取图片……",
    fitting: "正在用这张图的图块拟合码本……",
    refused,
    note_animated: "这是动图，只取第一帧。",
    note_sixteen: "每通道 16 位已降为 8 位。",
    note_cmyk: "CMYK 文件：浏览器已把油墨换算成 RGB。",
    note_one_pixel: "只有 1 × 1 像素：所有图块颜色都一样。",
    stage_signal: "图片",
    stage_patches: "图块",
    stage_codes: "码字",
    stage_pooled: "图块均值",
    grid: "图块网格",
    keys_hint: "方向键在图块间移动，Home 和 End 到行首行尾",
    place: |patch, row, column| format!("图块 {patch}，第 {row} 行第 {column} 列"),
    grid_name: |rows, columns| format!("切成 {rows} × {columns} 块的图片"),
    hidden: "被遮住",
    signal_title: |width, height, side| format!("{width} × {height} 像素变成 {side} × {side}"),
    signal_lead: "模型只接受一种尺寸。框内的部分缩放到这个尺寸，缩小时每个像素都参与平均；框外的内容模型永远看不到。",
    whole: "原图",
    square: "交给模型的正方形",
    region: |(width, height), (w, h), (left, top)| {
        if (width, height) == (w, h) {
            format!("整幅 {width} × {height} 都用上（非正方形会被压扁）。")
        } else {
            format!("{width} × {height} 中取正中的 {w} × {h}，左上角在第 {left} 列、第 {top} 行。")
        }
    },
    squared: |side, numbers| format!("{side} × {side} 像素 × 3 通道 = {} 个数。", grouped(numbers)),
    tokens_title: |route, (rows, columns, p), n| match route {
        "codes" => {
            format!(
                "{rows} × {columns} 个图块变成 {} 个码字，加上 [CLS] 共 {} 个词元",
                grouped(n),
                grouped(n + 1)
            )
        }
        "pooled" => format!(
            "{rows} × {columns} 个图块按 2 × 2 取均值，剩 {} 个，加上 [CLS] 共 {} 个词元",
            grouped(n),
            grouped(n + 1)
        ),
        _ => format!(
            "{rows} × {columns} 个 {p} × {p} 像素的图块：N = {}，加上 [CLS] 共 {} 个词元",
            grouped(n),
            grouped(n + 1)
        ),
    },
    tokens_lead: |route| match route {
        "codes" => {
            "每个图块换成码本里离它最近的码字编号；码本就是在这张图上拟合的。此后它与一个单词的编号毫无区别。"
        }
        "pooled" => "相邻四块取均值，合成一个词元。序列缩短到四分之一，四块之间的差别也随之消失。",
        _ => "每个方块是一个词元：像素按固定顺序排成一个向量。向量里没有任何东西说明方块原来在哪里。",
    },
    padded: |side, p, added| format!("{side} 不是 {p} 的倍数：在下边和右边补了 {added} 行、{added} 列零。"),
    cropped: |side, p, left| format!("{side} 不是 {p} 的倍数：最后 {left} 行和 {left} 列被舍去。"),
    patch_too_large: |patch, side| {
        format!("图块边长 {patch} 大于图片边长 {side}：为了不至于什么都不剩，图片补零到恰好一个图块。")
    },
    masked: |hidden, all| {
        format!(
            "{} 个图块中遮住了 {} 个。这里它们以 [MASK] 留在原位，正如 MAE 解码器所见；MAE 的编码器只拿到其余 {} 个。",
            grouped(all),
            grouped(hidden),
            grouped(all - hidden)
        )
    },
    sequence: "序列",
    unrolled: |patch, p, k| format!("图块 {patch}：{p} × {p} × 3 = {} 个数", grouped(k)),
    normalised: "字节 x 写作 x/127.5 − 1，范围 −1 到 1，与 ViT 的输入相同。色带像文字一样逐行读，每行 3P 个数。粗线标出的是正在使用的顺序；另一种是同一批数换了位置。",
    code: |id| format!("码字 {id}"),
    index_map: "每个图块对应哪个码字。",
    reconstruction: "只用码字拼回的图片。",
    code_error: |codes, bits, mse, psnr| {
        format!("{codes} 个码字，每个词元 {bits} 比特：均方误差 {mse}（取值范围 0 到 1），{psnr} dB。")
    },
    too_many_codes: |codes, patches| {
        format!(
            "{} 个码字拟合在 {} 个图块上：许多图块独占一个码字，等于死记硬背，误差再小也说明不了什么。减少码字或缩小图块，才看得到真正的码本。",
            grouped(codes),
            grouped(patches)
        )
    },
    codes_axis: "码字数 K",
    error_axis: "均方误差",
    budget_title: "图块边长减半，注意力贵十六倍",
    budget_lead: "上面是含 [CLS] 的词元数，下面是一个头要比较的对数；边长与图块取自常见模型。",
    budget_own: |(side, p), route, tokens, pairs| {
        let averaged = if route == "pooled" { "，2 × 2 取均值" } else { "" };
        format!("当前设置：边长 {side}，图块 {p}{averaged}：{tokens} 个词元，{pairs} 对。")
    },
    swin_title: "Swin：每合并一次，词元只剩四分之一",
    swin_lead: "图块 4 × 4；每个阶段之后把 2 × 2 的邻居拼成 4C 个数，再由一个学出来的矩阵变成 2C。注意力只在 7 × 7 的窗口里计算。",
    swin_columns: ["阶段", "网格", "词元", "通道", "合并的参数", "窗口内的对数", "不分窗口的对数"],
    swin_windows: "左边是一层的窗口，右边是下一层、错开半个窗口之后的：同色的词元互相看得见。因移位从对边绕来、原本不相邻的部分仍然互相看不见。",
    swin_padded: |window, sides| {
        format!(
            "{window} × {window} 的窗口铺不满 {sides} 的网格：Swin 会先补齐，窗口内的对数也算上了补的部分。"
        )
    },
    swin_shift: |side, shift| format!("{side} × {side} 个词元上的窗口，错开 {shift}"),
    features_title: "特征图也是一个序列",
    features_lead: "五层步长为 2 的卷积；最后一张特征图逐行读出就是词元，DETR 就这样做。权重是按种子生成的随机数，颜色是各通道的均值。",
    features_columns: ["层", "特征图", "步长", "感受野"],
    features_told: |tokens, jump, field| {
        format!(
            "{tokens} 个词元，相隔 {jump} 像素，每个看得见 {field} × {field} 像素：与图块不同，它们互相重叠。"
        )
    },
    fewer_title: |n, few, queries| {
        format!("{} 个词元取均值变成 {} 个，经重采样器变成 {queries} 个", grouped(n), grouped(few))
    },
    fewer_lead: "语言模型要为图片的每个词元付费。取均值保留网格；重采样器则改用固定数目的查询。",
    pooled_to: |n, m, few| format!("{} 个词元按 {m} × {m} 取均值：{} 个", grouped(n), grouped(few)),
    resampler: |m, shown| {
        format!(
            "{m} 个查询的重采样器：不论有多少图块，都得到 {m} 个词元。权重按种子生成。前 {shown} 个查询各看向："
        )
    },
    resampler_query: "重采样器的查询",
    resampler_covers: |shown, all| {
        format!("图中只涂了前 {} 个词元，共有 {} 个：本页最多只计算这么多。", grouped(shown), grouped(all))
    },
    vectors_title: |n, d| format!("{0} 个词元变成 {0} × {d} 的矩阵", grouped(n)),
    vectors_lead: "图块的数乘以同一个矩阵 E，再加 b。从这里起，图块和单词再无分别。E 按种子生成，没有训练过。",
    row_of: |at, label| format!("第 {at} 行，{label}"),
    product: |k, d, sum, shared| {
        format!(
            "x（{}）· E（{} × {d}）+ b。第 0 个数：{sum}。加上所有行共有的部分：{shared}",
            grouped(k),
            grouped(k)
        )
    },
    code_row: |id, codes| format!("{codes} 个码字中的第 {id} 个取出随机表里属于它的一行，与单词的编号一样。"),
    mask_row: "被遮住的图块：它们共用一个学出来的向量，这里按种子生成。",
    special_row: |label| {
        format!("{label} 不代表任何图块：它有自己的一行，模型里是学出来的，这里按种子生成。")
    },
    similarity_title: |patch, row, column| {
        format!("每个位置与图块 {patch}（第 {row} 行第 {column} 列）有多像")
    },
    similarity_lead: "位置向量的余弦：橙色相近，蓝色相反。一维编码只知道阅读顺序，正下方的邻居远在一整行之外。",
    similarity_of: |id| match id {
        "sinusoidal" => "一维正弦",
        "sinusoidal_2d" => "二维正弦余弦（MAE）",
        "bilinear" => "学习式，双线性缩放（ViT）",
        "bicubic" => "学习式，双三次缩放（DINO、Hugging Face）",
        "rope_1d" => "一维 RoPE",
        _ => "二维 RoPE",
    },
    resized_differ: |trained, (rows, columns), cosine| {
        if (rows, columns) == (trained, trained) {
            return format!(
                "学习式位置表的前 {} 行当作 {trained} × {trained} 的网格，与这里的网格相同，无须缩放。换一个图块边长，就能看到两种规则的差别。",
                trained * trained
            );
        }
        format!(
            "把学习式位置表的前 {0} 行当作 {trained} × {trained} 的网格，缩放到 {rows} × {columns}。这张表并非出自视觉模型，不必在其中寻找邻里关系；两种规则得到的同一行，余弦不低于 {cosine}。",
            trained * trained
        )
    },
    too_many_places: |n, most| format!("共 {} 个位置：最多画 {} 个。", grouped(n), grouped(most)),
    attended: |label, elsewhere| {
        format!("{label} 看向哪里：越亮越多。它有 {elsewhere} 的注意力给了不是图块的词元。")
    },
};

fn refused(code: &str, width: usize, height: usize) -> String {
    match code {
        "empty" => "文件是空的。".to_string(),
        "unknown" => "浏览器读不了这个文件，它不是图片。请用 PNG、JPEG、WebP 或 AVIF。".to_string(),
        "svg" => "SVG 是绘图指令，本身没有像素。请按需要的尺寸另存为 PNG。".to_string(),
        "video" => "这是视频。请截取其中一帧作为图片。".to_string(),
        "heic" => "这个浏览器读不了 HEIC。请把照片另存为 JPEG，或在 Safari 中打开本页。".to_string(),
        "broken" => "文件损坏或不完整，浏览器无法解码。".to_string(),
        "too_large" => format!(
            "{} × {} 像素太大：最多读取 {} 百万像素，每边不超过 {}。",
            grouped(width),
            grouped(height),
            MAX_PIXELS / 1_000_000,
            grouped(MAX_SIDE)
        ),
        "network" => "示例图片没有传到。网络断了吗？请换一张，或再试一次。".to_string(),
        "not_inside" => "单文件版里没有这张示例图片，完整网站里才有。请换一张。".to_string(),
        "own_missing" => "这个链接是用一张自己的图片做的，链接带不了图片。这里显示第一张示例。".to_string(),
        "camera_refused" => "没有获得相机权限，可在浏览器对本页的设置中更改。".to_string(),
        "camera_missing" => "没有找到相机。".to_string(),
        "camera_failed" => "相机打不开，可能正被别的程序占用。".to_string(),
        "replaced" => "它已被更新的图片取代。".to_string(),
        _ => "图片读取失败，可能是内存不足。".to_string(),
    }
}
