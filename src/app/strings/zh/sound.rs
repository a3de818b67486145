//! 声音。

use crate::picture::format::grouped;
use crate::signal::audio::LARGEST;
use crate::sound_facts::{Facts, SoundError};
use crate::strings::sound::{Sound, time};

pub const SOUND: Sound = Sound {
    stage_frames: "对数梅尔帧",
    stage_codes: "码字",
    stage_stem: "卷积",
    samples: |n| format!("{} 个采样点", grouped(n)),

    open: "选择文件……",
    record: "录音",
    stop_recording: "停止录音",
    loudness: "麦克风音量",
    wave: "整段录音的波形，以及正在看的窗口",
    window: |from, to, of| {
        format!("窗口：{} 秒到 {} 秒，全长 {} 秒。可以拖动，也可以用方向键。", time(from), time(to), time(of))
    },
    reading: "正在读取声音",
    framing: "正在分帧",
    fitting: "正在拟合码本",
    facts: facts,
    error: error,

    play_original: "▶ 原声",
    play_frames: "▶ 梅尔帧留下的声音",
    play_codes: "▶ 码字留下的声音",
    stop: "■ 停止",
    making: |percent| format!("■ 停止（已完成 {percent}\u{a0}%）"),
    convergence: |error| format!("与目标幅度的相对误差为 {error}。"),
    listen_hint: "梅尔帧里没有相位，频带也比频谱的频点少。Griffin–Lim 算法把两者猜回来（32 步，动量 0.99），所以听到的是这些数还能确定的部分，加上猜测。",

    signal_title: |samples, seconds| {
        format!("{} 秒声音就是 {} 个数，每秒 16,000 个", time(seconds), grouped(samples))
    },
    signal_lead: "先混成单声道，再重采样到 16 kHz，所以 8 kHz 以上的成分都没有了。在波形上拖动可以选帧。",
    waveform: "窗口内的波形",
    time_axis: "距窗口起点的秒数",
    value_axis: "采样值",
    frame_n: |at| format!("第 {at} 帧"),
    frame_title: |at, length, middle| {
        format!("第 {at} 帧：以第 {} 个采样点为中心的 {length} 个采样点", grouped(middle))
    },
    frame_lead: "Hann 窗让一帧渐强渐弱，两端才不会像咔嗒声；在声音的首尾，采样点按镜像补齐。傅里叶变换的模的平方就是频谱。",
    samples_and_window: "采样点与 Hann 窗",
    samples_curve: "采样点 x[m]",
    window_curve: "Hann 窗 w[m]，按最大采样值缩放",
    windowed: "加窗后：x[m] · w[m]",
    spectrum: "频谱 |FFT|²",
    sample_axis: "帧内第 m 个采样点",
    khz_axis: "频率（kHz）",
    power_axis: "功率",
    loudest: |bin, hz, power| format!("最强：第 {bin} 个频点，{hz} Hz，|X|² = {power}"),

    tokens_title: |n, bands, ms| format!("{} 帧，每帧 {bands} 个数，每 {ms} 毫秒一帧", grouped(n)),
    tokens_lead: "矩阵的一行是一帧；图是横放的，时间向右，频率向上。窗越长，越能分清相近的音，时间却越模糊；窗越短则相反。",
    delta_t: "窗长 Δt",
    delta_f: "频点间隔 Δf = 1/Δt",
    product: "Δt · Δf",
    hop: "帧移",
    bins: "频点数",
    band: "频带",
    frame: "帧",
    whisper: "Whisper 的对数梅尔谱",
    arithmetic: |band, [energy, log, clamped, out]| {
        format!(
            "频带 {band}：E = Σ W·|X|² = {energy} → log₁₀ = {log} → max(·, 最大值 − 8) = {clamped} → (· + 4)/4 = {out}"
        )
    },
    not_whisper: "这不是 Whisper 的设置：没有哪个 Whisper 模型是用这样的帧训练的（它们用帧移 160、窗长 400，80 或 128 个频带）。算法步骤相同。",
    torchaudio: "同一段声音，按 torchaudio 的做法",
    torchaudio_hint: "HTK 梅尔刻度，三角形高度为 1，取自然对数，不截断；末尾多一帧。",
    difference: "两者差在哪里（分贝）",
    difference_hint: "Whisper 减 torchaudio，都换算成频带能量的 10 log₁₀：差别来自三角形的高度和中心，以及 Whisper 把比最大值低八个数量级以下的都截平。",

    filters: "梅尔滤波器组",
    filters_title: |bands| format!("{bands} 个三角形把频谱归成与人耳差不多宽的频带"),
    filters_lead: "Slaney 刻度在 1 kHz 以下是线性的，以上是对数的；HTK 刻度从头到尾是一条对数曲线。Slaney 的三角形面积为 1，HTK 的高度为 1；图中各自除以本组最高的三角形。",
    heights: |first, last| format!("Slaney 的第一个三角形高 {first}，最后一个高 {last}。"),
    empty_bands: |slaney, htk| {
        format!("窄得一个频点都没有、因而永远无声的三角形：Slaney {slaney} 个，HTK {htk} 个。")
    },
    height_axis: "权重 / 最高",

    routes_title: "通向序列的两条路，长度各是多少",
    routes_lead: "连续：每两帧变成一个向量。离散：帧变成码本里的编号，就像词一样。",
    thirty: |frames, vectors, whisper| {
        let who = if whisper { "Whisper 会补到 30 秒" } else { "按这个帧移，30 秒" };
        format!("{who}：{} 帧变成 {} 个向量。", grouped(frames), grouped(vectors))
    },
    continuous: "连续",
    discrete: "离散",
    lane_mel: "对数梅尔帧",
    lane_conv: "卷积之后的向量",
    lane_semantic: |hz| {
        format!("语义编号，{hz} Hz（{}）", if hz == 50 { "HuBERT" } else { "AudioLM 里的 w2v-BERT" })
    },
    lane_here: |levels| format!("这里的残差码字，每帧 {levels} 个"),
    lane_codec: |codec, n_q| format!("{codec}，{n_q} 个码本"),

    discrete_title: "同样的帧，写成编号",
    discrete_lead: "请选择 k-means 编号或残差码字：码本就在浏览器里，用这些帧拟合出来。",
    semantic_title: |frames, runs| {
        format!("{} 帧各得一个 k-means 编号，去掉重复后剩 {} 个", grouped(frames), grouped(runs))
    },
    semantic_lead: "这只是替身：HuBERT 的“语义”编号是对训练好的模型的某个隐层做 k-means，听得出音素。这里没有那样的模型，而是直接对对数梅尔帧做 k-means，按音色而不是按含义归类。机制是一样的。",
    residual_title: |levels, bits, left| {
        format!("{levels} 层码字，每秒 {bits} 比特，还剩 {left}\u{a0}% 的平方误差")
    },
    residual_lead: "每个码本只说前面几层没说完的部分：r₀ = x，r₁ = r₀ − C₁[c₁]，以此类推。编解码器对学出来的隐向量这样做，再由解码器把总和变成声音；这里的 x 是对数梅尔帧。",
    too_many_codes: |codes, frames| {
        format!(
            "{codes} 个码字只有 {frames} 帧可拟合：许多帧各占一个码字，等于死记硬背。减少码字或换更长的声音，才看得到真正的码本。"
        )
    },
    error_curve: "均方误差随层数的变化",
    levels_axis: "使用的层数",
    error_axis: "均方误差",
    residuals: "每一层之后各帧还剩多少：‖r‖",
    level: "层",
    level_n: |level| format!("第 {level} 层"),
    kept: "码字所代表的帧",
    codecs_title: "真实的编解码器每秒发送多少",
    codecs_lead: "每秒 f 帧，n_q 个码本，每个 K 个码字：每秒 f · n_q 个词元，f · n_q · log₂ K 比特。",
    col_codec: "编解码器",
    col_tokens: "词元/秒",
    col_bits: "比特/秒",
    here: "这里的设置",

    stem_title: |frames, vectors| {
        format!("两层卷积把 {} 帧变成 {} 个向量", grouped(frames), grouped(vectors))
    },
    stem_lead: "每层看相邻的三个位置；第二层隔一个取一个，长度减半。权重是由种子生成的随机数，没有经过训练。",
    mixed_in: |c, at, x| {
        format!("矩阵里的数是 √c · μ[0] + √(1 − c) · e[{at}, 0] = {x}：每一行都含有共同的部分 μ（c = {c}）。")
    },
    vectors_lead: "行是词元，列是维度；蓝为负，橙为正。从这里起，声音和单词再无分别。",
    reach: |at, from, to| format!("第 {at} 个向量看到第 {} 到 {to} 帧；第一帧之前是零。", from.max(0)),
};

fn facts(facts: &Facts) -> String {
    let mut told = vec![format!("{} 秒", time(facts.seconds))];
    match facts.channels {
        1 => {}
        n => told.push(format!("{n} 个声道，取平均混成一个")),
    }
    match facts.rate {
        16_000 => told.push("16,000 Hz".into()),
        hz @ ..16_000 => {
            told.push(format!("由 {} Hz 重采样而来，所以 {} Hz 以上没有内容", grouped(hz), grouped(hz / 2)))
        }
        hz => told.push(format!("由 {} Hz 重采样到 16,000 Hz", grouped(hz))),
    }
    let mut text = told.join(" · ") + "。";
    if facts.missing > 0.0 {
        text += &format!("文件头声称的长度比实际多 {} 秒：只用文件里有的。", time(facts.missing));
    }
    if facts.replaced > 0 {
        let (n, largest) = (grouped(facts.replaced), grouped(LARGEST as usize));
        text += &format!("有 {n} 个采样点不是数，或超出 ±{largest}，按静音处理。");
    }
    if facts.silent {
        text += "这段声音是静音：每个频带都在最低值。";
    }
    text
}

fn error(why: &SoundError) -> String {
    match why {
        SoundError::Empty => "文件里没有声音。".into(),
        SoundError::NotSound => "这个文件不是声音。".into(),
        SoundError::Video => "这是视频。请先把其中的声音另存为文件，再打开它。".into(),
        SoundError::Damaged => "文件头已损坏，找不到其中的声音。".into(),
        SoundError::Undecodable => "这个浏览器无法解码这个文件。WAV、FLAC 和 MP3 到处都能用。".into(),
        SoundError::Channels(n) => format!("这段录音有 {n} 个声道；只能混合 1 到 8 个。"),
        SoundError::Rate(hz) => format!("不接受 {hz} Hz 的采样率。"),
        SoundError::TooLong(s) => format!("录音长达 {:.0} 分钟；最多接受 31 分钟。", s / 60.0),
        SoundError::TooLarge(bytes) => format!("文件有 {:.0} MB；最多接受 200 MB。", bytes / 1_048_576.0),
        SoundError::TooShort(found, half) => {
            format!("{found} 个采样点太少：两端要按镜像补齐，至少要比半个窗（{half}）长。")
        }
        SoundError::Overlap(hop, window) => {
            format!("帧移 {hop} 超过窗长 {window} 的一半：帧与帧重叠太少，无法还原成声音。")
        }
        SoundError::Network => "示例没有通过网络取到。扫频音不需要网络。".into(),
        SoundError::OwnMissing => "链接里说的是别人自己的声音，链接带不了它，先用示例代替。".into(),
        SoundError::NoMicrophone => "没有本页可用的麦克风。".into(),
        SoundError::Refused => "麦克风被拒绝了。可以在浏览器对本页的设置里允许。".into(),
        SoundError::NoneFound => "什么也没录到。".into(),
        SoundError::Worker(why) => format!("处理声音的后台线程没有回应：{why}"),
    }
}
