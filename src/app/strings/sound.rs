//! The strings of the sound lane, in every language.

use super::super::sound_facts::{Facts, SoundError};
use crate::picture::format::{grouped, significant};

pub struct Sound {
    // The rail.
    pub stage_frames: &'static str,
    pub stage_codes: &'static str,
    pub stage_stem: &'static str,
    pub samples: fn(usize) -> String,

    // Where a sound is chosen.
    pub open: &'static str,
    pub record: &'static str,
    pub stop_recording: &'static str,
    pub loudness: &'static str,
    pub wave: &'static str,
    /// From, to, of so many seconds.
    pub window: fn(f64, f64, f64) -> String,
    pub reading: &'static str,
    pub framing: &'static str,
    pub fitting: &'static str,
    pub facts: fn(&Facts) -> String,
    pub error: fn(&SoundError) -> String,

    // To be heard.
    pub play_original: &'static str,
    pub play_frames: &'static str,
    pub play_codes: &'static str,
    pub stop: &'static str,
    /// Per cent.
    pub making: fn(u32) -> String,
    /// The relative error of the magnitudes.
    pub convergence: fn(&str) -> String,
    pub listen_hint: &'static str,

    // The signal and one frame.
    /// Samples, seconds.
    pub signal_title: fn(usize, f64) -> String,
    pub signal_lead: &'static str,
    pub waveform: &'static str,
    pub time_axis: &'static str,
    pub value_axis: &'static str,
    pub frame_n: fn(usize) -> String,
    /// Its number, its samples, the sample in its middle.
    pub frame_title: fn(usize, usize, usize) -> String,
    pub frame_lead: &'static str,
    pub samples_and_window: &'static str,
    pub samples_curve: &'static str,
    pub window_curve: &'static str,
    pub windowed: &'static str,
    pub spectrum: &'static str,
    pub sample_axis: &'static str,
    pub khz_axis: &'static str,
    pub power_axis: &'static str,
    /// Bin, Hz, power.
    pub loudest: fn(usize, &str, &str) -> String,

    // The frames.
    /// Frames, bands, milliseconds between two.
    pub tokens_title: fn(usize, usize, &str) -> String,
    pub tokens_lead: &'static str,
    pub delta_t: &'static str,
    pub delta_f: &'static str,
    pub product: &'static str,
    pub hop: &'static str,
    pub bins: &'static str,
    pub band: &'static str,
    pub frame: &'static str,
    pub whisper: &'static str,
    /// Band; its energy, log10, clamped, scaled.
    pub arithmetic: fn(usize, [&str; 4]) -> String,
    pub not_whisper: &'static str,
    pub torchaudio: &'static str,
    pub torchaudio_hint: &'static str,
    pub difference: &'static str,
    pub difference_hint: &'static str,

    // The filterbanks.
    pub filters: &'static str,
    pub filters_title: fn(usize) -> String,
    pub filters_lead: &'static str,
    /// Height of Slaney's first and last triangle.
    pub heights: fn(&str, &str) -> String,
    /// Bands without a bin: Slaney, HTK.
    pub empty_bands: fn(usize, usize) -> String,
    pub height_axis: &'static str,

    // The routes.
    pub routes_title: &'static str,
    pub routes_lead: &'static str,
    /// Frames and vectors of 30 seconds.
    pub thirty: fn(usize, usize) -> String,
    pub continuous: &'static str,
    pub discrete: &'static str,
    pub lane_mel: &'static str,
    pub lane_conv: &'static str,
    /// Hz.
    pub lane_semantic: fn(usize) -> String,
    /// Levels.
    pub lane_here: fn(usize) -> String,
    /// The codec, its codebooks.
    pub lane_codec: fn(&str, usize) -> String,

    // Codes.
    pub discrete_title: &'static str,
    pub discrete_lead: &'static str,
    /// Frames, runs of equal ids.
    pub semantic_title: fn(usize, usize) -> String,
    pub semantic_lead: &'static str,
    /// Levels, bits per second, per cent of the squared error that is left.
    pub residual_title: fn(usize, &str, &str) -> String,
    pub residual_lead: &'static str,
    /// Codes and frames, where there are hardly more frames than codes.
    pub too_many_codes: fn(usize, usize) -> String,
    pub error_curve: &'static str,
    pub levels_axis: &'static str,
    pub error_axis: &'static str,
    pub residuals: &'static str,
    pub level: &'static str,
    pub level_n: fn(usize) -> String,
    pub kept: &'static str,
    pub codecs_title: &'static str,
    pub codecs_lead: &'static str,
    pub col_codec: &'static str,
    pub col_tokens: &'static str,
    pub col_bits: &'static str,
    pub here: &'static str,

    // The convolutions.
    /// Frames, vectors.
    pub stem_title: fn(usize, usize) -> String,
    pub stem_lead: &'static str,
    /// c, and the number in the matrix.
    pub mixed_in: fn(&str, usize, &str) -> String,
    pub vectors_lead: &'static str,
    /// A vector; the first and last frame that it sees.
    pub reach: fn(usize, isize, usize) -> String,
}

/// Seconds with so many decimals as are of use.
fn time(seconds: f64) -> String {
    if seconds >= 60.0 { grouped(seconds.round() as usize) } else { significant(seconds, 3) }
}

pub const EN: Sound = Sound {
    stage_frames: "Log-mel frames",
    stage_codes: "Codes",
    stage_stem: "Convolutions",
    samples: |n| format!("{} samples", grouped(n)),

    open: "Open a file…",
    record: "Record",
    stop_recording: "Stop recording",
    loudness: "Loudness at the microphone",
    wave: "Waveform of the whole recording; the window that is looked at",
    window: |from, to, of| {
        format!(
            "Window from {} s to {} s of {} s: drag it, or use the arrow keys.",
            time(from),
            time(to),
            time(of)
        )
    },
    reading: "Reading the sound",
    framing: "Making frames",
    fitting: "Fitting codes",
    facts: facts_en,
    error: error_en,

    play_original: "▶ The sound",
    play_frames: "▶ What the mel frames keep",
    play_codes: "▶ What the codes keep",
    stop: "■ Stop",
    making: |percent| format!("■ Stop ({percent} % made)"),
    convergence: |error| format!("Its magnitudes miss the wanted ones by {error} (relative)."),
    listen_hint: "The frames hold no phase and fewer bands than the spectrum has bins. Griffin–Lim guesses both (32 steps with momentum 0.99), so what you hear is what the numbers still determine, and the guess.",

    signal_title: |samples, seconds| {
        format!("{} s of sound are {} numbers, 16,000 a second", time(seconds), grouped(samples))
    },
    signal_lead: "Mixed to one channel and resampled to 16 kHz, so nothing above 8 kHz is left. Drag over the waveform to choose a frame.",
    waveform: "Waveform of the window",
    time_axis: "seconds from the window’s beginning",
    value_axis: "sample",
    frame_n: |at| format!("frame {at}"),
    frame_title: |at, length, middle| {
        format!("Frame {at}: {length} samples around sample {}", grouped(middle))
    },
    frame_lead: "The Hann window fades the frame in and out, so that its edges do not sound like clicks; at the ends of the sound, the samples are mirrored. The squared size of its Fourier transform is the spectrum.",
    samples_and_window: "Samples and Hann window",
    samples_curve: "samples x[m]",
    window_curve: "Hann window w[m], as high as the loudest sample",
    windowed: "Windowed: x[m] · w[m]",
    spectrum: "Spectrum |FFT|²",
    sample_axis: "sample m of the frame",
    khz_axis: "frequency in kHz",
    power_axis: "power",
    loudest: |bin, hz, power| format!("Loudest: bin {bin} at {hz} Hz, |X|² = {power}"),

    tokens_title: |n, bands, ms| format!("{} frames of {bands} numbers, one every {ms} ms", grouped(n)),
    tokens_lead: "A row of the matrix is one frame; the picture lies on its side, with time to the right and frequency upwards. A longer window tells close tones apart but smears time; a shorter one does the reverse.",
    delta_t: "window Δt",
    delta_f: "bin Δf = 1/Δt",
    product: "Δt · Δf",
    hop: "hop",
    bins: "bins",
    band: "band",
    frame: "frame",
    whisper: "Whisper’s log-mel spectrogram",
    arithmetic: |band, [energy, log, clamped, out]| {
        format!(
            "band {band}: E = Σ W·|X|² = {energy} → log₁₀ = {log} → max(·, largest − 8) = {clamped} → (· + 4)/4 = {out}"
        )
    },
    not_whisper: "Not Whisper’s setting: no Whisper model was trained on these frames (they take hop 160, window 400, and 80 or 128 bands). The recipe is the same.",
    torchaudio: "The same sound by torchaudio’s recipe",
    torchaudio_hint: "HTK’s mel scale, triangles of height 1, the natural logarithm, no clamp; one frame more at the end.",
    difference: "Where they differ, in decibels",
    difference_hint: "Whisper’s minus torchaudio’s, both as 10 log₁₀ of the band’s energy: triangles of other heights and middles, and Whisper’s floor eight powers of ten below the loudest.",

    filters: "Mel filterbanks",
    filters_title: |bands| format!("{bands} triangles gather the spectrum into bands as wide as the ear’s"),
    filters_lead: "Slaney’s scale is linear up to 1 kHz and logarithmic above; HTK’s is one logarithm. Slaney’s triangles have area 1, HTK’s height 1; each bank is drawn relative to its highest.",
    heights: |first, last| format!("Slaney’s first is {first} high, the last {last}."),
    empty_bands: |slaney, htk| {
        format!(
            "Triangles too narrow to hold a bin, whose band is always silent: Slaney {slaney}, HTK {htk}."
        )
    },
    height_axis: "weight / highest",

    routes_title: "Two routes to a sequence, and how long it is on each",
    routes_lead: "Continuous: every two frames become one vector. Discrete: frames become ids of a codebook, like words.",
    thirty: |frames, vectors| {
        format!("Whisper pads to 30 s: {} frames become {} vectors.", grouped(frames), grouped(vectors))
    },
    continuous: "Continuous",
    discrete: "Discrete",
    lane_mel: "log-mel frames",
    lane_conv: "vectors after the convolutions",
    lane_semantic: |hz| {
        format!("semantic ids at {hz} Hz ({})", if hz == 50 { "HuBERT" } else { "w2v-BERT in AudioLM" })
    },
    lane_here: |levels| format!("residual codes here, {levels} a frame"),
    lane_codec: |codec, n_q| format!("{codec}, {n_q} codebooks"),

    discrete_title: "The same frames as ids",
    discrete_lead: "Choose k-means ids or residual codes: a codebook is fitted on these very frames, in your browser.",
    semantic_title: |frames, runs| {
        format!(
            "{} frames get one k-means id each; without repetitions {} are left",
            grouped(frames),
            grouped(runs)
        )
    },
    semantic_lead: "A stand-in: HuBERT’s “semantic” ids are k-means over a hidden layer of a trained model, which hears phonemes. No such model is here; these are k-means over the log-mel frames themselves, which group by timbre, not by meaning. The mechanism is the same.",
    residual_title: |levels, bits, left| {
        let word = if levels == 1 { "level" } else { "levels" };
        format!("{levels} {word} of codes, {bits} bits a second, leave {left} % of the squared error")
    },
    residual_lead: "Each codebook says what the ones before it left over: r₀ = x, r₁ = r₀ − C₁[c₁] … A codec does this to a learned latent and a decoder makes sound of the sum; here x is the log-mel frame.",
    too_many_codes: |codes, frames| {
        format!(
            "{codes} codes are fitted on {frames} frames: many a frame has a code of its own, which is learning by heart. Take fewer codes or a longer sound to see a real one."
        )
    },
    error_curve: "Mean squared error by number of levels",
    levels_axis: "levels used",
    error_axis: "mean squared error",
    residuals: "What every level leaves of each frame: ‖r‖",
    level: "level",
    level_n: |level| format!("level {level}"),
    kept: "The frames that the codes stand for",
    codecs_title: "What real codecs send",
    codecs_lead: "f frames a second, n_q codebooks of K codes: f · n_q tokens and f · n_q · log₂ K bits a second.",
    col_codec: "codec",
    col_tokens: "tokens/s",
    col_bits: "bits/s",
    here: "your setting here",

    stem_title: |frames, vectors| {
        format!("Two convolutions make {} vectors of {} frames", grouped(vectors), grouped(frames))
    },
    stem_lead: "Each looks at three neighbours; the second takes every other place, which halves the length. The weights are seeded random numbers: nothing is learned.",
    mixed_in: |c, at, x| {
        format!(
            "In the matrix stands √c · μ[0] + √(1 − c) · e[{at}, 0] = {x}: every row shares the part μ (c = {c})."
        )
    },
    vectors_lead: "Row = token, column = dimension. Blue is negative, orange positive. From here on nothing tells a sound from a word.",
    reach: |at, from, to| {
        format!("Vector {at} sees frames {} to {to}; before the first there are zeros.", from.max(0))
    },
};

fn facts_en(facts: &Facts) -> String {
    let mut told = vec![format!("{} s", time(facts.seconds))];
    match facts.channels {
        1 => {}
        n => told.push(format!("{n} channels, mixed by their mean")),
    }
    match facts.rate {
        16_000 => told.push("16,000 Hz".into()),
        hz @ ..16_000 => told.push(format!(
            "resampled from {} Hz, so there is nothing above {} Hz",
            grouped(hz as usize),
            grouped(hz as usize / 2)
        )),
        hz => told.push(format!("resampled from {} to 16,000 Hz", grouped(hz as usize))),
    }
    let mut text = told.join(" · ") + ".";
    if facts.missing > 0.0 {
        text += &format!(
            " The file’s header promises {} s more than it holds: what is there is used.",
            time(facts.missing)
        );
    }
    if facts.replaced > 0 {
        text += &format!(" {} samples were no numbers and count as silence.", grouped(facts.replaced));
    }
    if facts.silent {
        text += " It is silent: every band sits at the floor.";
    }
    text
}

fn error_en(why: &SoundError) -> String {
    match why {
        SoundError::Empty => "The file holds no sound.".into(),
        SoundError::NotSound => "This file is no sound.".into(),
        SoundError::Video => "This is a video. Save its sound as a file of its own and open that.".into(),
        SoundError::Damaged => "The file’s header is damaged, so its sound cannot be found.".into(),
        SoundError::Undecodable => {
            "Your browser cannot decode this file. WAV, FLAC and MP3 work everywhere.".into()
        }
        SoundError::Channels(n) => format!("The recording has {n} channels; 1 to 8 can be mixed."),
        SoundError::Rate(hz) => format!("A sampling rate of {hz} Hz is not accepted."),
        SoundError::TooLong(s) => {
            format!("The recording lasts {:.0} minutes; at most 31 are accepted.", s / 60.0)
        }
        SoundError::TooLarge(bytes) => {
            format!("The file has {:.0} MB; at most 200 are accepted.", bytes / 1_048_576.0)
        }
        SoundError::TooShort(found, half) => format!(
            "{found} samples are too few: the ends are mirrored, which takes more than half a window ({half})."
        ),
        SoundError::Overlap(hop, window) => format!(
            "A hop of {hop} samples is more than half the window of {window}: the frames overlap too little to make sound of them."
        ),
        SoundError::Network => "The sample did not come over the network. The chirp needs none.".into(),
        SoundError::OwnMissing => {
            "The link speaks of somebody’s own sound, which no link carries. The sample stands in.".into()
        }
        SoundError::NoMicrophone => "There is no microphone that this page can use.".into(),
        SoundError::Refused => {
            "The microphone was refused. It can be allowed in the browser’s settings for this page.".into()
        }
        SoundError::NoneFound => "Nothing was recorded.".into(),
        SoundError::Worker(why) => format!("The worker for sound did not answer: {why}"),
    }
}

pub const ZH: Sound = Sound {
    stage_frames: "对数梅尔帧",
    stage_codes: "码字",
    stage_stem: "卷积",
    samples: |n| format!("{} 个采样点", grouped(n)),

    open: "打开文件…",
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
    facts: facts_zh,
    error: error_zh,

    play_original: "▶ 原声",
    play_frames: "▶ 梅尔帧留下的声音",
    play_codes: "▶ 码字留下的声音",
    stop: "■ 停止",
    making: |percent| format!("■ 停止（已完成 {percent} %）"),
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
    thirty: |frames, vectors| {
        format!("Whisper 会补到 30 秒：{} 帧变成 {} 个向量。", grouped(frames), grouped(vectors))
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
    discrete_lead: "请选择 k-means 编号或残差码字：码本就在你的浏览器里，用这些帧拟合出来。",
    semantic_title: |frames, runs| {
        format!("{} 帧各得一个 k-means 编号，去掉重复后剩 {} 个", grouped(frames), grouped(runs))
    },
    semantic_lead: "这只是替身：HuBERT 的“语义”编号是对训练好的模型的某个隐层做 k-means，听得出音素。这里没有那样的模型，而是直接对对数梅尔帧做 k-means，按音色而不是按含义归类。机制是一样的。",
    residual_title: |levels, bits, left| {
        format!("{levels} 层码字，每秒 {bits} 比特，还剩 {left} % 的平方误差")
    },
    residual_lead: "每个码本只说前面几层没说完的部分：r₀ = x，r₁ = r₀ − C₁[c₁] …… 编解码器对学出来的隐向量这样做，再由解码器把总和变成声音；这里的 x 是对数梅尔帧。",
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
    here: "你在这里的设置",

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

fn facts_zh(facts: &Facts) -> String {
    let mut told = vec![format!("{} 秒", time(facts.seconds))];
    match facts.channels {
        1 => {}
        n => told.push(format!("{n} 个声道，取平均混成一个")),
    }
    match facts.rate {
        16_000 => told.push("16,000 Hz".into()),
        hz @ ..16_000 => told.push(format!(
            "由 {} Hz 重采样而来，所以 {} Hz 以上没有内容",
            grouped(hz as usize),
            grouped(hz as usize / 2)
        )),
        hz => told.push(format!("由 {} Hz 重采样到 16,000 Hz", grouped(hz as usize))),
    }
    let mut text = told.join(" · ") + "。";
    if facts.missing > 0.0 {
        text += &format!("文件头声称的长度比实际多 {} 秒：只用文件里有的。", time(facts.missing));
    }
    if facts.replaced > 0 {
        text += &format!("有 {} 个采样点不是数，按静音处理。", grouped(facts.replaced));
    }
    if facts.silent {
        text += "这段声音是静音：每个频带都在最低值。";
    }
    text
}

fn error_zh(why: &SoundError) -> String {
    match why {
        SoundError::Empty => "文件里没有声音。".into(),
        SoundError::NotSound => "这个文件不是声音。".into(),
        SoundError::Video => "这是视频。请先把其中的声音另存为文件，再打开它。".into(),
        SoundError::Damaged => "文件头已损坏，找不到其中的声音。".into(),
        SoundError::Undecodable => "你的浏览器无法解码这个文件。WAV、FLAC 和 MP3 到处都能用。".into(),
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
