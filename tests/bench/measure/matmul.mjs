// The packed matrix product of the projections, CPU.
import { stats } from '../lib/stats.mjs';

const SHAPES = [[128, 512, 512], [512, 512, 512], [512, 64, 512]]; // m × k times k × n

export default async function matmul({ page, runs }) {
  const rows = [];
  for (const [m, k, n] of SHAPES) {
    const times = await page.evaluate(async ([m, k, n, runs]) => {
      const bench = new (await window.locusBench).MatmulBench(m, k, n);
      const once = () => { const start = performance.now(); bench.run(); return performance.now() - start; };
      for (let warm = 0; warm < 10; warm++) once();
      const times = Array.from({ length: runs }, once);
      bench.free();
      return times;
    }, [m, k, n, runs]);
    const ms = stats(times);
    rows.push({ m, k, n, backend: 'cpu', ms, gflops: 2 * m * k * n / ms.median / 1e6, best_gflops: 2 * m * k * n / ms.min / 1e6 });
  }
  return rows;
}
