// Pictures and sound in the page: a photo of twelve megapixels, the patch slider, 30 s of sound, codes, half an hour.
import fs from 'node:fs';
import { openApp } from '../lib/app.mjs';
import { drag } from '../lib/drag.mjs';
import { stats } from '../lib/stats.mjs';

export default async function signals({ browser, runs }) {
  const rows = [];
  for (const measure of [photo, patchSlider, sound, halfAnHour]) {
    const opened = await openApp(browser);
    if (!opened) return { skipped: 'no release build in dist/: scripts/serve.sh makes one' };
    rows.push({ what: measure.name, ...await measure(opened, runs) });
    await opened.close();
  }
  return rows;
}

// A JPEG of 4,000 × 3,000 with as much detail as a photo: the time from the file to its patches on the screen.
async function photo({ page }, runs) {
  const found = await page.evaluate(async (runs) => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    for (let i = 0; i < 20_000; i++) {
      context.fillStyle = `hsl(${(i * 97) % 360} 60% ${(i * 31) % 100}%)`;
      context.fillRect((i * 7919) % 4000, (i * 6007) % 3000, 20 + (i % 180), 20 + (i % 130));
    }
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    await window.locus.set({ mode: 'image', panel: 'tokens' });
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
    const times = [];
    for (let run = 0; run < runs; run++) {
      await window.locus.set({ image: 'coffee' });
      await new Promise((done) => setTimeout(done, 100));
      const start = performance.now();
      await window.locus.setInput(file);
      times.push(performance.now() - start);
    }
    return { times, bytes: file.size, tasks };
  }, Math.min(runs, 20));
  return { bytes: found.bytes, file_to_picture_ms: stats(found.times), tasks_over_50_ms: found.tasks };
}

// The slider of the patch size at 224 × 224.
async function patchSlider({ page, client }, runs) {
  await page.evaluate(() => window.locus.set({ mode: 'image', panel: 'tokens', image_size: 224, scheme: 'none' }));
  return { image_size: 224, ...await drag(page, client, Math.max(runs, 30), 'patch_size') };
}

/** A WAV file of `seconds` of a gliding tone, 16-bit mono, made in the page. */
const wav = (page, seconds, rate) =>
  page.evaluate(([seconds, rate]) => {
    const n = seconds * rate;
    const view = new DataView(new ArrayBuffer(44 + 2 * n));
    const text = (at, s) => [...s].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
    text(0, 'RIFF'); view.setUint32(4, 36 + 2 * n, true); text(8, 'WAVEfmt '); view.setUint32(16, 16, true);
    view.setUint16(20, 1, true); view.setUint16(22, 1, true); view.setUint32(24, rate, true);
    view.setUint32(28, 2 * rate, true); view.setUint16(32, 2, true); view.setUint16(34, 16, true);
    text(36, 'data'); view.setUint32(40, 2 * n, true);
    for (let i = 0, phase = 0; i < n; i++) {
      phase += (2 * Math.PI * (300 + 2500 * ((i / rate / 7) % 1))) / rate;
      view.setInt16(44 + 2 * i, 12_000 * Math.sin(phase) + 3000 * (((i * 1103515245 + 12345) >>> 8) % 2 - 0.5), true);
    }
    window.__file = new Blob([view.buffer], { type: 'audio/wav' });
  }, [seconds, rate]);

/** Milliseconds of one `locus.set`, until its picture stands. */
const change = (page, partial) =>
  page.evaluate(async (partial) => {
    const start = performance.now();
    await window.locus.set(partial);
    return performance.now() - start;
  }, partial);

// 30 s of sound: the spectrogram again and again, then RVQ of 8 levels × 256 codes on its 3,000 frames.
async function sound({ page }, runs) {
  await wav(page, 30, 16_000);
  await page.evaluate(async () => {
    await window.locus.set({ mode: 'audio', panel: 'tokens', scheme: 'none' });
    await window.locus.setInput(window.__file);
    window.__long = [];
    new PerformanceObserver((list) => window.__long.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  const [spectrogram, codes] = [[], []];
  for (let run = 0; run < runs; run++) spectrogram.push(await change(page, { n_mels: run % 2 ? 80 : 128 }));
  await change(page, { n_mels: 80, codebook_size: 256, n_codebooks: 8, audio_tokens: 'codes' });
  for (let run = 0; run < 5; run++) codes.push(await change(page, { seed: 100 + run }));
  return {
    seconds: 30, setting_to_picture_ms: stats(spectrogram), rvq_8_x_256_ms: stats(codes),
    tasks_over_50_ms: await page.evaluate(() => window.__long),
  };
}

/** Resident bytes of the process that draws the page: what "memory" means to whoever looks at a task manager. */
async function resident(browser) {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const sizes = processInfo.filter((p) => p.type === 'renderer').map((p) => {
    try { return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${p.id}/status`, 'utf8'))[1]); } catch { return 0; }
  });
  return Math.max(...sizes);
}

// A recording of 30 minutes, 58 MB as a file: how long until its first 30 s stand, and the largest growth on the way.
async function halfAnHour({ page }) {
  const browser = page.context().browser();
  await page.evaluate(() => window.locus.set({ mode: 'audio', panel: 'tokens', scheme: 'none' }));
  await wav(page, 1800, 16_000);
  const before = await resident(browser);
  const done = page.evaluate(async () => {
    const start = performance.now();
    await window.locus.setInput(window.__file);
    return performance.now() - start;
  });
  let [most, over] = [before, false];
  done.finally(() => { over = true; });
  while (!over) {
    most = Math.max(most, await resident(browser));
    await new Promise((next) => setTimeout(next, 20));
  }
  const ms = await done;
  return {
    minutes: 30, file_to_picture_ms: ms, resident_before_mb: before / 2 ** 20, growth_at_most_mb: (most - before) / 2 ** 20,
    growth_after_mb: (await resident(browser) - before) / 2 ** 20, another_window_ms: await change(page, { sound_start: 900 }),
  };
}
