// What only the browser can do with sound: decode what is compressed, listen to a microphone, and play.

const turn = () => new Promise((done) => setTimeout(done));

/**
 * The samples of a compressed file as a WAVE file of 32-bit floats: the worker reads it in pieces, and a blob need not lie
 * in this page's memory. Decoded at `rate`, so that who asks for the file's own gets what the file holds. Where that is
 * `whole` numbers of 16 bits, the file that comes out holds these.
 */
export async function decode(blob, rate, whole) {
  const context = new OfflineAudioContext(1, 1, rate);
  const buffer = await context.decodeAudioData(await blob.arrayBuffer());
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, c) => buffer.getChannelData(c));
  const Samples = whole ? Int16Array : Float32Array;
  const scale = whole && (await positiveScale(channels));
  const own = whole ? (x) => Math.round(x * (x > 0 ? scale : 32_768)) : (x) => x;
  const parts = [header(channels.length, buffer.sampleRate, buffer.length, Samples)];
  for (let from = 0; from < buffer.length; from += STEP) {
    const count = Math.min(STEP, buffer.length - from);
    const mixed = new Samples(count * channels.length);
    channels.forEach((samples, c) => {
      for (let n = 0; n < count; n++) mixed[n * channels.length + c] = own(samples[from + n]);
    });
    parts.push(new Blob([mixed]));
    await turn(); // the page lives on
  }
  return new Blob(parts);
}

/** Samples of a channel between two turns. */
const STEP = 1 << 18;

/**
 * What positive samples of 16 bits were divided by. Chromium takes 32,767 for them and 32,768 for negative ones
 * (media/base/audio_sample_types.h), others 32,768 for all: the right one makes them whole again.
 */
async function positiveScale(channels) {
  const scales = [32_768, 32_767];
  const misses = scales.map(() => 0);
  for (const samples of channels) {
    for (let from = 0; from < samples.length; from += STEP) {
      for (const x of samples.subarray(from, from + STEP)) {
        if (x > 0) scales.forEach((scale, i) => (misses[i] += Math.abs(x * scale - Math.round(x * scale))));
      }
      await turn();
    }
  }
  return misses[1] < misses[0] ? scales[1] : scales[0];
}

/** 44 bytes: RIFF, format 1 (integers) or 3 (IEEE float), one `data` chunk. */
function header(channels, rate, frames, Samples) {
  const view = new DataView(new ArrayBuffer(44));
  const bytes = Samples.BYTES_PER_ELEMENT;
  const block = bytes * channels;
  const text = (at, word) => [...word].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'RIFF');
  text(8, 'WAVEfmt ');
  text(36, 'data');
  view.setUint32(4, 36 + block * frames, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, Samples === Float32Array ? 3 : 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, 8 * bytes, true);
  view.setUint32(40, block * frames, true);
  return view.buffer;
}

/** Whether there may be a microphone at all. */
export const can_record = () =>
  isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia) && typeof MediaRecorder === 'function';

/** Longest recording, in milliseconds: half an hour. */
const LONGEST = 30 * 60 * 1000;

/** A recording under way. `level` hears the last samples a few times a second. */
export class Microphone {
  #stream;
  #context;
  #recorder;
  #timers = [];
  #pieces = [];

  /** Rejects with the browser's reason if there is no microphone or it may not be used. */
  static async open(level) {
    const microphone = new Microphone();
    await microphone.#begin(level);
    return microphone;
  }

  async #begin(level) {
    this.#stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    this.#recorder = new MediaRecorder(this.#stream);
    this.#recorder.ondataavailable = ({ data }) => this.#pieces.push(data);
    this.#recorder.start();
    this.#context = new AudioContext();
    const analyser = this.#context.createAnalyser();
    analyser.fftSize = 2048;
    this.#context.createMediaStreamSource(this.#stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const listen = () => {
      analyser.getFloatTimeDomainData(samples);
      level(samples);
    };
    this.#timers.push(setInterval(listen, 80), setTimeout(() => this.#recorder.stop(), LONGEST));
  }

  /** Ends it and gives what was recorded. */
  async close() {
    this.#timers.forEach(clearTimeout);
    if (this.#recorder.state !== 'inactive') {
      const stopped = new Promise((done) => (this.#recorder.onstop = done));
      this.#recorder.stop();
      await stopped;
    }
    this.#stream.getTracks().forEach((track) => track.stop());
    this.#context.close();
    return new Blob(this.#pieces, { type: this.#recorder.mimeType });
  }
}

let context;
let playing;

/** Plays samples; `ended` is called when they are over or `silence` stops them. */
export function play(samples, rate, ended) {
  silence();
  context ??= new AudioContext();
  context.resume();
  const buffer = context.createBuffer(1, samples.length, rate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.onended = () => {
    if (playing === source) playing = undefined;
    ended();
  };
  playing = source;
  source.start();
}

/** Stops what is playing. */
export function silence() {
  playing?.stop();
  playing = undefined;
}
