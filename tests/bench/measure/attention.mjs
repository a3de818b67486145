// Attention of 8 heads × 64, f32: a plain pass, and one step of a RoPE slider (tables, rotation, scores, softmax,
// output of all heads).
import { stats } from '../lib/stats.mjs';

const CASES = [128, 512, 2048].flatMap((n) => [
  { what: 'attend', n, mask: 'causal' },
  { what: 'slide', n, mask: 'causal' },
  { what: 'slide', n, mask: 'full' },
]);

export default async function attention({ page, runs }) {
  const rows = [];
  for (const { what, n, mask } of CASES) {
    const times = await page.evaluate(async ([what, n, causal, runs]) => {
      const bench = new (await window.locusBench).AttentionBench(8, n, 64, causal);
      bench.load_noise();
      const once = (run) => {
        const start = performance.now();
        if (what === 'slide') bench.slide(1e4 + run); else bench.attend();
        return performance.now() - start;
      };
      for (let warm = 0; warm < 3; warm++) once(-1);
      const times = Array.from({ length: runs }, (_, run) => once(run));
      bench.free();
      return times;
    }, [what, n, mask === 'causal', runs]);
    rows.push({ what, n, n_heads: 8, head_dim: 64, mask, backend: 'cpu', ms: stats(times) });
  }
  return rows;
}
