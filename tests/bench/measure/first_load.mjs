// What comes over the wire before the first picture, how long that takes, and memory with every vocabulary loaded.
import { stats } from '../lib/stats.mjs';
import { openApp } from '../lib/app.mjs';

export default async function firstLoad({ browser, runs }) {
  const times = [];
  let bytes = {};
  for (let run = 0; run < Math.min(runs, 20); run++) {
    const opened = await openApp(browser);
    if (!opened) return { skipped: 'no release build in dist/: scripts/serve.sh makes one' };
    times.push(opened.ready);
    bytes = opened.bytes;
    await opened.close();
  }
  return { first_picture_ms: stats(times), wire_bytes: sum(bytes), files: bytes, memory: await memory(browser) };
}

const sum = (sizes) => Object.values(sizes).reduce((a, b) => a + b, 0);

async function memory(browser) {
  const { page, client, close } = await openApp(browser);
  for (const tokenizer of ['gpt2', 'bert', 'unigram']) await page.evaluate((t) => window.locus.set({ tokenizer: t }), tokenizer);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await client.send('Runtime.getHeapUsage');
  const wasm = await page.evaluate(() => window.__wasm?.memory.buffer.byteLength ?? null);
  await close();
  return { js_heap: usedSize, backing_storage: backingStorageSize, wasm };
}
