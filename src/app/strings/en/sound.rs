//! Sound, in English.

use super::counted;
use crate::picture::format::grouped;
use crate::signal::audio::LARGEST;
use crate::sound_facts::{Facts, SoundError};
use crate::strings::sound::{Sound, time};

pub const SOUND: Sound = Sound {
    stage_frames: "Log-mel frames",
    stage_codes: "Codes",
    stage_stem: "Convolutions",
    samples: |n| format!("{} samples", grouped(n)),

    open: "Choose a file …",
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
    facts: facts,
    error: error,

    play_original: "▶ The sound",
    play_frames: "▶ What the mel frames keep",
    play_codes: "▶ What the codes keep",
    stop: "■ Stop",
    making: |percent| format!("■ Stop ({percent}\u{a0}% made)"),
    convergence: |error| format!("Its magnitudes miss the wanted ones by {error} (relative)."),
    listen_hint: "The frames hold no phase and fewer bands than the spectrum has bins. Griffin–Lim guesses both (32 steps with momentum 0.99), so what you hear is what the numbers still determine, and the guess.",

    signal_title: |samples, seconds| {
        format!("{} s of sound are {} numbers, 16,000 a second", time(seconds), grouped(samples))
    },
    signal_lead: "Mixed to one channel and resampled to 16 kHz, so nothing above 8 kHz is left. Drag over the waveform to choose a frame.",
    waveform: "Waveform of the window",
    time_axis: "seconds into the window",
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

    tokens_title: |n, bands, ms| format!("{} of {bands} numbers, one every {ms} ms", counted(n, "frame")),
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
    thirty: |frames, vectors, whisper| {
        let who = if whisper { "Whisper pads to 30 s" } else { "30 s with this hop" };
        format!("{who}: {} frames become {} vectors.", grouped(frames), grouped(vectors))
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
            "{} {} one k-means id each; without repetitions {} {} left",
            counted(frames, "frame"),
            if frames == 1 { "gets" } else { "get" },
            grouped(runs),
            if runs == 1 { "is" } else { "are" }
        )
    },
    semantic_lead: "A stand-in: HuBERT’s “semantic” ids are k-means over a hidden layer of a trained model, which hears phonemes. No such model is here; these are k-means over the log-mel frames themselves, which group by timbre, not by meaning. The mechanism is the same.",
    residual_title: |levels, bits, left| {
        let word = if levels == 1 { "level" } else { "levels" };
        format!("{levels} {word} of codes, {bits} bits a second, leave {left}\u{a0}% of the squared error")
    },
    residual_lead: "Each codebook says what the ones before it left over: r₀ = x, r₁ = r₀ − C₁[c₁], and so on. A codec does this to a learned latent and a decoder makes sound of the sum; here x is the log-mel frame.",
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

fn facts(facts: &Facts) -> String {
    let mut told = vec![format!("{} s", time(facts.seconds))];
    match facts.channels {
        1 => {}
        n => told.push(format!("{n} channels, mixed by their mean")),
    }
    match facts.rate {
        16_000 => told.push("16,000 Hz".into()),
        hz @ ..16_000 => told.push(format!(
            "resampled from {} Hz, so there is nothing above {} Hz",
            grouped(hz),
            grouped(hz / 2)
        )),
        hz => told.push(format!("resampled from {} to 16,000 Hz", grouped(hz))),
    }
    let mut text = told.join(" · ") + ".";
    if facts.missing > 0.0 {
        text += &format!(
            " The file’s header promises {} s more than it holds: what is there is used.",
            time(facts.missing)
        );
    }
    if facts.replaced > 0 {
        let (were, count) = match facts.replaced {
            1 => ("sample was no number", "counts"),
            _ => ("samples were no numbers", "count"),
        };
        let (n, largest) = (grouped(facts.replaced), grouped(LARGEST as usize));
        text += &format!(" {n} {were}, or beyond ±{largest}, and {count} as silence.");
    }
    if facts.silent {
        text += " It is silent: every band sits at the floor.";
    }
    text
}

fn error(why: &SoundError) -> String {
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
            "{found} {} too few: the ends are mirrored, which takes more than half a window ({half}).",
            if *found == 1.0 { "sample is" } else { "samples are" }
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
