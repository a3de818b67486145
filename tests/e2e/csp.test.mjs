// The main job under the content security policy of HOSTING.md: nothing inline, nothing evaluated but WebAssembly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CSP } from '../../scripts/serve.mjs';
import { PANELS, ROOT, choose, data, read, set, stage } from './harness.mjs';
import { onlyHost } from './ways.mjs';

/** In the page: notes what the policy forbids. */
function noteViolations() {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.effectiveDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
}

describe('under a content security policy', { skip: onlyHost }, () => {
  const at = stage({ headers: { 'content-security-policy': CSP } });
  const open = (options) => at.open({ ...options, prepare: (p) => p.addInitScript(noteViolations) });
  const violations = (page) => page.evaluate(() => [...new Set(window.violations)]);

  test('a sentence becomes attention, a slider moves it, in every panel and both languages', async () => {
    const page = await open({ hash: { lang: 'en' } });
    await page.locator('#f-text').fill('The dog bites the man');
    await page.locator('#f-tokenizer').selectOption('gpt2');
    await choose(page, 'position');
    await set(page, { scheme: 'rope' });
    const before = (await data(page, 'weights')).values;
    assert.equal((await data(page, 'ids')).values.length, 5);
    await page.locator('[data-key=base] input[type=range]').press('PageUp');
    await set(page, {});
    assert.ok((await data(page, 'weights')).values.some((x, at) => x !== before[at]), 'the picture follows the slider');
    for (const lang of ['en', 'zh']) {
      await set(page, { lang });
      for (const panel of PANELS) {
        await set(page, { panel });
        assert.ok(await read(page.locator('#panel h2').first()), panel);
      }
    }
    assert.deepEqual(await violations(page), []);
  });

  test('a script of the page sets numbers, and is told what is none', async () => {
    const page = await open({ hash: { scheme: 'rope', lang: 'en' } });
    // What Playwright evaluates is exempt from the policy; what a timer calls is not.
    const later = (value) => page.evaluate((v) => new Promise((done) => setTimeout(() => {
      Promise.resolve().then(() => window.locus.set(v)).then((state) => done(state.base), (error) => done(error.name));
    })), value);
    assert.equal(await later({ base: 4e5, order: [2, 0, 1] }), 4e5);
    assert.equal(await later(null), 'TypeError');
    assert.deepEqual(await violations(page), []);
  });

  test('pictures and sound are computed in the worker', async () => {
    const page = await open({ hash: { mode: 'image', panel: 'tokens', lang: 'en' } });
    assert.equal((await data(page, 'patches')).shape[0], 196);
    await set(page, { mode: 'audio' });
    await page.locator('#panel canvas').first().waitFor();
    assert.deepEqual(await violations(page), []);
  });

  test('a lesson rings the controls that it is about, and only while its step stands', async () => {
    const page = await open({ hash: { lesson: 'order', lang: 'en' } });
    await page.getByTestId('lesson').waitFor();
    const ring = () => page.locator('.rail [aria-current=step]').evaluate((e) => getComputedStyle(e).outlineStyle);
    assert.equal(await ring(), 'dashed');
    await page.getByTestId('lesson-leave').click();
    await page.getByTestId('lesson').waitFor({ state: 'detached' });
    assert.notEqual(await ring(), 'dashed');
    assert.deepEqual(await violations(page), []);
  });

  test('before the page stands its first words are the reader’s own', async () => {
    const page = await open({ locale: 'zh-CN', wait: false });
    await page.route('**/*.wasm', () => {});
    // What stands there when a frame is about to be painted.
    await page.addInitScript(() => {
      window.seen = new Set();
      const look = () => {
        const text = document.getElementById('boot-text')?.textContent;
        if (text) window.seen.add(text);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.seen.size > 0);
    await page.waitForTimeout(100);
    assert.deepEqual(await page.evaluate(() => [...window.seen]), ['正在加载……']);
    assert.deepEqual(await violations(page), []);
  });

  test('HOSTING.md gives the policy that was tested', () => {
    assert.ok(readFileSync(join(ROOT, 'HOSTING.md'), 'utf8').includes(CSP));
  });
});
