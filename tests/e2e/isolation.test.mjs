// No server, no other origin, nothing root-absolute, and a first load that is small.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BASE, DIST, LANGUAGES, PANELS, SCHEMES, set, stage } from './harness.mjs';
import { onlyHost } from './ways.mjs';

// Brotli, of everything that the page fetches before the first picture.
const WIRE_LIMIT = 900_000;

/** In the page: notes when the first picture stands. */
function noteReady() {
  const poll = () => (window.locus?.ready ? window.locus.ready.then(() => (window.readyAt = performance.now())) : setTimeout(poll, 1));
  poll();
}

describe('the first load', { skip: onlyHost }, () => {
  // As a host sends it that has its files compressed ahead of time.
  const at = stage({ quality: 11, apart: true });

  test('the first picture needs no more over the wire than the limit', async (t) => {
    const wasm = (await readdir(DIST)).find((name) => name.endsWith('.wasm'));
    await fetch(at.site.url + wasm, { headers: { 'accept-encoding': 'br' } }); // compressing takes seconds, once
    at.site.sent.length = 0;
    const page = await at.open({ prepare: (p) => p.addInitScript(noteReady) });
    await page.waitForFunction(() => window.readyAt);
    // The other parts of the page follow when it is idle, which may be at once.
    const before = await page.evaluate(() => {
      const early = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < window.readyAt);
      return early.map(({ name }) => new URL(name).pathname);
    });
    const needed = new Set([BASE, ...before]);
    const sent = at.site.sent.filter(({ path, status }) => status === 200 && needed.has(path));
    assert.ok(sent.every(({ path }) => !path.includes('/parts/')), 'no part is needed');
    const total = sent.reduce((sum, { bytes }) => sum + bytes, 0);
    t.diagnostic(`${total} bytes: ${sent.map(({ path, bytes }) => `${path.slice(BASE.length) || 'index.html'} ${bytes}`).join(', ')}`);
    assert.ok(sent.some(({ path, encoding }) => path.endsWith('.wasm') && encoding === 'br'), 'the wasm went out as brotli');
    assert.ok(total <= WIRE_LIMIT, `${total} bytes`);
  });
});

describe('runs anywhere', { skip: onlyHost }, () => {
  // The policy of HOSTING.md lets no page of this host hold a frame, which one of these tests puts into it.
  const at = stage({ headers: {}, apart: true });

  test('every request of a whole visit stays under the sub-path and is answered', async () => {
    // The harness fails a page that asks another origin, or outside the sub-path, for anything.
    at.allRequests.length = 0;
    at.site.sent.length = 0;
    const page = await at.open({ hash: { tokenizer: 'gpt2' } });
    for (const tokenizer of ['gpt2', 'bert', 'unigram']) await set(page, { tokenizer });
    for (const panel of PANELS) {
      for (const scheme of SCHEMES) await set(page, { panel, scheme });
    }
    for (const lang of LANGUAGES) await set(page, { lang });
    assert.ok(at.allRequests.length >= 6, `${at.allRequests.length} requests were seen`);
    assert.deepEqual(at.site.sent.filter(({ status }) => status >= 400), []);
    const packs = at.allRequests.filter((url) => url.endsWith('.pack'));
    assert.equal(new Set(packs).size, packs.length, 'each vocabulary is fetched once');
    assert.equal(packs.length, 7, 'three vocabularies, the position table, two more vocabularies side by side, and word vectors');
  });

  test('no file of the build names a root-absolute address or another origin to load from', async () => {
    const files = (await readdir(DIST, { recursive: true })).filter((name) => /\.(html|css|js|json)$/.test(name) && !name.startsWith('.stage'));
    assert.ok(files.length >= 3);
    for (const name of files) {
      const text = await readFile(join(DIST, name), 'utf8');
      assert.doesNotMatch(text, /(?:src|href)=["']?(?:\/|https?:)/, name);
      assert.doesNotMatch(text, /url\(\s*["']?(?:\/|https?:)/, name);
      assert.doesNotMatch(text, /(?:from|import|fetch)\s*\(?\s*["'](?:\/|https?:)/, name);
    }
  });

  test('in a sandboxed frame, with storage and clipboard blocked, it still runs', async () => {
    const page = await at.open({ wait: false });
    await page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.src = `${url}?embedded#text=frame`; // a frame of the very same address is refused
      frame.name = 'embedded';
      document.body.prepend(frame); // a frame out of sight gets no animation frames
    }, at.site.url);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => window.locus?.ready);
    await frame.evaluate(() => window.locus.ready);
    assert.equal(await frame.evaluate(() => window.locus.get().text), 'frame');
    assert.ok(await frame.evaluate(() => window.locus.data('weights').values.length > 0));
    const n = () => frame.evaluate(() => window.locus.set({ mode: 'image' }).then(() => window.locus.data('patches').shape[0]));
    assert.equal(await n(), 196, 'a frame without an origin has its worker, too');
    assert.ok(await frame.evaluate(() => document.styleSheets.length === document.querySelectorAll('link[rel="stylesheet"]').length), 'its style sheets came');
  });
});
