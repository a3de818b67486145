// Prints how our attention compares with onnxruntime-web's single-thread wasm in one run of the peers harness.
//   node peers.mjs RESULTS_JSON
import fs from 'node:fs';

const peers = JSON.parse(fs.readFileSync(process.argv[2])).tasks.attention;
const singleThread = /^ort-wasm-(mat|mha|op23)$/;

console.log('\nattention, 8 heads × 64, causal: ours against the fastest single-thread onnxruntime-web (ms, medians)');
for (const [n, ours] of Object.entries(peers.locus.n)) {
  const rivals = Object.entries(peers).flatMap(([id, peer]) =>
    singleThread.test(id) && peer.n[n]?.ms && peer.n[n].maxAbsDiff < 1e-3 ? [{ id, ms: peer.n[n].ms }] : []);
  const best = rivals.sort((a, b) => a.ms.median - b.ms.median)[0];
  if (!ours.ms || !best) {
    console.log(`  n = ${n}: not measured (${ours.error ?? ours.skipped ?? 'no result of onnxruntime-web'})`);
    continue;
  }
  const ratio = (which) => (best.ms[which] / ours.ms[which]).toFixed(2);
  console.log(`  n = ${n}: ${ours.ms.median.toFixed(2)} against ${best.ms.median.toFixed(2)} (${best.id}): ${ratio('median')} times as fast ` +
    `(by the fastest runs ${ratio('min')}); largest difference from f64 ${ours.maxAbsDiff.toExponential(1)}`);
}
