// The ways in which a page reaches its reader, other than by itself from a host: every end-to-end test can run in each.
//
//   LOCUS_WAY=frame     in a frame of another origin, with all storage refused
//   LOCUS_WAY=file      the single file, from the disk
//   LOCUS_WAY=offline   without a network, after one visit
//
// Without it the page comes from a host under a sub-path and under the content security policy of HOSTING.md, which
// holds for the frame and the visit as well.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const WAY = process.env.LOCUS_WAY ?? 'host';
if (!['host', 'frame', 'file', 'offline'].includes(WAY)) throw new Error(`LOCUS_WAY=${WAY} is none of frame, file, offline`);

/** Why a test does not apply, for its `skip`: it is about what these ways do not have. */
export const notIn = (...ways) => (ways.includes(WAY) ? `nothing to test in this way: ${WAY}` : false);

/** The same for tests that bring a host or a way of their own. */
export const onlyHost = notIn('frame', 'file', 'offline');

/** The single file made of `dist`: where it stands, and how to take it away. */
export function singleFile(dist) {
  const folder = mkdtempSync(join(tmpdir(), 'locus-way-'));
  const file = join(folder, 'locus.html');
  const make = fileURLToPath(new URL('../../scripts/single/single.mjs', import.meta.url));
  execFileSync(process.execPath, [make, dist, file, '8000000'], { stdio: 'pipe' });
  return { url: pathToFileURL(file).href, sent: [], close: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** In the page: storage as a browser refuses it to a frame of another origin. */
export function refuseStorage() {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
  }
}

/** In the page: waits until the service worker has its copy. */
export const installed = (page) => page.evaluate(async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== 'activated') await new Promise((done) => active.addEventListener('statechange', () => active.state === 'activated' && done()));
});

/** A host of another origin with one page, in which the page that its hash names fills a frame (a host refuses long queries). */
export async function otherHost() {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><body style="margin: 0">
    <script>
      const frame = document.createElement('iframe');
      frame.title = 'Locus';
      frame.allow = 'clipboard-read; clipboard-write; camera; microphone; fullscreen';
      frame.style = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
      frame.src = decodeURIComponent(location.hash.slice(1));
      document.body.append(frame);
    </script>`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

// What a test asks of a page that a frame answers; the mouse, the keyboard and the window are the page's.
const OF_FRAME = /^(evaluate|evaluateHandle|locator|getBy.*|waitForFunction|waitForSelector|waitForURL|url|title|content|\$.*|addScriptTag|addStyleTag)$/;

/** `page` with a frame in the place of its document; `page[ENTER](url)` opens another in it. */
export const ENTER = Symbol('enter');
export function throughFrame(page, host) {
  let frame;
  const enter = async (url) => {
    await page.goto(`${host.url}#${encodeURIComponent(url)}`);
    frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForURL((at) => at.href !== 'about:blank');
  };
  return new Proxy(page, {
    get(target, name) {
      if (name === ENTER) return enter;
      const own = frame && typeof name === 'string' && OF_FRAME.test(name) ? frame : target;
      const value = own[name];
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}
