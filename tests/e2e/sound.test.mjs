// The sound lane: the sample as log-mel frames equal to those computed here, a chirp that rises, files that are no good,
// half an hour of sound, codes, and a phone.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { data, drawn, fingerprint, get, reveal, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const RATE = 16_000;

/** Slaney's filterbank as librosa has it: n_mels triangles of area 1 over the bins of a 400-point FFT. */
function slaney(nMels) {
  const mel = (hz) => (hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4));
  const hz = (m) => (m < 15 ? (200 * m) / 3 : 1000 * Math.exp(((m - 15) * Math.log(6.4)) / 27));
  const points = Array.from({ length: nMels + 2 }, (_, i) => hz((mel(8000) * i) / (nMels + 1)));
  return Array.from({ length: nMels }, (_, m) => {
    const [a, b, c] = points.slice(m, m + 3);
    return Array.from({ length: 201 }, (_, bin) => {
      const f = bin * 40;
      return (Math.max(0, Math.min((f - a) / (b - a), (c - f) / (c - b))) * 2) / (c - a);
    });
  });
}

/** log10 of the band energies of frame k, at least 1e-10: the sum of the Fourier transform as it is written. */
function logEnergies(samples, k, bank) {
  const last = samples.length - 1;
  const at = (n) => samples[n < 0 ? -n : n > last ? 2 * last - n : n];
  const frame = Array.from({ length: 400 }, (_, m) => at(k * 160 + m - 200) * (0.5 - 0.5 * Math.cos((2 * Math.PI * m) / 400)));
  const power = Array.from({ length: 201 }, (_, bin) => {
    let [re, im] = [0, 0];
    for (let m = 0; m < 400; m++) {
      const angle = (2 * Math.PI * ((bin * m) % 400)) / 400;
      re += frame[m] * Math.cos(angle);
      im -= frame[m] * Math.sin(angle);
    }
    return re * re + im * im;
  });
  return bank.map((row) => Math.log10(Math.max(row.reduce((sum, w, bin) => sum + w * power[bin], 0), 1e-10)));
}

/**
 * The samples of the sentence that ships, by the browser's own decoder: integers over 32,768 as in the file that it was
 * made from, which is proven by that file's hash. Chromium divides positive ones by 32,767.
 */
async function speech(page) {
  const decoded = await page.evaluate(async () => {
    const bytes = await (await fetch('sounds/speech.flac')).arrayBuffer();
    const buffer = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes);
    return Array.from(buffer.getChannelData(0));
  });
  const { sounds } = await page.evaluate(async () => (await fetch('sounds/manifest.json')).json());
  for (const scale of [32_767, 32_768]) {
    const samples = decoded.map((x) => Math.round(x * (x > 0 ? scale : 32_768)));
    const seconds = samples.length / RATE;
    const file = wav({ seconds, values: (_, t) => samples[Math.round(t * RATE)] / 32_767 });
    file.writeUInt32LE(file.length - 8, 4);
    if (createHash('sha256').update(file).digest('hex') === sounds[0].source.sha256) return samples.map((x) => x / 32_768);
  }
  throw new Error('the browser decodes other samples than were coded');
}

/** A WAVE file. `values(channel, n)` gives samples; `claims` is what its header says of their bytes. */
function wav({ rate = RATE, channels = 1, seconds = 1, float = false, bytes = 2, values = tone, claims }) {
  const frames = Math.round(rate * seconds);
  const size = float ? 4 : bytes;
  const data = Buffer.alloc(frames * channels * size);
  for (let n = 0; n < frames; n++) {
    for (let c = 0; c < channels; c++) {
      const [x, to] = [values(c, n / rate), (n * channels + c) * size];
      if (float) data.writeFloatLE(x, to);
      else if (size === 1) data.writeUInt8(Math.round(x * 127) + 128, to);
      else data.writeInt16LE(Math.round(x * 32767), to);
    }
  }
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(float ? 3 : 1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * size, 28);
  head.writeUInt16LE(channels * size, 32);
  head.writeUInt16LE(size * 8, 34);
  head.writeUInt32LE(claims ?? data.length, 40);
  return Buffer.concat([head, data]);
}

const tone = (_, t) => 0.5 * Math.sin(2 * Math.PI * 440 * t);

/** Gives the page a file as the picker does. */
const choose = (page, name, buffer, mimeType = 'audio/wav') =>
  page.locator('[data-testid=sound] input[type=file]').setInputFiles({ name, mimeType, buffer });

const problem = (page) => page.locator('[data-testid=sound-problem]').textContent();
const facts = (page, pattern) =>
  page.waitForFunction((p) => new RegExp(p).test(document.querySelector('[data-testid=sound-facts]')?.textContent), pattern);

/** The frame of the largest value in each column of n_mels × T. */
const peaks = ({ shape: [bands, frames], values }) =>
  Array.from({ length: frames }, (_, k) => {
    let best = 0;
    for (let m = 1; m < bands; m++) if (values[m * frames + k] > values[best * frames + k]) best = m;
    return best;
  });

describe('sound', () => {
  const at = stage();

  test('the sentence that ships becomes exactly Whisper’s frames', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens' } });
    const found = await data(page, 'log_mel');
    const samples = await speech(page);
    assert.equal(samples.length, 47_840);
    assert.deepEqual(found.shape, [80, 299]);
    const bank = slaney(80);
    const columns = Array.from({ length: 299 }, (_, k) => logEnergies(samples, k, bank));
    const largest = Math.max(...columns.flat());
    let gap = 0;
    for (const [k, column] of columns.entries()) {
      for (const [m, log] of column.entries()) {
        gap = Math.max(gap, Math.abs((Math.max(log, largest - 8) + 4) / 4 - found.values[m * 299 + k]));
      }
    }
    assert.ok(gap < 4e-5, `off by ${gap}`); // what the page says of itself
    assert.match(await page.locator('.trust', { hasText: 'openai-whisper' }).first().textContent(), /equal to/i);
    // 299 frames, two a token
    assert.equal((await data(page, 'embedding')).shape[0], 150);
    assert.equal(await page.locator('[data-testid=strip] button').count(), 150);
    await set(page, { hop_length: 200 });
    await page.locator('[data-testid=not-whisper]').waitFor();
    assert.deepEqual((await data(page, 'log_mel')).shape, [80, 239]);
  });

  test('the arithmetic under the picture is that of the chosen cell', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens', frame: 120 } });
    const { values, shape } = await data(page, 'log_mel');
    const text = await page.locator('[data-testid=arithmetic]').textContent();
    const said = Number(text.split('= ').at(-1).replace('−', '-'));
    assert.ok(Math.abs(said - values[10 * shape[1] + 120]) < 1e-3, `${text} for ${values[10 * shape[1] + 120]}`);
  });

  test('a chirp rises', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens', sound: 'chirp' } });
    const rising = peaks(await data(page, 'log_mel'));
    for (let k = 10; k < 280; k += 10) assert.ok(rising[k + 10] >= rising[k], `${k}: ${rising[k]} → ${rising[k + 10]}`);
    assert.ok(rising[10] < 15 && rising[285] > 70, `${rising[10]} … ${rising[285]}`);
  });

  test('files that are no good are named, and the last picture stays', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'signal' } });
    const before = await fingerprint(page, 'log_mel');
    const good = wav({});
    const bad = [
      ['empty.wav', Buffer.alloc(0), /holds no sound/],
      ['nothing.wav', wav({ seconds: 0 }), /holds no sound/],
      ['cut.wav', good.subarray(0, 30), /header is damaged/],
      ['twelve-bits.wav', Buffer.concat([good.subarray(0, 34), Buffer.from([12, 0]), good.subarray(36)]), /header is damaged/],
      ['nine.wav', wav({ channels: 9 }), /9 channels/],
      ['picture.png', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), /is no sound/],
      ['film.mp4', Buffer.from('\0\0\0\x20ftypisom\0\0\0\0moovtrakvmhd', 'latin1'), /is a video/],
      ['noise.mp3', Buffer.alloc(5000, 7), /cannot decode/],
      ['tiny.wav', wav({ seconds: 0.005 }), /too few/],
    ];
    for (const [name, buffer, sentence] of bad) {
      await choose(page, name, buffer);
      await page.waitForFunction((s) => new RegExp(s).test(document.querySelector('[data-testid=sound-problem]')?.textContent), sentence.source);
      assert.equal(await fingerprint(page, 'log_mel'), before, name);
      assert.equal((await get(page)).sound, 'speech', name);
    }
    await page.evaluate(() => window.locus.set({ lang: 'zh' }));
    assert.match(await problem(page), /[\u4e00-\u9fff]/);
  });

  test('odd files are taken, and what was done to them is told', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'signal' } });
    const odd = [
      ['telephone.wav', wav({ rate: 8000 }), 'resampled from 8,000 Hz, so there is nothing above 4,000'],
      ['surround.wav', wav({ rate: 48_000, channels: 8 }), '8 channels.*from 48,000 to 16,000'],
      ['liar.wav', wav({ claims: 32_000 * 11 }), 'promises 10.0 s more'],
      ['nan.wav', wav({ float: true, values: (c, t) => (t < 0.01 ? NaN : tone(c, t)) }), '160 samples were no numbers'],
      ['silence.wav', wav({ values: () => 0 }), 'It is silent'],
    ];
    for (const [name, buffer, sentence] of odd) {
      await choose(page, name, buffer);
      await facts(page, sentence);
      await drawn(page);
      assert.equal((await get(page)).sound, 'own', name);
      assert.deepEqual((await data(page, 'log_mel')).shape, [80, 100], name);
    }
    // of silence every number is (log10 1e-10 + 4)/4
    assert.ok((await data(page, 'log_mel')).values.every((x) => x === -1.5));
  });

  test('half an hour: the window is chosen on its waveform', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens' } });
    // a tone that is a third higher after every minute
    const pitch = (_, t) => 0.5 * Math.sin(2 * Math.PI * (200 + 100 * Math.floor(t / 60)) * t);
    await choose(page, 'long.wav', wav({ rate: 8000, bytes: 1, seconds: 1800, values: pitch }));
    await facts(page, '^1,800 s');
    await drawn(page);
    const first = await data(page, 'log_mel');
    assert.deepEqual(first.shape, [80, 3000]);
    assert.match(await page.locator('[data-testid=cut]').textContent(), /512 of 1,500/);
    const wave = page.locator('[data-testid=wave]');
    await wave.focus();
    await page.keyboard.press('End');
    assert.equal((await get(page)).sound_start, 1770);
    await drawn(page);
    const last = await data(page, 'log_mel');
    assert.ok(peaks(last)[1500] > peaks(first)[1500] + 20);
    await page.keyboard.press('ArrowLeft');
    assert.equal((await get(page)).sound_start, 1769);
    await drawn(page);
    const { x, y } = await reveal(wave);
    await page.mouse.click(x, y);
    await drawn(page);
    const { sound_start } = await get(page);
    assert.ok(Math.abs(sound_start - 885) < 5, `${sound_start}`);
  });

  test('codes: so many levels, the same by the same seed, and to be heard', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens', audio_tokens: 'codes', codebook_size: 64, n_codebooks: 4 } });
    const codes = await data(page, 'codes');
    assert.deepEqual(codes.shape, [4, 299]);
    assert.ok(codes.values.every((id) => id < 64) && new Set(codes.values).size > 32);
    const before = await fingerprint(page, 'codes');
    await set(page, { seed: 5 });
    assert.notEqual(await fingerprint(page, 'codes'), before);
    await set(page, { seed: 42 });
    assert.equal(await fingerprint(page, 'codes'), before);
    assert.match(await page.locator('[data-testid=cut]').textContent(), /512 of 1,196/);
    // f · n_q · log2 K = 100 · 4 · 6
    assert.match(await page.locator('[data-testid=codecs] tr.here').textContent(), /2,400/);
    await set(page, { audio_tokens: 'semantic' });
    assert.deepEqual((await data(page, 'codes')).shape, [1, 299]);
    assert.match(await page.locator('[data-testid=discrete] .lead').textContent(), /stand-in/i);
    const play = page.locator('[data-play=codes]');
    await play.locator('button').click();
    await page.waitForFunction(() => /relative/.test(document.querySelector('[data-play=codes]').textContent), null, { timeout: 60_000 });
  });

  test('a link to somebody’s own sound shows the sample and says so', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens', sound: 'own' } });
    assert.match(await problem(page), /no link carries/);
    assert.deepEqual((await data(page, 'log_mel')).shape, [80, 299]);
  });

  test('without a network for the sample the chirp stands in', { skip: notIn('file', 'offline') }, async () => {
    const page = await at.open({
      hash: { mode: 'audio', panel: 'tokens' },
      prepare: (page) => page.route('**/speech.flac', (route) => route.abort('failed')),
      errors: /Failed to load resource/,
    });
    assert.match(await problem(page), /did not come/);
    assert.deepEqual((await data(page, 'log_mel')).shape, [80, 300]);
  });

  test('set resolves when the picture of the new mode stands', async () => {
    const page = await at.open();
    await set(page, { mode: 'audio' });
    assert.deepEqual((await data(page, 'log_mel')).shape, [80, 299]);
    await set(page, { n_mels: '128', audio_tokens: 'codes' });
    assert.deepEqual((await data(page, 'log_mel')).shape, [128, 299]);
    assert.equal((await data(page, 'codes')).shape[1], 299);
  });

  for (const good of [true, false]) {
    test(`a ${good ? '' : 'broken '}file that comes while the sample is on its way`, { skip: notIn('file', 'offline') }, async () => {
      let release;
      const held = new Promise((resolve) => { release = resolve; });
      const hold = async (route) => { await held; await route.continue(); };
      const page = await at.open({ prepare: (page) => page.route('**/speech.flac', hold) });
      const switched = set(page, { mode: 'audio' });
      const bytes = good ? wav({ seconds: 2 }) : wav({ seconds: 2 }).subarray(0, 30);
      const brought = page.evaluate(async (base64) => {
        const file = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        return locus.setInput(new Blob([file], { type: 'audio/wav' })).then(() => 'taken', () => 'refused');
      }, bytes.toString('base64'));
      if (good) assert.equal(await brought, 'taken');
      release();
      assert.equal(await brought, good ? 'taken' : 'refused');
      await switched;
      await drawn(page);
      assert.deepEqual((await data(page, 'log_mel')).shape, [80, good ? 200 : 299]);
      assert.equal((await get(page)).sound, good ? 'own' : 'speech');
      assert.equal(await page.locator('[data-testid=sound-problem]').isVisible(), !good);
    });
  }

  test('a microphone that is refused is one sentence', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'signal' } });
    await page.locator('[data-testid=record]').click();
    await page.locator('[data-testid=sound-problem]').waitFor();
    assert.match(await problem(page), /microphone/);
  });

  for (const lang of ['en', 'zh']) {
    test(`on a phone nothing is wider than the screen (${lang})`, async () => {
      const page = await at.open({ hash: { mode: 'audio', lang }, viewport: { width: 360, height: 740 }, touch: true });
      for (const panel of ['signal', 'tokens', 'vectors']) {
        await set(page, { panel, audio_tokens: panel === 'tokens' ? 'codes' : 'frames' });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${panel}: ${wide}`);
      }
    });
  }
});

// Chromium's own fake microphone: a beep every second.
describe('a microphone', () => {
  const at = stage({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });

  test('what it hears becomes the sound', async () => {
    const page = await at.open({ hash: { mode: 'audio', panel: 'tokens' } });
    const button = page.locator('[data-testid=record]');
    await button.click();
    const meter = page.locator('meter');
    await meter.waitFor();
    await page.waitForFunction(() => document.querySelector('meter')?.value > 0.01);
    await page.waitForTimeout(2500);
    await button.click();
    await page.waitForFunction(() => window.locus.get().sound === 'own');
    await drawn(page);
    const { shape, values } = await data(page, 'log_mel');
    assert.equal(shape[0], 80);
    assert.ok(shape[1] > 150 && shape[1] < 1500, `${shape[1]} frames`);
    assert.ok(Math.max(...values) - Math.min(...values) > 1, 'beeps and silence');
    assert.equal(await meter.count(), 0);
    assert.equal(await page.locator('[data-testid=sound-problem]').isVisible(), false);
  });
});
