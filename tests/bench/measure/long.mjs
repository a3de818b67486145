// Long maps: first picture and moves at 4,096 tokens, what memory that takes, and 32,768 on both backends.
import { openApp } from '../lib/app.mjs';
import { stats } from '../lib/stats.mjs';

const TEXT = 'Far from the beginning of a text every scheme must say what a distance of thousands of tokens means.';
const STATE = { text: TEXT, tokenizer: 'char', scheme: 'rope', mask: 'causal', d_model: 64, n_heads: 4 };

export default async function long({ browser, runs }) {
  const opened = await openApp(browser);
  if (!opened) return { skipped: 'no release build in dist/: scripts/serve.sh makes one' };
  const { page, close } = opened;
  await page.evaluate((state) => window.locus.set({ panel: 'attention', ...state, backend: 'cpu' }), STATE);
  const rows = [await short(page, Math.max(runs, 20))];
  for (const backend of ['cpu', 'gpu']) rows.push(await longest(page, backend));
  await close();
  return rows;
}

// Bytes of WebAssembly memory, which never shrinks; null where the page does not show its module.
const memory = (page) => page.evaluate(() => window.__wasm?.memory?.buffer.byteLength ?? null);

// Event to complete picture of one change, and the tasks over 50 ms that it made.
const change = (page, partial) =>
  page.evaluate(async (partial) => {
    const start = performance.now();
    await window.locus.set(partial);
    return performance.now() - start;
  }, partial);

async function short(page, runs) {
  await page.evaluate(() => {
    window.__tasks = [];
    new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  const before = await memory(page);
  const first = await change(page, { panel: 'long', long_n: 4096, backend: 'cpu' });
  const [again, pan, zoom] = [[], [], []];
  for (let run = 0; run < runs; run += 1) again.push(await change(page, { seed: 100 + run, view_size: 0 }));
  await change(page, { view_size: 2000 });
  for (let run = 0; run < runs; run += 1) pan.push(await change(page, { view_q: 37 * run, view_k: 53 * run }));
  for (let run = 0; run < runs; run += 1) zoom.push(await change(page, { view_size: 3000 - 120 * run }));
  const after = await memory(page);
  const { shape, tasks } = await page.evaluate(() => ({ shape: window.locus.data('long').shape, tasks: window.__tasks }));
  return {
    n: 4096, pixels: shape, first_picture_ms: first, new_map_ms: stats(again), pan_ms: stats(pan), zoom_ms: stats(zoom),
    memory_growth_mb: before === null ? null : (after - before) / 2 ** 20, tasks_over_50_ms: tasks,
  };
}

async function longest(page, backend) {
  await change(page, { view_size: 0, long_n: 1024, backend });
  const drew = await page.evaluate(() => window.locus.data('long').backend);
  if (drew !== backend) return { n: 32768, backend, skipped: `drawn by ${drew}` };
  const picture = await change(page, { long_n: 32768 });
  await change(page, { view_size: 8000 });
  const pan = await change(page, { view_q: 4000, view_k: 2000 });
  return { n: 32768, backend, first_picture_ms: picture, pan_ms: pan };
}
