// Prints how we compare with other libraries in one run of the peers harness: attention with onnxruntime-web's
// single-thread wasm, Whisper's log-mel with transformers.js and with a plain JavaScript FFT.
//   node peers.mjs RESULTS_JSON
import fs from 'node:fs';

const { attention, logmel } = JSON.parse(fs.readFileSync(process.argv[2])).tasks;

/** One line: `ours` against `theirs`, milliseconds of both. */
function compare(what, ours, theirs, name) {
  const ratio = (which) => (theirs[which] / ours[which]).toFixed(2);
  console.log(`  ${what}: ${ours.median.toFixed(2)} against ${theirs.median.toFixed(2)} (${name}): ${ratio('median')} times as fast (by the fastest runs ${ratio('min')})`);
}

const singleThread = /^ort-wasm-(mat|mha|op23)$/;
console.log('\nattention, 8 heads × 64, causal: ours against the fastest single-thread onnxruntime-web (ms, medians)');
for (const [n, ours] of Object.entries(attention.locus.n)) {
  const rivals = Object.entries(attention).flatMap(([id, peer]) =>
    singleThread.test(id) && peer.n[n]?.ms && peer.n[n].maxAbsDiff < 1e-3 ? [{ id, ms: peer.n[n].ms }] : []);
  const best = rivals.sort((a, b) => a.ms.median - b.ms.median)[0];
  if (ours.ms && best) compare(`n = ${n}`, ours.ms, best.ms, best.id);
  else console.log(`  n = ${n}: not measured (${ours.error ?? ours.skipped ?? 'no result of onnxruntime-web'})`);
}

console.log('\nWhisper log-mel of 30 s, 80 × 3,000 (ms, medians)');
const { locus, ...others } = logmel;
for (const [id, peer] of Object.entries(others)) {
  if (locus.ms && peer.ms) compare('log-mel', locus.ms, peer.ms, id);
  else console.log(`  not measured against ${id} (${(locus.ms ? peer : locus).error ?? 'no result'})`);
}
console.log(`  largest difference from f64: ours ${locus.maxAbsDiff?.toExponential(1)}`);
