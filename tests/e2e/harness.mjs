// What every end-to-end test uses: the release build on a local server under a sub-path, a real browser, and pages
// that complain. A test fails if its page logs an error, panics, throws, or asks another origin for anything.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { CSP, serve } from '../../scripts/serve.mjs';
import { Contexts } from './contexts.mjs';
import { ENTER, WAY, installed, otherHost, refuseStorage, singleFile, throughFrame } from './ways.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DIST = process.env.LOCUS_DIST ?? join(ROOT, 'dist');
export const BASE = '/a/b/';
export const PANELS = ['signal', 'tokens', 'vectors', 'position', 'attention', 'permutation', 'compare', 'context', 'long', 'around', 'microscope', 'tokenizers', 'training', 'economics', 'meaning'];
/** The panels that have something to show without any text. */
export const WITHOUT_INPUT = ['context', 'training', 'economics', 'meaning'];
export const SCHEMES = ['none', 'sinusoidal', 'sinusoidal_2d', 'learned', 'shaw', 'transformer_xl', 't5', 'deberta', 'rope', 'alibi'];
export const LANGUAGES = ['en', 'zh'];

const QUIET = [
  '--no-sandbox',
  // The pages of one context share what their process has compiled: see contexts.mjs.
  '--process-per-site',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// What is asked of a page has no limit of time by itself, so that a test could wait for ever: after these milliseconds,
// several times what the longest test takes on a slow machine, its pages are closed, and whatever it waits for fails.
const LONGEST = 240_000;

// Chromium's own software adapter: a real WebGPU without a graphics card.
const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** Chromium: the one that CHROMIUM names, else the first on the PATH. */
function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/Applications/Google Chrome.app/Contents/MacOS'];
  const found = folders.flatMap((f) => [...names, 'Google Chrome'].map((n) => join(f, n))).find((f) => existsSync(f));
  assert.ok(found, 'no Chromium found: run scripts/setup.sh test, or set CHROMIUM');
  return found;
}

/**
 * One server (of the folder `root`, with `headers` besides; none if `url` is a file) and one browser (started with `args` besides) for the tests of a file. `open(options)` gives a page on which the first picture stands;
 * options: `hash` (state as an object or a string), `locale`, `viewport`, `touch`, `colorScheme`, `prepare(page)` before
 * the page is opened, `wait: false` to not wait for the picture, `errors` (a pattern of console errors to expect),
 * `serviceWorkers: 'allow'` (they are blocked, so that no test is answered from a copy). Pages are of one browser profile;
 * with `apart`, of the stage or of one page, nothing that another page fetched or was allowed is there.
 */
export function stage({ gpu = false, quality = 1, args = [], root = DIST, headers = { 'content-security-policy': CSP }, url, apart = false } = {}) {
  const shared = { open: (options) => open(shared, options), pages: [], allRequests: [] };
  before(async () => {
    assert.ok(existsSync(join(root, 'index.html')), `no build in ${DIST}: run trunk build --release`);
    if (url) shared.site = { url, close: async () => {} };
    else shared.site = WAY === 'file' ? singleFile(root) : await serve({ root, base: BASE, quality, headers });
    if (WAY === 'frame') shared.host = await otherHost();
    shared.browser = await chromium.launch({ executablePath: executable(), args: [...QUIET, ...(gpu ? WEBGPU : []), ...args] });
    shared.contexts = new Contexts(shared.browser, apart || url || WAY !== 'host' ? null : new URL('icon.svg', shared.site.url).href);
  });
  let watchdog;
  beforeEach(() => {
    watchdog = setTimeout(() => shared.pages.forEach(({ page }) => page.close()), LONGEST);
  });
  afterEach(async () => {
    clearTimeout(watchdog);
    const pages = shared.pages.splice(0);
    await Promise.all(pages.map(({ page }) => page.close()));
    await shared.contexts.tidy();
    assert.deepEqual(pages.flatMap(({ complaints }) => complaints), [], 'the page complained');
  });
  after(async () => {
    await shared.browser?.close();
    await shared.site?.close();
    await shared.host?.close();
  });
  return shared;
}

async function open(shared, options = {}) {
  const { hash = {}, locale = 'en-US', viewport = { width: 1280, height: 800 }, touch = false, colorScheme = 'light', serviceWorkers = WAY === 'offline' ? 'allow' : 'block' } = options;
  const context = await shared.contexts.give({ locale, viewport, hasTouch: touch, colorScheme, reducedMotion: 'reduce', serviceWorkers }, options.apart);
  if (WAY === 'offline') await visitOnce(context, shared.site.url);
  const bare = await context.newPage();
  const page = shared.host ? throughFrame(bare, shared.host) : bare;
  if (WAY === 'frame') await page.addInitScript(refuseStorage);
  page.setDefaultTimeout(20_000);
  const complaints = [];
  shared.pages.push({ page: bare, complaints });
  listen(shared, page, complaints, options.errors);
  await options.prepare?.(page);
  await visit(page, shared.site.url, hash, options.wait);
  return page;
}

/** Leaves the copy of the page in the browser, then takes the network away. */
async function visitOnce(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await installed(page);
  await page.close();
  await context.setOffline(true);
}

/** Opens `url` afresh with `hash`, an object or a string, and waits for the first picture. */
export async function visit(page, url, hash = {}, wait = true) {
  const text = typeof hash === 'string' ? hash : new URLSearchParams(hash).toString();
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const address = url + (text ? `#${text}` : '');
  await (page[ENTER] ? page[ENTER](address) : page.goto(address));
  if (!wait) return;
  await page.waitForFunction(() => window.locus?.ready);
  await page.evaluate(() => window.locus.ready);
}

function listen(shared, page, complaints, expected) {
  const complain = (text) => expected?.test(text) || complaints.push(text);
  page.on('console', (message) => message.type() === 'error' && complain(`console: ${message.text()}`));
  page.on('pageerror', (error) => complain(`thrown: ${error.message}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('request', (request) => {
    const url = request.url();
    shared.allRequests.push(url);
    const own = url.startsWith(shared.site.url) || (shared.host && url.startsWith(shared.host.url)) || /^(data|blob):/.test(url);
    if (!own) complaints.push(`asked for ${url}, which is not under ${shared.site.url}`);
  });
}

/** `locus.set(partial)`; gives the resulting state. */
export const set = (page, partial) => page.evaluate((p) => window.locus.set(p), partial);

/** Waits until the picture of the present state stands. */
export const drawn = (page) => page.evaluate(() => window.locus.drawn());

/** Waits until what is on its way (a vocabulary, word vectors, blocks of tokens) has come. */
export const settled = (page) => page.waitForFunction(() => !document.querySelector('.load progress, main [aria-busy="true"]'));

export const get = (page) => page.evaluate(() => window.locus.get());

/** `locus.data(name)` with plain arrays; null if there is none. */
export const data = (page, name) =>
  page.evaluate((n) => {
    const found = window.locus.data(n);
    return found ? { ...found, values: Array.from(found.values) } : null;
  }, name);

/** A short fingerprint of the numbers of `locus.data(name)`, exact to the last bit. */
export const fingerprint = (page, name) =>
  page.evaluate(async (n) => {
    const { shape, values } = window.locus.data(n);
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(values.buffer.slice(0))));
    return `${shape.join('x')}:${Array.from(bytes.slice(0, 8), (b) => b.toString(16).padStart(2, '0')).join('')}`;
  }, name);

/** Names of `locus.data` whose numbers are not all finite (−∞ is what a mask writes). */
export const broken = (page) =>
  page.evaluate(() => {
    const names = ['embedding', 'position', 'positioned', 'inv_freq', 'slopes', 'bias', 'q', 'k', 'v', 'dot', 'scaled', 'scores', 'terms', 'masked', 'weights', 'head_output', 'output'];
    const bad = (name) => (x) => !Number.isFinite(x) && !(name === 'masked' && x === -Infinity);
    return names.filter((name) => Array.from(window.locus.data(name)?.values ?? []).some(bad(name)));
  });

/** The sentences about bad values that the page shows now. */
export const notices = (page) => page.evaluate(() => window.locus.notices());

/** The text of an element that can be seen; waits for it. A space that keeps a number and its sign together reads as any other. */
export async function read(locator) {
  await locator.waitFor();
  return (await locator.innerText()).replaceAll('\u00a0', ' ');
}

/** Chooses a panel as a reader does. */
export async function choose(page, panel) {
  await page.locator(`[data-panel="${panel}"]`).click();
  await page.locator(`[data-panel="${panel}"][aria-current="step"]`).waitFor();
  await drawn(page);
}

/**
 * Scrolls until the middle of `locator` is not covered by anything that floats over the page, such as the control sheet
 * on a phone; gives that point and the box around it, once nothing is on its way and nothing moves any more.
 */
export async function reveal(locator) {
  await settled(locator.page());
  for (let before; ; ) {
    const seen = await locator.evaluate((element) => {
      for (const block of ['nearest', 'center', 'start', 'end']) {
        element.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit && (element.contains(hit) || hit.contains(element))) return { x, y, left, top, width, height };
      }
      return null;
    });
    assert.ok(seen, `${locator} can be scrolled to where nothing covers it`);
    if (JSON.stringify(seen) === before) return seen;
    before = JSON.stringify(seen);
    await locator.page().waitForTimeout(100);
  }
}

/** A finger that goes down on `from`, moves over to `to` in steps, and lifts. */
export async function swipe(page, from, to) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 8; step += 1) {
    const share = step / 8;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await touch('touchEnd', []);
}

/** A seeded generator of numbers in [0, 1): mulberry32. */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Asks the page to compute on the GPU, and fails if it does not. The flags of `stage({ gpu: true })` give a software adapter,
 * which computes as any other; its canvases cannot be shown, so the page paints what it reads back.
 */
export async function onGpu(page) {
  // The page's own trial of a canvas may have ended the process that holds the adapter: asked again until it is back.
  const adapter = page.evaluate(async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await navigator.gpu?.requestAdapter()) return true;
      await new Promise((done) => setTimeout(done, 500));
    }
    return false;
  });
  assert.ok(await adapter, 'this browser has a WebGPU adapter');
  // The same may happen once more between that answer and the page's own request; a reader would choose GPU again.
  let backend;
  for (let tries = 0; tries < 5 && backend !== 'gpu'; tries += 1) {
    await set(page, { backend: 'cpu' });
    await set(page, { backend: 'gpu' });
    ({ backend } = await data(page, 'weights'));
  }
  assert.equal(backend, 'gpu', 'the weights come from the GPU');
}
