// A panel in a frame of another page: of another origin, of another kind of host, sandboxed, ten at once.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { DIST, ROOT, get, stage } from './harness.mjs';
import { onlyHost } from './ways.mjs';

const BOOK = join(ROOT, 'tests/e2e/fixtures/book.html');
const page = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><body style="margin: 0">${body}</body></html>`;

/** A host of its own origin whose pages are strings. */
async function host() {
  const pages = new Map();
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages.get(request.url) ?? '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { pages, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

describe('a panel in a frame', { skip: onlyHost }, () => {
  const at = stage();
  let other;
  const contexts = [];
  before(async () => { other = await host(); });
  after(() => other.close());
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

  /** A page of the other origin with `body`, in which {{LOCUS}} is where Locus stands. */
  async function show(body, { whole = false, waitUntil = 'load' } = {}) {
    const html = (whole ? body : page(body)).replaceAll('{{LOCUS}}', at.site.url);
    other.pages.set('/', html);
    const context = await at.browser.newContext({ viewport: { width: 1100, height: 800 }, locale: 'en-US' });
    contexts.push(context);
    const shown = await context.newPage();
    shown.setDefaultTimeout(20_000);
    shown.complaints = [];
    shown.on('pageerror', (error) => shown.complaints.push(error.message));
    shown.on('console', (message) => message.type() === 'error' && !/favicon/.test(message.location().url) && shown.complaints.push(message.text()));
    await shown.goto(`${other.url}/`, { waitUntil });
    return shown;
  }
  const inside = async (shown, selector) => {
    const frame = await (await shown.waitForSelector(selector)).contentFrame();
    await frame.waitForFunction(() => window.locus?.ready, null, { polling: 100 }); // a frame out of sight has no animation frames
    await frame.evaluate(() => window.locus.ready);
    return frame;
  };
  const FRAME = (hash, more = '') => `<iframe src="{{LOCUS}}#${hash}&amp;embed=1" title="t" width="900" height="600" ${more}></iframe>`;
  /** In the page: collects what the frames say, and asks. */
  const LISTEN = `<script>
    window.heard = [];
    addEventListener('message', (event) => heard.push({ origin: event.origin, data: event.data }));
    window.ask = (message) => new Promise((done) => {
      addEventListener('message', function hear({ data }) {
        if (data.id !== message.id) return;
        removeEventListener('message', hear);
        done(data);
      });
      document.querySelector('iframe').contentWindow.postMessage(message, '*');
    });
  </script>`;

  test('stands alone: no header, input, rail or footer, a link to the whole page, no part that is not needed', async () => {
    const shown = await at.open({ hash: 'embed=1&panel=attention&scheme=rope' });
    for (const selector of ['header.top', '.rail', '#f-text', '.modes', '[data-testid="skip"]']) assert.equal(await shown.locator(selector).count(), 0, selector);
    assert.ok(await shown.locator('#panel h2').first().isVisible());
    const link = await shown.getByTestId('open').getAttribute('href');
    assert.match(link, /#v=1&panel=attention&scheme=rope$/);
    const query = await at.open({ wait: false });
    await query.goto(`${at.site.url}?embed=1#panel=tokens`);
    await query.waitForSelector('[data-testid="open"]');
    assert.equal(await query.locator('.rail').count(), 0);
  });

  test('tells and is told by messages, across origins', async () => {
    const shown = await show(LISTEN + FRAME('panel=attention&text=secret'));
    const frame = await inside(shown, 'iframe');
    await shown.waitForFunction(() => heard.some(({ data }) => data.type === 'resize'));
    const unasked = await shown.evaluate(() => heard);
    assert.deepEqual([...new Set(unasked.map(({ data }) => data.type))].sort(), ['ready', 'resize']);
    assert.doesNotMatch(JSON.stringify(unasked), /secret/, 'what the reader typed is not told before the page has asked');
    const ask = (message) => shown.evaluate((m) => ask({ locus: 1, ...m }), message);
    assert.equal((await ask({ id: 1, type: 'get' })).state.text, 'secret');
    const answer = await ask({ id: 'two', type: 'set', state: { scheme: 'rope', base: 1e99 } });
    assert.deepEqual([answer.state.scheme, answer.state.base, answer.notices.length], ['rope', 1e7, 1]);
    assert.equal((await ask({ id: 3, type: 'theme', theme: 'dark' })).state.theme, 'dark');
    assert.equal((await ask({ id: 4, type: 'lang', lang: 'zh' })).state.lang, 'zh');
    const weights = await ask({ id: 5, type: 'export', name: 'weights' });
    assert.deepEqual(weights.data.shape, [4, 6, 6]);
    await frame.evaluate(() => window.locus.set({ query: 2, key: 1 }));
    await shown.waitForFunction(() => heard.some(({ data }) => data.type === 'select' && data.query === 2 && data.key === 1));
    await shown.waitForFunction(() => heard.some(({ data }) => data.type === 'state' && data.id === undefined && data.state.query === 2));
    assert.deepEqual(shown.complaints, []);
  });

  test('answers wrong shapes with one sentence, and other languages not at all', async () => {
    const shown = await show(LISTEN + FRAME('panel=attention'));
    const frame = await inside(shown, 'iframe');
    const before = await frame.evaluate(() => window.locus.get());
    const wrong = [{ type: 'eval', code: 'alert(1)' }, { type: 'set' }, { type: 'set', state: [1] }, { type: 'set', state: 'x' }, { type: 7 }, {}, { type: 'export', name: 'nope' }, { type: 'export' }, { type: 'theme' }, { locus: 2, type: 'get' }, { locus: '1', type: 'get' }];
    for (const [at, message] of wrong.entries()) {
      const answer = await shown.evaluate((m) => ask({ locus: 1, ...m }), { ...message, id: at });
      assert.equal(answer.type, 'error', JSON.stringify(message));
      assert.ok(answer.message.length > 10);
    }
    const count = await shown.evaluate(async () => {
      const before = heard.length;
      for (const data of ['x', null, 5, [], {}, { type: 'get', id: 99 }, undefined]) document.querySelector('iframe').contentWindow.postMessage(data, '*');
      await new Promise((done) => setTimeout(done, 300));
      return heard.length - before;
    });
    assert.equal(count, 0);
    assert.deepEqual(await frame.evaluate(() => window.locus.get()), before);
  });

  test('hears only its parent', async () => {
    const shown = await show(`${LISTEN}${FRAME('panel=attention')}<iframe id="stranger" srcdoc="<p>a stranger</p>"></iframe>`);
    const frame = await inside(shown, 'iframe');
    const stranger = await (await shown.waitForSelector('#stranger')).contentFrame();
    const heard = await stranger.evaluate(async () => {
      const heard = [];
      addEventListener('message', ({ data }) => heard.push(data));
      parent.frames[0].postMessage({ locus: 1, id: 1, type: 'set', state: { seed: 9 } }, '*');
      parent.frames[0].postMessage({ locus: 1, id: 2, type: 'nonsense' }, '*');
      await new Promise((done) => setTimeout(done, 400));
      return heard;
    });
    assert.deepEqual(heard, []);
    assert.equal(await frame.evaluate(() => window.locus.get().seed), 42);
    // The whole page, too: it has no parent to hear.
    const whole = await at.open();
    await whole.evaluate(() => postMessage({ locus: 1, id: 1, type: 'set', state: { seed: 9 } }, '*'));
    assert.equal((await get(whole)).seed, 42);
  });

  test('in a sandboxed frame, without an origin or storage, it runs and speaks', async () => {
    const shown = await show(LISTEN + FRAME('panel=attention&text=abc', 'sandbox="allow-scripts"'));
    const frame = await inside(shown, 'iframe');
    assert.equal(await frame.evaluate(() => { try { return typeof localStorage; } catch { return 'blocked'; } }), 'blocked');
    const answer = await shown.evaluate(() => ask({ locus: 1, id: 1, type: 'set', state: { seed: 9 } }));
    assert.deepEqual([answer.type, answer.state.seed], ['state', 9]);
    assert.deepEqual(shown.complaints, []);
  });

  test('the element is as high as its panel, and sets, gets and tells', async () => {
    const shown = await show('<script src="{{LOCUS}}embed.js"></script><locus-panel panel="attention" state="scheme=rope&amp;text=abc" height="300"></locus-panel>');
    const frame = await inside(shown, 'locus-panel iframe');
    const call = (method, argument) => shown.evaluate(([m, a]) => document.querySelector('locus-panel')[m](a), [method, argument]);
    assert.deepEqual(await call('get').then(({ scheme, text, panel }) => [scheme, text, panel]), ['rope', 'abc', 'attention']);
    assert.equal((await call('set', { seed: 5 })).seed, 5);
    assert.equal((await call('export', 'weights')).values.length, 4 * 9);
    await assert.rejects(call('export', 'nope'), /nope/);
    // Settles, and nothing is cut off.
    await shown.waitForFunction(() => document.querySelector('iframe').offsetHeight > 300);
    await shown.waitForTimeout(500);
    const fits = () => frame.evaluate(() => [document.body.getBoundingClientRect().height, innerHeight]);
    const [content, height] = await fits();
    assert.ok(Math.abs(content - height) <= 2, `${content} in ${height}`);
    const told = shown.evaluate(() => new Promise((done) => document.querySelector('locus-panel').addEventListener('locus-state', ({ detail }) => done(detail.state.scheme), { once: true })));
    await shown.evaluate(() => document.querySelector('locus-panel').setAttribute('state', 'scheme=alibi'));
    assert.equal(await told, 'alibi');
    await shown.evaluate(() => document.querySelector('locus-panel').remove());
    assert.deepEqual(shown.complaints, []);
  });

  test('a wheel over it scrolls the page until the reader turns to it', async () => {
    const shown = await show(`<div style="height: 100px"></div>${FRAME('panel=attention', 'style="height: 300px"')}<div style="height: 3000px"></div>`);
    await inside(shown, 'iframe');
    await shown.mouse.move(400, 250);
    await shown.mouse.wheel(0, 120);
    await shown.waitForFunction(() => scrollY >= 100);
    assert.equal(await shown.evaluate(() => document.activeElement.tagName), 'BODY', 'it took no focus');
  });

  test('in a page as Quarto or Jupyter Book makes it, frame and element stand and fit', async () => {
    const shown = await show(await readFile(BOOK, 'utf8'), { whole: true });
    const plain = await inside(shown, '#plain');
    assert.equal(await plain.evaluate(() => window.locus.get().text), 'abc');
    await shown.locator('#element').scrollIntoViewIfNeeded();
    const element = await inside(shown, '#element iframe');
    assert.deepEqual(await element.evaluate(() => [window.locus.get().base, document.documentElement.lang]), [500_000, 'zh']);
    assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
    assert.deepEqual(shown.complaints, []);
  });

  test('ten in one page are there soon, and do nothing while nobody touches them', async (t) => {
    const panels = ['attention', 'position', 'permutation', 'tokens', 'vectors', 'attention', 'position', 'permutation', 'tokens', 'vectors'];
    await show('<p>warm</p>');
    const start = Date.now();
    const shown = await show(panels.map((panel, at) => FRAME(`panel=${panel}&seed=${at}`)).join(''), { waitUntil: 'commit' });
    const client = await shown.context().newCDPSession(shown);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' }); // the thread's own time: this machine may have other work
    const busy = async () => (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
    await shown.waitForFunction(() => document.querySelectorAll('iframe').length === 10);
    const frames = [];
    for (const handle of await shown.$$('iframe')) {
      // A frame out of sight draws when it comes into sight.
      await handle.evaluate((frame) => frame.scrollIntoView({ behavior: 'instant' }));
      const frame = await handle.contentFrame();
      await frame.waitForFunction(() => window.locus?.ready, null, { polling: 50 });
      await frame.evaluate(() => window.locus.ready);
      frames.push(frame);
    }
    await shown.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const own = await busy();
    t.diagnostic(`ten panels after ${Date.now() - start} ms, ${Math.round(own * 1000)} ms of the thread's own time`);
    await shown.waitForTimeout(1500);
    const before = await busy();
    await shown.waitForTimeout(2000);
    const share = (await busy() - before) / 2;
    t.diagnostic(`${(share * 100).toFixed(1)} % of the thread while idle`);
    assert.ok(share < 0.05, `${share}`);
    // Out of sight a change waits for its picture; asked for, it is answered.
    const last = frames[9];
    assert.equal(await last.evaluate(() => window.locus.set({ seed: 77 }).then((s) => s.seed)), 77);
    assert.deepEqual(shown.complaints, []);
  });

  test('embed.js is small', async () => {
    assert.ok((await stat(join(DIST, 'embed.js'))).size <= 4096);
  });
});
