// After one visit the page needs no network. A newer version is announced, and comes when the reader says so.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DIST, PANELS, ROOT, data, get, notices, read, set, stage, visit } from './harness.mjs';
import { installed, onlyHost } from './ways.mjs';

const FINISH = join(ROOT, 'scripts', 'finish', 'finish.mjs');
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to load resource|ServiceWorker/;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STATE = '[data-testid="offline-state"]';

/** A copy of the build that a test may change. */
const root = mkdtempSync(join(tmpdir(), 'locus-offline-'));
cpSync(DIST, root, { recursive: true });
const finish = () => execFileSync(process.execPath, [FINISH, root], { stdio: 'pipe' });
finish();

/** All that is kept, as paths below the page, by cache. */
const kept = (page) => page.evaluate(async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys();
    found[name] = keys.map(({ url }) => url.slice(document.baseURI.replace(/[^/]*$/, '').length));
  }
  return found;
});

const version = (page) => page.evaluate(() => document.querySelector('meta[name="locus-version"]').content);

describe('offline', { skip: onlyHost }, () => {
  const at = stage({ root, apart: true });
  after(() => rmSync(root, { recursive: true, force: true }));
  const open = (options) => at.open({ serviceWorkers: 'allow', errors: OFFLINE, ...options });

  test('after one visit every panel works without a network, in both languages', async () => {
    const page = await open({ hash: { lang: 'en' } });
    await installed(page);
    await page.context().setOffline(true);
    await visit(page, at.site.url, { lang: 'en' });
    at.site.sent.length = 0;
    for (const panel of PANELS) {
      await set(page, { panel });
      assert.ok(await read(page.locator('#panel h2').first()), panel);
    }
    for (const tokenizer of ['gpt2', 'bert', 'unigram', 'cl100k', 'qwen3']) {
      await set(page, { tokenizer, text: 'one 狗' });
      assert.equal(await page.getByTestId('load-failed').count(), 0, tokenizer);
    }
    await set(page, { lang: 'zh', mode: 'image', panel: 'tokens' });
    assert.equal((await data(page, 'patches')).shape[0], 196, 'the worker and the samples are there');
    await set(page, { mode: 'audio' });
    await page.locator('#panel canvas').first().waitFor();
    assert.equal(await page.locator('.load.bad').count(), 0, 'nothing failed');
    // Whether there is a newer worker is asked by the browser, which the emulation leaves its network.
    assert.deepEqual(at.site.sent.filter(({ path }) => !path.endsWith('/sw.js')), [], 'nothing was asked for');
    // A link and an index.html are the same page.
    await visit(page, `${at.site.url}index.html`, { panel: 'attention', scheme: 'rope' });
    assert.equal((await get(page)).scheme, 'rope');
    assert.deepEqual(await notices(page), []);
  });

  test('what is kept is the whole site but the packs on demand, and nothing of others', async () => {
    const page = await open();
    await installed(page);
    const caches = await kept(page);
    const shell = caches[`locus /a/b/ ${await version(page)}`];
    assert.ok(shell.includes('') && shell.some((name) => name.endsWith('.wasm')) && shell.includes('packs/gpt2.pack'), String(shell));
    assert.ok(!shell.includes('packs/o200k.pack') && !shell.includes('sw.js'), String(shell));
    assert.ok(Object.keys(caches).every((name) => name.startsWith('locus /a/b/ ')), Object.keys(caches).join());
  });

  test('a pack is made available offline, and given up again', async () => {
    const page = await open({ hash: { lang: 'en' } });
    await installed(page);
    await page.getByTestId('offline').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Works offline/).waitFor();
    assert.match(await read(dialog.locator('.lead')), /Always there: .* these: GPT-2 · BERT uncased · .* word vectors\./);
    const pack = dialog.getByRole('switch', { name: /Mistral/ });
    assert.match(await read(dialog.locator('li', { hasText: 'Mistral' })), /85\.3 kB/);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run('dialog').then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)));
    assert.deepEqual(found, []);
    await pack.press('Space');
    await page.waitForFunction(async () => (await caches.match(`${document.baseURI.replace(/#.*/, '')}packs/mistral.pack`, { ignoreSearch: true })) !== undefined);
    await page.context().setOffline(true);
    await visit(page, at.site.url, { tokenizer: 'mistral', text: 'one two', lang: 'en' });
    assert.deepEqual((await data(page, 'ids')).values.length, 2);
    // Another one is not there, which is said where it was chosen.
    await set(page, { tokenizer: 'o200k' });
    assert.match(await read(page.getByTestId('load-failed')), /GPT-4o .*did not load: the network did not answer/s);
    await page.getByTestId('offline').click();
    const other = dialog.locator('li', { hasText: 'DeepSeek' });
    await other.getByRole('switch').click();
    assert.match(await read(other.getByRole('alert')), /not available offline: the network did not answer/);
    assert.ok(await pack.isChecked());
    await pack.uncheck();
    await page.waitForFunction(async () => (await caches.match(`${document.baseURI.replace(/#.*/, '')}packs/mistral.pack`, { ignoreSearch: true })) === undefined);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'offline', 'the focus is back on the button');
  });

  test('a browser without room says so', async () => {
    const page = await open({ hash: { lang: 'zh' } });
    await installed(page);
    const client = await page.context().newCDPSession(page);
    await page.getByTestId('offline').click();
    await page.locator('.offline li').first().waitFor();
    await client.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1000 });
    const row = page.locator('.offline li', { hasText: 'o200k' });
    await row.getByRole('switch').click();
    assert.match(await read(row.getByRole('alert')), /没有存下来：浏览器的存储空间不够/);
    assert.ok(!(await row.getByRole('switch').isChecked()));
  });

  test('a newer version is announced, never forced, and comes when it is asked for', async () => {
    const page = await open({ hash: { lang: 'en', panel: 'position', scheme: 'rope' } });
    await installed(page);
    const old = await version(page);
    const css = readFileSync(join(root, 'index.html'), 'utf8').match(/href="\.\/(base-[^"]+\.css)"/)[1];
    appendFileSync(join(root, css), '/* newer */\n');
    finish();
    at.site.sent.length = 0;
    // The reader opens it again: the old version comes, whole, and the new one is fetched beside it.
    await visit(page, at.site.url, { lang: 'en', panel: 'position', scheme: 'rope' });
    assert.equal(await version(page), old);
    const bar = page.getByTestId('update');
    await bar.getByRole('button', { name: 'Reload' }).waitFor();
    assert.match(await read(bar), /A newer Locus is ready/);
    const fetched = at.site.sent.map(({ path }) => path.slice('/a/b/'.length));
    assert.deepEqual(fetched.filter((path) => path !== 'sw.js').sort(), ['', css], 'only what changed was fetched');
    const text = (p) => p.evaluate((name) => fetch(name).then((answer) => answer.text()), css);
    assert.doesNotMatch(await text(page), /newer/, 'the old version stays whole');
    // Another window shows the old version too: it is not taken from under it.
    const other = await page.context().newPage();
    await visit(other, at.site.url, {});
    await bar.getByRole('button', { name: 'Reload' }).click();
    await bar.getByText(/another window shows Locus too/).waitFor();
    assert.equal(await version(other), old);
    await other.close();
    await page.waitForTimeout(200);
    const again = page.waitForEvent('load');
    await bar.getByRole('button', { name: 'Reload' }).click();
    await again;
    await page.waitForFunction(() => window.locus?.ready);
    assert.notEqual(await version(page), old);
    assert.match(await text(page), /newer/);
    assert.equal((await get(page)).scheme, 'rope', 'the state is as it was');
    assert.equal(await bar.getByRole('button').count(), 0);
    const names = Object.keys(await kept(page));
    assert.ok(!names.some((name) => name.endsWith(old)), `the old files are gone: ${names}`);
  });

  test('a site that is half replaced is not kept, and the page works on', async () => {
    const icon = join(root, 'icon.svg');
    const whole = readFileSync(icon);
    writeFileSync(icon, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const page = await open({ hash: { lang: 'en' } });
    await page.getByTestId('offline').click();
    await page.locator(STATE, { hasText: 'Not possible now: the host has a newer file' }).waitFor();
    assert.ok((await data(page, 'weights')).values.length > 0);
    writeFileSync(icon, whole);
  });

  test('where no copy can be made nothing happens, and the dialog says why', async () => {
    const page = await at.open({ hash: { lang: 'en' }, prepare: (p) => p.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })) });
    await page.getByTestId('offline').click();
    assert.match(await read(page.locator(STATE)), /^Not possible here: this browser has no service worker/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
