// The single file, opened from the disk: everything is inside, and what is not says so.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DIST, PANELS, ROOT, choose, data, read, set, stage } from './harness.mjs';
import { onlyHost } from './ways.mjs';

// A development build, which is in one piece, is larger.
const LIMIT = existsSync(join(DIST, 'parts')) ? 6_000_000 : 8_000_000;
const folder = mkdtempSync(join(tmpdir(), 'locus-single-'));
const file = join(folder, 'locus.html');
execFileSync(process.execPath, [join(ROOT, 'scripts', 'single', 'single.mjs'), DIST, file, String(LIMIT)], { stdio: 'pipe' });
const url = pathToFileURL(file).href;

describe('the single file', { skip: onlyHost }, () => {
  const at = stage({ url });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('is small enough to be sent by mail', (t) => {
    const { size } = statSync(file);
    t.diagnostic(`${size} bytes`);
    assert.ok(size <= LIMIT, `${size} bytes`);
  });

  test('does the main job from the disk, in every panel and both languages, and asks for nothing', async () => {
    at.allRequests.length = 0;
    const page = await at.open({ hash: { lang: 'en' } });
    await page.locator('#f-text').fill('The dog bites the man');
    await page.locator('#f-tokenizer').selectOption('gpt2');
    await choose(page, 'position');
    await set(page, { scheme: 'rope' });
    assert.equal((await data(page, 'ids')).values.length, 5);
    await page.waitForURL(/^file:.*scheme=rope/); // when the reader rests
    for (const panel of PANELS) {
      await set(page, { panel });
      assert.ok(await read(page.locator('#panel h2').first()), panel);
    }
    for (const tokenizer of ['bert', 'unigram', 'cl100k', 'qwen3']) {
      await set(page, { tokenizer });
      assert.equal(await page.getByTestId('load-failed').count(), 0, tokenizer);
    }
    await set(page, { scheme: 'learned', panel: 'position' });
    await set(page, { mode: 'image', panel: 'tokens' });
    assert.equal((await data(page, 'patches')).shape[0], 196, 'the worker is there, and a picture');
    await set(page, { mode: 'audio' });
    await page.locator('#panel canvas').first().waitFor();
    assert.equal(await page.locator('.load.bad').count(), 0, 'nothing failed');
    assert.deepEqual(at.allRequests.filter((asked) => !asked.startsWith('blob:') && !asked.startsWith(url)), []);
    await page.getByTestId('offline').click();
    assert.match(await read(page.getByTestId('offline-state')), /^Works offline: this is the single file/);
  });

  test('has the lessons inside', async () => {
    const page = await at.open({ hash: { lang: 'en' } });
    await page.locator('#lessons-button').click();
    const cards = page.locator('.lessons li button');
    await cards.nth(7).waitFor();
    assert.equal(await page.locator('.lessons .bad').count(), 0);
    await cards.nth(6).click();
    assert.match(await read(page.getByTestId('lesson-step')), /1 of \d/);
  });

  test('opens in the reader’s language, and says what is not inside', async () => {
    const page = await at.open({ locale: 'zh-CN', hash: { text: '狗咬人' } });
    assert.match(await page.title(), /谁在哪里/);
    await page.locator('#f-tokenizer').selectOption('o200k');
    assert.match(await read(page.getByTestId('load-failed')), /o200k.*没有加载成功：单文件版里没有它，完整网站里才有/s);
    assert.equal(await page.getByTestId('load-failed').locator('button').count(), 0, 'asking again would not help');
    assert.equal((await data(page, 'ids')).values.length, 3, 'the last picture stays');
  });

  test('offers the sample pictures that are inside, and no others', async () => {
    const page = await at.open({ hash: { mode: 'image', panel: 'tokens', lang: 'en' } });
    const offered = await page.locator('[data-testid=image-bar] .samples button').evaluateAll((all) => all.map((b) => b.dataset.value));
    const inside = await page.evaluate(() => [...globalThis.locusFiles.keys()].filter((name) => /^pictures.*webp$/.test(name)));
    assert.deepEqual(offered.map((id) => `pictures/${id}.webp`).sort(), inside.sort());
    const away = ['chelsea', 'coffee', 'rocket'].filter((id) => !offered.includes(id));
    for (const image of away) {
      await page.evaluate((image) => (location.hash = `#v=1&mode=image&panel=tokens&lang=en&image=${image}`), image);
      await page.locator('[data-testid=image-refused]', { hasText: 'not in this single file' }).waitFor();
    }
  });

  test('cut off on its way, it says so', async () => {
    const cut = `${file}.cut.html`;
    const whole = readFileSync(file, 'utf8');
    writeFileSync(cut, whole.replace(/(data-name="locus-[^"]*_bg\.wasm"[^>]*>)[\s\S]{1000}/, '$1'));
    const page = await at.open({ wait: false, errors: /Error/ });
    await page.goto(pathToFileURL(cut).href);
    await page.locator('#boot-text', { hasText: 'This file could not be opened' }).waitFor();
  });
});
