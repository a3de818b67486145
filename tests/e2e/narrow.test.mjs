// A phone: at 360 px nothing scrolls sideways but pictures, and the control sheet leaves the picture on the screen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, PANELS, SCHEMES, data, drawn, get, read, reveal, set, stage, swipe } from './harness.mjs';

/** How wide the page is, and what sticks out of it. */
const width = (page) =>
  page.evaluate(() => {
    const wide = document.scrollingElement.scrollWidth;
    if (wide <= innerWidth) return { wide, out: [] };
    const all = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1);
    return { wide, out: all.slice(0, 5).map((e) => `${e.tagName}.${e.className}`) };
  });

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
// Characters, many of them, and one token as long as a line: BERT makes an unknown word of it.
const TEXTS = [
  { text: '狗咬人', tokenizer: 'char' },
  { text: `${LONG} `.repeat(3), tokenizer: 'char' },
  { text: 'x'.repeat(300), tokenizer: 'bert', train_corpus: LONG.repeat(9) },
];

describe('360 px', () => {
  const at = stage();

  for (const lang of LANGUAGES) {
    test(`no panel is wider than the screen, ${lang}`, async () => {
      const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: { lang } });
      const wide = [];
      for (const texts of TEXTS) {
        for (const panel of PANELS) {
          for (const scheme of panel === 'position' ? SCHEMES : ['rope']) {
            await set(page, { panel, scheme, ...texts, rope_type: 'yarn', factor: 4, n_heads: 32 });
            const found = await width(page);
            if (found.wide > 360) wide.push({ panel, scheme, text: texts.text.slice(0, 5), ...found });
          }
        }
      }
      assert.deepEqual(wide, []);
    });
  }

  test('long sentences about bad values do not widen the page', async () => {
    const hash = `${'k'.repeat(300)}=1&base=${'9'.repeat(300)}&text=abc&tokenizer=${'x'.repeat(300)}`;
    const page = await at.open({ viewport: { width: 360, height: 740 }, hash });
    assert.deepEqual(await width(page), { wide: 360, out: [] });
  });

  test('controls are large enough for a thumb', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: { panel: 'permutation', text: 'a b c' } });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main select, nav a')]
        .filter((e) => e.checkVisibility())
        .map((e) => ({ name: e.innerText || e.getAttribute('aria-label'), ...e.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => Math.min(width, height) < 24)
        .map(({ name, width, height }) => `${name}: ${Math.round(width)} × ${Math.round(height)}`),
    );
    assert.deepEqual(small, [], 'WCAG 2.5.8: at least 24 × 24 px');
  });
});

const PHONE = { width: 360, height: 780 };

/** The fields whose controls can be seen. */
const controls = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.controls [data-key]')].filter((e) => e.checkVisibility()).map((e) => e.dataset.key));

/** How much of the screen's height the control sheet takes. */
const sheetShare = (page) => page.evaluate(() => document.querySelector('.controls').getBoundingClientRect().height / innerHeight);

describe('the control sheet', () => {
  const at = stage();

  test('begins folded, folds by keyboard to the control in use, stays so on other panels, and opens again', async () => {
    const page = await at.open({ touch: true, viewport: PHONE, hash: { panel: 'attention', scheme: 'rope', text: 'one two' } });
    const handle = page.getByTestId('sheet-handle');
    assert.equal(await handle.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await controls(page), [], 'the claim and its picture come first');
    await handle.tap();
    assert.equal(await handle.getAttribute('aria-expanded'), 'true');
    await page.locator('[data-key="base"] input[type="number"]').focus();
    await handle.focus();
    await page.keyboard.press('Enter');
    assert.equal(await handle.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await controls(page), ['base']);
    assert.ok((await sheetShare(page)) < 0.2, `the sheet takes ${await sheetShare(page)} of the screen`);
    await set(page, { panel: 'position' });
    assert.equal(await handle.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await controls(page), ['base']);
    await set(page, { panel: 'vectors' });
    assert.deepEqual(await controls(page), [], 'a panel without that control shows none');
    await handle.tap();
    assert.ok((await controls(page)).length > 2);
  });

  for (const viewport of [{ width: 780, height: 360 }, { width: 720, height: 450 }]) {
    test(`${viewport.width} × ${viewport.height} leaves room for the picture`, async () => {
      for (const panel of ['attention', 'position', 'vectors', 'permutation']) {
        const page = await at.open({ touch: true, viewport, hash: { panel, scheme: 'rope', text: '狗咬人' } });
        const seen = await page.evaluate(() => {
          const picture = document.querySelector('.heat, .plot');
          picture.scrollIntoView({ behavior: 'instant' });
          const { left, top, width, bottom } = picture.getBoundingClientRect();
          let rows = 0;
          for (let y = Math.max(0, top) + 1; y < Math.min(innerHeight, bottom); y += 4) {
            rows += picture.contains(document.elementFromPoint(left + width / 2, y)) ? 4 : 0;
          }
          // A picture of few rows is small: then all of it.
          return rows / Math.min(innerHeight, 3.6 * (bottom - top));
        });
        assert.ok(seen >= 0.25, `${panel}: ${Math.round(seen * 100)} %`);
      }
    });
  }
});

describe('a finger', () => {
  const at = stage();
  const open = (hash) => at.open({ touch: true, viewport: PHONE, hash: { text: 'one two three four', ...hash } });

  /** A swipe goes on scrolling after the finger has left. */
  const still = (page) => page.evaluate(async () => {
    for (let [last, now] = [-1, 0]; last !== now; ) {
      last = now;
      await new Promise((next) => setTimeout(next, 150));
      now = document.querySelector('.controls').scrollTop + scrollY;
    }
  });

  test('that swipes up from a slider scrolls and changes nothing; sideways or tapping it changes', async () => {
    const page = await open({ panel: 'attention', scheme: 'rope', base: 10_000 });
    await page.getByTestId('sheet-handle').tap();
    const range = page.locator('[data-key="base"] input[type="range"]');
    const point = async (share) => {
      const { left, y, width } = await reveal(range);
      return { x: left + width * share, y };
    };
    const scrolled = () => page.evaluate(() => document.querySelector('.controls').scrollTop + scrollY);
    const from = await point(0.8);
    const before = await scrolled();
    await swipe(page, from, { x: from.x, y: from.y - 120 });
    await drawn(page);
    await page.waitForFunction((b) => document.querySelector('.controls').scrollTop + scrollY > b, before);
    assert.equal((await get(page)).base, 10_000);
    await still(page);
    const [left, right] = [await point(0.5), await point(0.9)];
    await swipe(page, left, right);
    await drawn(page);
    const dragged = (await get(page)).base;
    assert.ok(dragged > 1e6, `dragged to ${dragged}`);
    const tapped = await point(0.1);
    await page.touchscreen.tap(tapped.x, tapped.y);
    await drawn(page);
    assert.ok((await get(page)).base < 1000, `tapped to ${(await get(page)).base}`);
  });

  test('scrolls over the plot of ALiBi, and moves a line that it takes', async () => {
    const page = await open({ panel: 'position', scheme: 'alibi' });
    const canvas = page.locator('.plot canvas').first();
    await canvas.evaluate((c) => c.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const before = (await data(page, 'slopes')).values;
    const { x, y, width } = await canvas.boundingBox();
    const empty = { x: x + width * 0.9, y: y + 200 };
    const top = await page.evaluate(() => scrollY);
    await swipe(page, empty, { x: empty.x, y: empty.y - 100 });
    await page.waitForFunction((t) => scrollY > t, top);
    assert.deepEqual((await data(page, 'slopes')).values, before);
    await still(page);
    await canvas.evaluate((c) => c.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const line = { x: empty.x, y: (await canvas.boundingBox()).y + 24 };
    await swipe(page, line, { x: line.x, y: line.y + 100 });
    await drawn(page);
    assert.equal((await data(page, 'slopes')).values.filter((m, h) => m !== before[h]).length, 1);
  });

  test('that taps a cell reads its value on the same screen', async () => {
    const page = await open({ panel: 'attention', scheme: 'rope' });
    const canvas = page.locator('.heat canvas.over').first();
    const { x, y } = await reveal(canvas);
    await page.touchscreen.tap(x, y);
    await drawn(page);
    const { query, key } = await get(page);
    const line = page.getByTestId('cell').first();
    assert.match(await read(line), new RegExp(`query ${query} .*key ${key} .*: [\\d.]+`));
    const uncovered = await line.evaluate((e) => {
      const { left, top, height } = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(left + 20, top + height / 2));
    });
    assert.ok(uncovered, 'the line is on the screen');
  });
});
