// The page itself: a slider's event until the picture is complete, and the main thread's share of it.
import { stats } from '../lib/stats.mjs';
import { openApp } from '../lib/app.mjs';

const SIZES = [{ n: 128, backends: ['cpu', 'gpu'] }, { n: 512, backends: ['cpu', 'gpu'] }];
// Eight schemes side by side, three of which the slider (RoPE's base) concerns.
const EIGHT = 'none-sinusoidal-shaw-t5-rope-yarn-rerope-alibi';
const COMPARE = [
  { n: 64, backends: ['cpu'], state: { panel: 'compare', compare: EIGHT, d_model: 64 } },
  { n: 64, backends: ['cpu'], state: { panel: 'compare', compare: EIGHT, d_model: 512 } },
  { n: 512, backends: ['cpu'], state: { panel: 'compare', compare: EIGHT, d_model: 64 } },
];
const STATE = { panel: 'attention', tokenizer: 'char', scheme: 'rope', mask: 'causal', d_model: 512, n_heads: 8 };

export default async function app({ browser, runs }) {
  const opened = await openApp(browser);
  if (!opened) return { skipped: 'no release build in dist/: scripts/serve.sh makes one' };
  const { page, client, close } = opened;
  const rows = [];
  for (const { n, backends, state } of [...SIZES, ...COMPARE]) {
    for (const backend of backends) {
      const drew = await page.evaluate(async ([state, n, backend]) => {
        const text = Array.from({ length: n }, (_, i) => String.fromCharCode(97 + (i * 7) % 26)).join('');
        await window.locus.set({ ...state, text, backend });
        return window.locus.data('weights').backend;
      }, [{ ...STATE, ...state }, n, backend]);
      if (drew !== backend) { rows.push({ n, backend, skipped: `drawn by ${drew}` }); continue; }
      rows.push({ n, ...STATE, ...state, backend, ...await drag(page, client, Math.max(runs, 30)) });
    }
  }
  rows.push(...await lab(page, client, Math.max(runs, 30)));
  await close();
  return rows;
}

// The context-extension lab, every rule at d = 128: budget 8 ms of the main thread.
async function lab(page, client, runs) {
  await page.evaluate(() => window.locus.set({ panel: 'context', text: '狗咬人', scheme: 'none', rope_type: 'yarn', factor: 8, lab_head_dim: 128, backend: 'cpu' }));
  const rows = [];
  for (const key of ['base', 'factor', 'target_length', 'beta_fast']) {
    rows.push({ panel: 'context', slider: key, head_dim: 128, ...await drag(page, client, runs, key) });
  }
  return rows;
}

// One event at a time, each until its picture is complete.
async function drag(page, client, runs, key = 'base') {
  const wall = [];
  const main = [];
  await page.evaluate(() => {
    window.__long = [];
    new PerformanceObserver((list) => window.__long.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  for (let run = -5; run < runs; run++) {
    if (run === 0) await page.evaluate(() => { window.__long.length = 0; });
    const before = await taskTime(client);
    const time = await page.evaluate(async ([key, at]) => {
      const slider = document.getElementById(`r-${key}`);
      slider.value = at;
      const start = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await window.locus.set({});
      return performance.now() - start;
    }, [key, 300 + ((run + 5) * 37) % 500]);
    const after = await taskTime(client);
    if (run >= 0) { wall.push(time); main.push(after - before); }
  }
  const long = await page.evaluate(() => window.__long);
  return { event_to_picture_ms: stats(wall), main_thread_ms: stats(main), tasks_over_50_ms: long };
}

// Milliseconds that the page's main thread has spent in tasks.
async function taskTime(client) {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1000 * metrics.find((m) => m.name === 'TaskDuration').value;
}
