// The rail: no word of it is cut or out of sight, whatever the width, the language and the state.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, PANELS, SCHEMES, set, stage } from './harness.mjs';

/** What of the rail is cut off, covered by a neighbour or outside of the screen. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-panel]')].flatMap((link) => {
      const room = link.getBoundingClientRect();
      return [...link.querySelectorAll('b, i, span')]
        .filter((part) => part.checkVisibility())
        .filter((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return [...range.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left < Math.max(room.left, 0) - 0.5 || right > Math.min(room.right, innerWidth) + 0.5 || top < room.top - 0.5 || bottom > room.bottom + 0.5,
          );
        })
        .map((part) => `${link.dataset.panel}: ${part.innerText}`);
    }),
  );

/** Words that a line break goes through. */
const torn = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-panel] b, [data-panel] span')]
      .filter((part) => part.checkVisibility())
      .flatMap((part) => [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .flatMap((node) => [...node.data.matchAll(/[A-Za-z]+|\d+/g)].map(({ 0: word, index }) => ({ node, word, index })))
      .filter(({ node, word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map(({ word }) => word),
  );

describe('the rail', () => {
  const at = stage();

  for (const lang of LANGUAGES) {
    for (const width of [1440, 1024, 768, 360]) {
      test(`cuts no word at ${width} px, ${lang}`, async () => {
        const page = await at.open({ viewport: { width, height: 780 }, hash: { lang } });
        const states = [
          ...SCHEMES.map((scheme) => ({ scheme })),
          { text: 'word '.repeat(1600), n_heads: 32, d_model: 512, original_max_position_embeddings: 4_194_304, target_length: 4_194_304, long_n: 32_768 },
        ];
        for (const state of states) {
          await set(page, state);
          assert.deepEqual([await cut(page), await torn(page)], [[], []], JSON.stringify(state).slice(0, 80));
        }
      });
    }

    test(`shows the panel that is chosen on a phone, ${lang}`, async () => {
      const page = await at.open({ touch: true, viewport: { width: 360, height: 780 }, hash: { lang } });
      for (const panel of PANELS) {
        await set(page, { panel });
        const box = await page.locator('[data-panel][aria-current="step"]').boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 780, `${panel}: ${JSON.stringify(box)}`);
      }
    });
  }

  test('lists the stages, the labs and the words apart, each of them once', async () => {
    const page = await at.open();
    const rows = await page.locator('.rail nav').evaluateAll((all) =>
      all.map((row) => ({ name: row.getAttribute('aria-label'), ids: [...row.querySelectorAll('[data-panel]')].map((link) => link.dataset.panel) })),
    );
    assert.deepEqual(rows.map(({ name }) => name), ['Pipeline', 'Labs', 'Words']);
    assert.deepEqual(rows[0].ids, ['signal', 'tokens', 'vectors', 'position', 'attention']);
    assert.deepEqual(rows.flatMap(({ ids }) => ids), PANELS);
  });
});
