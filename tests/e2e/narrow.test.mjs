// A phone: at 360 px nothing scrolls sideways but pictures, and the control sheet leaves the picture on the screen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, PANELS, SCHEMES, set, stage } from './harness.mjs';

/** How wide the page is, and what sticks out of it. */
const width = (page) =>
  page.evaluate(() => {
    const wide = document.scrollingElement.scrollWidth;
    if (wide <= innerWidth) return { wide, out: [] };
    const all = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1);
    return { wide, out: all.slice(0, 5).map((e) => `${e.tagName}.${e.className}`) };
  });

const TEXTS = ['狗咬人', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(3)];

describe('360 px', () => {
  const at = stage();

  for (const lang of LANGUAGES) {
    test(`no panel is wider than the screen, ${lang}`, async () => {
      const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: { lang } });
      const wide = [];
      for (const text of TEXTS) {
        for (const panel of PANELS) {
          for (const scheme of panel === 'position' ? SCHEMES : ['rope']) {
            await set(page, { panel, scheme, text, rope_type: 'yarn', factor: 4, n_heads: 32 });
            const found = await width(page);
            if (found.wide > 360) wide.push({ panel, scheme, text: text.slice(0, 5), ...found });
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
