// Everything by keyboard alone: no test of this file touches the mouse.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, data, drawn, fingerprint, get, set, stage } from './harness.mjs';

/** Presses Tab until the focus is on an element that matches; fails after `most` stops. */
async function tabTo(page, selector, most = 120) {
  for (let stop = 0; stop < most; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
  }
  assert.fail(`Tab never reaches ${selector}`);
}

/** Whether the focused element shows that it has the focus. */
const showsFocus = (page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.activeElement);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  });

describe('keyboard', () => {
  const at = stage();

  test('the rail is reached by Tab and opens every panel by Enter', async () => {
    const page = await at.open({ hash: { text: 'dog bites man', panel: 'tokens' } });
    await tabTo(page, '[data-panel="signal"]');
    for (const panel of PANELS) {
      if (!(await page.evaluate((p) => document.activeElement?.matches(`[data-panel="${p}"]`), panel))) await tabTo(page, `[data-panel="${panel}"]`, 3);
      assert.ok(await showsFocus(page), `${panel} shows the focus`);
      await page.keyboard.press('Enter');
      await drawn(page);
      assert.equal((await get(page)).panel, panel);
    }
  });

  test('every slider on the panels moves by arrow keys, and says its value', async () => {
    const page = await at.open({ hash: { panel: 'attention', scheme: 'rope', rope_type: 'yarn', factor: 4, text: 'dog bites man' } });
    const keys = await page.locator('[data-key] input[type="range"]').evaluateAll((all) => all.map((range) => range.closest('[data-key]').dataset.key));
    assert.ok(keys.length >= 8, `sliders: ${keys}`);
    for (const key of keys) {
      await tabTo(page, `[data-key="${key}"] input[type="range"]`);
      assert.ok(await showsFocus(page), `${key} shows the focus`);
      const before = (await get(page))[key];
      const said = await page.evaluate(() => document.activeElement.getAttribute('aria-valuetext'));
      const last = await page.evaluate(() => document.activeElement.value === document.activeElement.max);
      await page.keyboard.press(last ? 'ArrowLeft' : 'ArrowRight');
      await drawn(page);
      assert.notEqual((await get(page))[key], before, `${key} moves`);
      assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute('aria-valuetext')), said, `${key} says its value`);
    }
  });

  test('a value is typed into the number box beside a slider', async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'rope' } });
    await tabTo(page, '[data-key="base"] input[type="number"]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('12345');
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.equal((await get(page)).base, 12_345);
  });

  test('the heatmap cursor moves by arrows and every cell is spoken', async () => {
    const page = await at.open({ hash: { panel: 'attention', text: '狗咬人', head: 1, mask: 'causal' } });
    await tabTo(page, '.heat');
    assert.ok(await showsFocus(page));
    const weights = await data(page, 'weights');
    const n = weights.shape[2];
    let [i, j] = [0, 0];
    const spoken = page.locator('.heat [aria-live]').first();
    for (const [key, di, dj] of [['ArrowDown', 1, 0], ['ArrowDown', 1, 0], ['ArrowRight', 0, 1], ['ArrowUp', -1, 0], ['ArrowLeft', 0, -1]]) {
      [i, j] = [i + di, j + dj];
      await page.keyboard.press(key);
      await drawn(page);
      const state = await get(page);
      assert.deepEqual([state.query, state.key], [i, j], key);
      const text = await spoken.innerText();
      assert.ok(text.includes(`query ${i}`) && text.includes(`key ${j}`), text);
      const number = Number(text.replaceAll('−', '-').match(/:\s*(-?[\d.]+(?:e-?\d+)?)/)?.[1]);
      assert.ok(Math.abs(number - weights.values[(n + i) * n + j]) < 5e-4, `${text} for ${weights.values[(n + i) * n + j]}`);
    }
    await page.keyboard.press('End');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowRight');
    await drawn(page);
    assert.deepEqual([(await get(page)).query, (await get(page)).key], [n - 1, n - 1], 'the cursor stays within');
    await set(page, { stage: 'masked' });
    await page.keyboard.press('PageUp');
    await drawn(page);
    assert.match(await spoken.innerText(), /masked/, 'a masked cell says so');
  });

  test('the heatmap has a table twin with the same numbers', async () => {
    const page = await at.open({ hash: { panel: 'attention', text: '狗咬人' } });
    await tabTo(page, '.table-toggle');
    await page.keyboard.press('Enter');
    const cells = (await page.locator('table.data td').allInnerTexts()).filter((text) => text.trim() !== '');
    const { values, shape } = await data(page, 'weights');
    assert.equal(cells.length, shape[1] * shape[2]);
    cells.forEach((cell, e) => assert.ok(Math.abs(Number(cell.replaceAll('−', '-')) - values[e]) < 5e-4, `${cell} for ${values[e]}`));
  });

  test('tokens are reordered by Space and arrows, and the move is spoken', async () => {
    const page = await at.open({ hash: { panel: 'permutation', text: '狗咬人', scheme: 'rope' } });
    await tabTo(page, '[data-testid="sortable"] button');
    assert.ok(await showsFocus(page));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await drawn(page);
    await page.keyboard.press('ArrowRight');
    await drawn(page);
    const spoken = () => page.locator('[aria-live="assertive"]').innerText();
    assert.match(await spoken(), /place 3/);
    await page.keyboard.press('Space');
    await drawn(page);
    const { order } = await get(page);
    assert.deepEqual(order, [1, 2, 0], 'the token went two places on');
    assert.match(await spoken(), /Put down/);
    assert.ok(await page.evaluate(() => document.activeElement?.matches('[data-place="2"]')), 'the focus went with it');
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.deepEqual((await get(page)).order, order, 'a token that is put down stays');
  });

  test('↑ makes the slope of the head on the screen steeper, ↓ flatter, and the plot says it', async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'alibi', text: 'one two three', head: 1 } });
    await tabTo(page, '.plot canvas');
    const slope = async () => (await data(page, 'slopes')).values[1];
    const said = () => page.evaluate(() => document.activeElement.getAttribute('aria-valuetext'));
    const [before, words] = [await slope(), await said()];
    assert.match(words, /head 1: slope 0\.0625/);
    await page.keyboard.press('ArrowUp');
    await drawn(page);
    const steeper = await slope();
    assert.ok(steeper > before, `${steeper} > ${before}`);
    assert.notEqual(await said(), words);
    await page.keyboard.press('ArrowDown');
    await drawn(page);
    assert.ok((await slope()) < steeper);
  });

  test('a row of many tokens is one tab stop; arrows, Home and End move in it', async () => {
    const page = await at.open({ hash: { panel: 'attention', text: 'When a sentence grows long, it has many tokens.' } });
    for (const row of ['[data-testid="strip"]', '[data-testid="thumbs"]']) {
      await tabTo(page, `${row} button`);
      const here = () => page.evaluate((r) => [...document.querySelectorAll(`${r} button`)].indexOf(document.activeElement), row);
      const many = await page.locator(`${row} button`).count();
      assert.equal(await here(), 0);
      await page.keyboard.press('ArrowRight');
      assert.equal(await here(), 1);
      await page.keyboard.press('End');
      assert.equal(await here(), many - 1);
      assert.ok(await showsFocus(page));
      await page.keyboard.press('Tab');
      assert.equal(await here(), -1, 'Tab leaves the row');
      await page.keyboard.press('Shift+Tab');
      assert.equal(await here(), many - 1, 'and comes back to the same place');
      await page.keyboard.press('Enter');
      await drawn(page);
      const { query, head } = await get(page);
      assert.equal(row.includes('strip') ? query : head, many - 1);
      await page.keyboard.press('Home');
      assert.equal(await here(), 0);
    }
    await set(page, { panel: 'permutation' });
    await tabTo(page, '[data-testid="sortable"] button');
    await page.keyboard.press('ArrowRight');
    assert.ok(await page.evaluate(() => document.activeElement.matches('[data-place="1"]')), 'arrows move on while no token is held');
  });

  test('the first tab stop skips to the picture', async () => {
    const page = await at.open({ hash: { panel: 'attention', text: 'dog bites man' } });
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.matches('[data-testid="skip"]')));
    assert.ok(await page.getByTestId('skip').first().evaluate((e) => e.getBoundingClientRect().left >= 0), 'it is seen while it has the focus');
    await page.keyboard.press('Enter');
    assert.ok(await page.evaluate(() => document.activeElement.matches('#panel h2')));
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.matches('#panel .heat')), 'the picture is next');
  });

  test('the language switch keeps the focus', async () => {
    const page = await at.open();
    await tabTo(page, '[data-testid="language"]');
    for (const lang of ['zh', 'en', 'zh']) {
      await page.keyboard.press('Enter');
      await page.waitForFunction((l) => document.documentElement.lang === l, lang);
      assert.ok(await page.evaluate(() => document.activeElement.matches('[data-testid="language"]')), lang);
    }
  });

  test('letters outside a widget do nothing', async () => {
    const page = await at.open({ hash: { panel: 'attention' } });
    const before = await get(page);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.type('abcdefghijklmnopqrstuvwxyz/?0123456789');
    await drawn(page);
    assert.deepEqual(await get(page), before);
  });

  test('Dismiss leaves the focus on the control that the sentence was about', async () => {
    for (const [hash, focused] of [
      [{ panel: 'attention', scheme: 'rope', base: 'x' }, '#f-base'],
      [{ panel: 'attention', scheme: 'nonsense' }, '[data-key="scheme"] [aria-pressed="true"]'],
      [{ panel: 'attention', tokenizer: 'nonsense' }, '#f-tokenizer'],
      [{ panel: 'attention', nonsense: 1 }, '#panel h2'],
    ]) {
      const page = await at.open({ hash: { text: 'dog bites man', ...hash } });
      await page.getByTestId('notices').getByRole('button').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !document.querySelector('.notices button'));
      assert.ok(await page.evaluate((s) => document.activeElement.matches(s), focused), `${JSON.stringify(hash)}: ${focused}`);
    }
  });
});
