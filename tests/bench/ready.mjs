// From bytes that are already here to a vocabulary that has encoded a first word: our pack, and gpt-tokenizer's module
// of the same vocabulary in one minified file. Each run is a fresh page, the two in turn.
//   node ready.mjs PAGE_DIR PEERS_DIR TOKENIZERS_JSON
// The results go into the JSON under `ready_from_bytes`.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { launch } from './lib/browser.mjs';
import { serve } from './lib/server.mjs';
import { stats } from './lib/stats.mjs';

const [pageDir, peersDir, file] = process.argv.slice(2);
const RUNS = 20;
const PACKS = { gpt2: 'gpt2.pack', cl100k_base: 'cl100k.pack' };

const { build } = createRequire(path.resolve(peersDir, 'package.json'))('esbuild');
for (const name of Object.keys(PACKS)) {
  await build({
    stdin: { contents: `export { encode } from 'gpt-tokenizer/encoding/${name}'`, resolveDir: path.resolve(peersDir) },
    outfile: path.join(pageDir, 'ready', `${name}.js`), bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'error',
  });
}

/** One fresh page: both, in this order; milliseconds, and the ids of a sentence. */
async function once(browser, origin, name, oursFirst) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/bench.html`);
  const found = await page.evaluate(async ([name, pack, oursFirst]) => {
    const { Encoder } = await window.locusBench;
    const [bytes, script] = await Promise.all([`packs/${pack}`, `ready/${name}.js`].map((url) => fetch(url).then((r) => r.arrayBuffer())));
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const text = 'Hello, 世界!';
    const measures = {
      async locus() { return Array.from(new Encoder(new Uint8Array(bytes)).encode(text)); },
      async 'gpt-tokenizer'() { return (await import(url)).encode(text); },
    };
    const order = Object.keys(measures);
    const out = { bytes: { locus: bytes.byteLength, 'gpt-tokenizer': script.byteLength }, ms: {}, ids: {} };
    for (const id of oursFirst ? order : order.reverse()) {
      await new Promise((done) => setTimeout(done, 50));
      const start = performance.now();
      out.ids[id] = await measures[id]();
      out.ms[id] = performance.now() - start;
    }
    return out;
  }, [name, PACKS[name], oursFirst]);
  await context.close();
  return found;
}

const server = await serve(pageDir);
const browser = await launch();
const results = {};
for (const name of Object.keys(PACKS)) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once(browser, server.origin, name, run % 2 === 0));
  const { ids, bytes } = runs[0];
  const [ours, theirs] = ['locus', 'gpt-tokenizer'].map((id) => ({ bytes: bytes[id], ms: stats(runs.map((run) => run.ms[id])) }));
  results[name] = {
    locus: ours, 'gpt-tokenizer': theirs, same_ids: String(ids.locus) === String(ids['gpt-tokenizer']),
    times_as_fast: { median: theirs.ms.median / ours.ms.median, min: theirs.ms.min / ours.ms.min },
  };
}
await browser.close();
server.close();
fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file)), ready_from_bytes: results }, null, 1));
