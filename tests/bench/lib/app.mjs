// The release build, served as a good host would serve it (brotli), in a fresh context with nothing cached.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dist = process.env.LOCUS_DIST ?? `${root}dist`;
const PORT = 8791;
let server;

async function serve() {
  if (server) return;
  server = spawn(process.execPath, [`${root}scripts/serve.mjs`, '--root', dist, '--port', String(PORT), '--quality', '11'], { stdio: 'ignore' });
  server.unref(); // or this process would wait for it
  process.on('exit', () => server.kill());
  for (let tries = 0; tries < 100; tries++) {
    // The first answer of a file is slow: it is compressed then.
    if (await fetch(`http://127.0.0.1:${PORT}/`).then(() => true, () => false)) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  for (const file of fs.readdirSync(dist)) {
    await fetch(`http://127.0.0.1:${PORT}/${file}`, { headers: { 'accept-encoding': 'br' } }).then((r) => r.arrayBuffer(), () => 0);
  }
}

/** Opens the page; `ready` is navigation start until the first picture, `bytes` what came over the wire until then. */
export async function openApp(browser) {
  if (!fs.existsSync(`${dist}/index.html`)) return null;
  await serve();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const [names, bytes] = [new Map(), {}];
  client.on('Network.requestWillBeSent', (e) => names.set(e.requestId, new URL(e.request.url).pathname));
  client.on('Network.loadingFinished', (e) => { bytes[names.get(e.requestId)] = e.encodedDataLength; });
  await client.send('Network.enable');
  await client.send('Performance.enable');
  await page.addInitScript(() => addEventListener('TrunkApplicationStarted', (e) => { window.__wasm = e.detail?.wasm; }));
  await page.goto(`http://127.0.0.1:${PORT}/`);
  await page.waitForFunction(() => window.locus);
  const ready = await page.evaluate(() => window.locus.ready.then(() => performance.now()));
  const until = { ...bytes };
  return { page, client, ready, bytes: until, close: () => context.close() };
}
