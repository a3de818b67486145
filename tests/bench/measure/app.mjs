// The page itself: a slider's event until the picture is complete, and the main thread's share of it.
import { openApp } from '../lib/app.mjs';
import { drag } from '../lib/drag.mjs';

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
      rows.push({ n, ...STATE, ...state, backend, ...await drag(page, client, Math.max(runs, 30), 'base') });
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
