// Curves say what they are where one points: by mouse, by finger and by keyboard, in the numbers that draw them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, read, reveal, set, stage } from './harness.mjs';

const LAB = { panel: 'context', rope_type: 'yarn', factor: 8, lang: 'en' };
const PLOTS = '#panel .plot canvas:not(.ground)';
const number = (text) => Number(text.replace('−', '-').replace(/^.* /s, ''));

describe('pointing at curves', () => {
  const at = stage();
  const box = (page) => page.getByTestId('probe');

  test('says the place and what each curve is there, from the numbers of the panel', async () => {
    const page = await at.open({ hash: LAB });
    const plot = page.locator(PLOTS).nth(1);
    const { left, y, width } = await reveal(plot);
    await page.mouse.move(left + width * 0.5, y);
    const [place, ...lines] = (await read(box(page))).split('\n');
    const pair = number(place);
    assert.ok(pair > 20 && pair < 40, place);
    const { shape, values } = await data(page, 'lab');
    const yarn = lines.find((line) => line.startsWith('YaRN'));
    assert.ok(Math.abs(number(yarn) / values[pair] - 1) < 1e-3, `${yarn}, ${values[pair]}`);
    assert.equal(lines.length, shape[0]);
    await page.mouse.move(2, 2);
    await box(page).waitFor({ state: 'detached' });
  });

  test('the arrow keys go from point to point, and it is spoken', async () => {
    const page = await at.open({ hash: LAB });
    const plot = page.locator(PLOTS).nth(1);
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(number((await read(box(page))).split('\n')[0]), 1);
    assert.match(await plot.getAttribute('aria-valuetext'), /= 1 · .*YaRN: 0\.\d+/);
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    assert.equal(number((await read(box(page))).split('\n')[0]), 63);
    assert.equal(await plot.getAttribute('aria-valuenow'), await plot.getAttribute('aria-valuemax'));
  });

  test('what a finger points at stays, within the screen', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: LAB });
    const plot = page.locator(PLOTS).first();
    for (const share of [0.25, 0.48, 0.52, 0.95]) {
      const { left, y, width } = await reveal(plot);
      await page.touchscreen.tap(left + width * share, y);
      const { x, width: wide } = await box(page).locator('div').boundingBox();
      assert.ok(x >= 0 && x + wide <= 360, `${share}: ${x} to ${x + wide}`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });

  test('a line of two points says what lies between them', async () => {
    const page = await at.open({ hash: { panel: 'economics', lang: 'en', vocab_size: 50_000, hidden_size: 1_000 } });
    const plot = page.locator('#panel .plot canvas[aria-label*="factors"]');
    const { left, y, width } = await reveal(plot);
    await page.mouse.move(left + width * 0.5, y);
    const [place, own] = (await read(box(page))).split('\n');
    const rank = number(place);
    assert.ok(rank > 100 && Number.isInteger(rank), place);
    assert.ok(Math.abs(number(own) / (rank * 51_000) - 1) < 1e-3, `${place}: ${own}`);
    await set(page, { lang: 'zh' });
  });
});
