// What no reader may stumble over: wordier languages, 200 % zoom, colours of the system's own, thumbs, motion.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, PANELS, set, stage } from './harness.mjs';
import { misfits, stretch } from './stress.mjs';

const HASH = { text: '狗 bites 人', scheme: 'rope', rope_type: 'yarn', factor: 4, tokenizer: 'char' };
const SIZES = [{ width: 1440, height: 900 }, { width: 360, height: 740 }];

/** What sticks out, and how much wider than the screen the page is, on every panel. */
async function everywhere(page) {
  const found = [];
  for (const panel of PANELS) {
    await set(page, { panel });
    const { out, over } = await page.evaluate(misfits);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    found.push(...[...out.map((e) => `out of its box: ${e}`), ...over, ...(wide > 0 ? [`${wide} px too wide`] : [])].map((what) => `${panel}: ${what}`));
  }
  return found;
}

describe('strings', () => {
  const at = stage();
  for (const [name, times] of [['double', 2], ['long', 3]]) {
    for (const viewport of SIZES) {
      test(`${name}: everything keeps its place, ${viewport.width} px`, async () => {
        const page = await at.open({ viewport, hash: HASH, prepare: (page) => page.addInitScript(stretch, times) });
        const title = await page.locator('h2').first().innerText();
        assert.match(title, /^(.+)( \1)+$/s, 'the page’s own words are longer');
        assert.deepEqual(await everywhere(page), []);
      });
    }
  }
});

describe('200 % zoom', () => {
  const at = stage();
  for (const lang of LANGUAGES) {
    test(`1280 × 1024 at twice the size: one column, nothing cut, ${lang}`, async () => {
      const page = await at.open({ viewport: { width: 640, height: 512 }, hash: { ...HASH, lang } });
      assert.deepEqual(await everywhere(page), []);
    });
  }
});

describe('thumbs', () => {
  const at = stage();
  test('every button, link and field of every panel is at least 24 px', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: HASH });
    const small = {};
    for (const panel of PANELS) {
      await set(page, { panel });
      const found = await page.evaluate(() =>
        [...document.querySelectorAll('button, select, nav a, input, summary, header button')]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.sr'))
          .map((e) => ({ name: `${e.tagName}.${e.className} ${e.innerText || e.getAttribute('aria-label') || e.id}`.slice(0, 50), ...e.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => width > 1 && Math.min(width, height) < 23.5)
          .map(({ name, width, height }) => `${name}: ${Math.round(width)} × ${Math.round(height)}`));
      if (found.length) small[panel] = found.slice(0, 4);
    }
    assert.deepEqual(small, {}, 'WCAG 2.5.8');
  });
});

describe('forced colours', () => {
  const at = stage();
  test('what is chosen, and where the focus is, can be told without colour', async () => {
    const page = await at.open({ hash: { ...HASH, panel: 'attention' }, prepare: (page) => page.emulateMedia({ forcedColors: 'active' }) });
    assert.ok(await page.evaluate(() => matchMedia('(forced-colors: active)').matches));
    const marked = await page.evaluate(() => {
      const style = (e) => { const { outlineStyle, borderTopWidth, borderTopStyle, borderBottomWidth, textDecorationLine, fontWeight, backgroundColor, forcedColorAdjust } = getComputedStyle(e); return JSON.stringify({ outlineStyle, borderTopWidth, borderTopStyle, borderBottomWidth, textDecorationLine, fontWeight, backgroundColor, forcedColorAdjust }); };
      const pairs = [['nav a[aria-current]', 'nav a:not([aria-current])'], ['.seg button[aria-pressed="true"]', '.seg button[aria-pressed="false"]'], ['.modes button[aria-pressed="true"]', '.modes button[aria-pressed="false"]'], ['.chip[aria-pressed="true"]', '.chip[aria-pressed="false"]']];
      return pairs.map(([on, off]) => [on, document.querySelector(on), document.querySelector(off)]).filter(([, on, off]) => on && off).map(([name, on, off]) => [name, style(on) !== style(off)]);
    });
    assert.ok(marked.length >= 2, JSON.stringify(marked));
    for (const [name, differs] of marked) assert.ok(differs, `${name} looks like the others`);
    const heat = page.locator('.heat [tabindex="0"], .heat[tabindex="0"]').first();
    await page.keyboard.press('Tab');
    await heat.focus();
    const outline = await heat.evaluate((e) => getComputedStyle(e).outlineStyle);
    assert.notEqual(outline, 'none', 'the focus is seen');
  });
});

describe('reduced motion', () => {
  const at = stage();
  test('nothing moves by itself on any panel', async () => {
    const page = await at.open({ hash: HASH });
    for (const panel of PANELS) {
      await set(page, { panel });
      const moving = await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().duration > 10).map((a) => `${a.constructor.name} on ${a.effect?.target?.className}`));
      assert.deepEqual(moving, [], panel);
    }
  });
});
