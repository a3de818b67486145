// Parts of the page that come after the first picture: when they come, and what is said while they do not.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DIST, PANELS, get, read, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const FOLDER = join(DIST, 'parts');
const PARTS = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const NETWORK = /Failed to load resource|HTTP 404|TypeError|CompileError|LinkError/;
const HEADING = '#panel h2';
// The heading of the panel that a page without a link opens with; it says more once more is measured.
const FIRST = /^Drag a token/;

/** Answers requests for parts by `answer` until it is set to null. */
async function intercept(page) {
  const fault = { answer: null, asked: 0 };
  await page.route('**/parts/*.wasm', async (route) => {
    fault.asked += 1;
    if (fault.answer) await fault.answer(route);
    else await route.continue();
  });
  return fault;
}

const FAULTS = {
  missing: (route) => route.fulfill({ status: 404, body: 'not found' }),
  'not reachable': (route) => route.abort('failed'),
  'a page instead of a part': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in</p>' }),
  'a part of nothing': (route) => route.fulfill({ status: 200, contentType: 'application/wasm', body: '' }),
};

/** Answers as a host does that knows no type for the file. */
async function untyped(route) {
  const response = await route.fetch();
  await route.fulfill({ status: 200, contentType: 'application/octet-stream', body: Buffer.from(await response.body()) });
}

describe('parts of the page', { skip: (PARTS.length === 0 && 'the build is in one piece') || notIn('file', 'offline') }, () => {
  const at = stage({ apart: true });

  test('the first picture needs none, and soon all are there', async () => {
    at.allRequests.length = 0;
    // With no network the browser looks for its icon in vain.
    const page = await at.open({ errors: /ERR_INTERNET_DISCONNECTED/, hash: { lang: 'en' } });
    const asked = () => at.allRequests.filter((url) => url.includes('/parts/')).length;
    while (asked() < PARTS.length) await page.waitForTimeout(50);
    assert.equal(await page.locator('.load').count(), 0, 'nothing is said of what nobody asked for');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    for (const panel of PANELS) {
      await set(page, { panel });
      assert.ok(await read(page.locator(HEADING).first()), panel);
    }
    assert.equal(asked(), PARTS.length, 'each is fetched once');
  });

  test('a link to a panel fetches what that panel needs, and ready waits for it', async () => {
    const page = await at.open({ hash: { panel: 'attention', lang: 'en' } });
    assert.match(await read(page.locator(HEADING).first()), /of its attention/);
  });

  test('while a part is on its way the page says so, set waits, and the last picture stays', async () => {
    let part;
    const held = [];
    const page = await at.open({ hash: { lang: 'en' }, prepare: async (p) => { part = await intercept(p); part.answer = (route) => new Promise((done) => held.push(() => done(route.continue()))); } });
    await page.evaluate(() => void window.locus.set({ panel: 'compare' }).then(() => (window.came = true)));
    await page.locator('#panel .load[role="status"]').waitFor();
    assert.match(await read(page.locator('#panel .load')), /Loading the panel “Compare”/);
    assert.match(await read(page.locator(HEADING).first()), FIRST);
    assert.equal(await page.evaluate(() => window.came), undefined);
    part.answer = null;
    for (const go of held) go();
    await page.waitForFunction(() => window.came);
    assert.doesNotMatch(await read(page.locator(HEADING).first()), FIRST);
    assert.equal(await page.locator('.load').count(), 0);
  });

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`${name}: a sentence, the picture stays, and a second try works`, async () => {
      let part;
      const page = await at.open({ errors: NETWORK, hash: { lang: 'en' }, prepare: async (p) => { part = await intercept(p); part.answer = fault; } });
      await set(page, { panel: 'position' });
      const failed = page.getByTestId('panel-failed');
      await failed.waitFor();
      assert.match(await read(failed), /The panel “Position” did not load/);
      assert.match(await read(page.locator(HEADING).first()), FIRST, 'the last picture stays');

      await failed.getByRole('button').click();
      await failed.waitFor();
      part.answer = null;
      await failed.getByRole('button').click();
      await failed.waitFor({ state: 'detached' });
      await set(page, {});
      assert.match(await read(page.locator(HEADING).first()), /Without position/);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.panel), 'position', 'the focus is on the chosen panel');

      // What failed unasked is asked for again when it is chosen.
      await set(page, { panel: 'compare' });
      assert.equal(await failed.count(), 0);
      assert.equal((await get(page)).panel, 'compare');
      assert.ok(await page.locator('#panel canvas').first().isVisible());
    });
  }

  test('a page whose first panel does not come says so, and in Chinese too', async () => {
    let part;
    const page = await at.open({ errors: NETWORK, hash: { panel: 'long', lang: 'zh' }, prepare: async (p) => { part = await intercept(p); part.answer = FAULTS.missing; } });
    const failed = page.getByTestId('panel-failed');
    assert.match(await read(failed), /没有加载成功/);
    part.answer = null;
    await set(page, { panel: 'permutation' });
    await page.locator(HEADING).first().waitFor();
    assert.equal(await failed.count(), 0);
    await set(page, { panel: 'long' });
    assert.ok(await read(page.locator(HEADING).first()));
  });

  test('a host that does not know the type of a part is no hindrance', async () => {
    const page = await at.open({
      hash: { panel: 'compare', lang: 'en' },
      prepare: (p) => p.route('**/parts/*.wasm', (route) => untyped(route).catch(() => {})), // the page may be gone
    });
    assert.ok(await page.locator('#panel canvas').first().isVisible());
  });
});
