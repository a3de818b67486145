// axe-core on every panel, in both languages, light and dark: nothing serious or critical.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { LANGUAGES, PANELS, set, stage } from './harness.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings on the page as it stands, one line each. */
async function findings(page) {
  const violations = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((n) => `${n.target.join(' ')}: ${n.failureSummary.split('\n').slice(1).join(' ').trim()}`) }));
  });
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id} (${nodes.length}×): ${nodes.slice(0, 3).join(' | ')}`);
}

async function check(page, where, all) {
  for (const found of await findings(page)) (all[found] ??= []).push(where);
}

describe('axe-core', () => {
  const at = stage();

  for (const lang of LANGUAGES) {
    for (const theme of ['light', 'dark']) {
      test(`every panel, ${lang}, ${theme}`, async () => {
        const page = await at.open({ hash: { lang, theme, text: '狗 bites 人', scheme: 'rope', rope_type: 'yarn', factor: 4, order: '1-0-2' } });
        await page.evaluate(axe);
        const all = {};
        for (const panel of PANELS) {
          await set(page, { panel });
          await check(page, panel, all);
        }
        await set(page, { mode: 'image', mask_ratio: 0.5 });
        for (const panel of ['signal', 'tokens', 'vectors', 'position', 'attention']) {
          await set(page, { panel });
          await check(page, `picture: ${panel}`, all);
        }
        await set(page, { panel: 'tokens', image_tokens: 'codes', codebook_size: 8 });
        await check(page, 'picture: codes', all);
        assert.deepEqual(all, {});
      });
    }
  }

  test('pictures, curves, tables and sentences about bad values', async () => {
    const page = await at.open({ hash: { text: 'one two', nonsense: 1, base: 'NaN' } });
    await page.evaluate(axe);
    const all = {};
    await check(page, 'notices', all);
    for (const scheme of ['none', 'sinusoidal', 'alibi']) {
      await set(page, { panel: 'position', scheme });
      await check(page, scheme, all);
    }
    for (const curve of ['wavelength', 'clocks']) {
      await set(page, { scheme: 'rope', curve });
      await check(page, curve, all);
    }
    await set(page, { panel: 'attention' });
    await page.locator('.table-toggle').first().click();
    await check(page, 'table', all);
    assert.deepEqual(all, {});
  });

  test('the check itself finds a missing name', async () => {
    const page = await at.open();
    await page.evaluate(axe);
    await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
    assert.match((await findings(page)).join(), /button-name/);
  });
});
