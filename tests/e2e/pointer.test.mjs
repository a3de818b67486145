// Mouse and touch: dragging tokens, sliders, slopes and pointing at cells.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, broken, data, drawn, get, read, reveal, set, stage, swipe } from './harness.mjs';

const token = (page, place) => page.locator(`[data-testid="sortable"] [data-place="${place}"]`);

/** Drags the thumb of a range from where it stands to both ends with the mouse. */
async function dragToBothEnds(page, range) {
  const { left: x, top: y, width, height } = await reveal(range);
  const share = await range.evaluate((r) => (r.value - r.min) / (r.max - r.min));
  const thumb = 16;
  await page.mouse.move(x + thumb / 2 + share * (width - thumb), y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + height / 2, { steps: 3 });
  const low = await range.evaluate((r) => r.value === r.min);
  await drawn(page);
  await page.mouse.move(x + width + 40, y + height / 2, { steps: 3 });
  const high = await range.evaluate((r) => r.value === r.max);
  await drawn(page);
  await page.mouse.up();
  return low && high;
}

describe('pointer', () => {
  const at = stage();

  test('the mouse drags a token to another place', async () => {
    const page = await at.open({ hash: { panel: 'permutation', text: '狗咬人吗' } });
    const [from, to] = [await reveal(token(page, 0)), await reveal(token(page, 2))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await page.mouse.up();
    await drawn(page);
    const { order } = await get(page);
    assert.equal(order.indexOf(0), 2, `order ${order}`);
    await page.mouse.move(from.x, from.y, { steps: 3 });
    await drawn(page);
    assert.deepEqual((await get(page)).order, order, 'after the button is up nothing moves');
  });

  test('a finger drags a token to another place', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 740 }, hash: { panel: 'permutation', text: '狗咬人' } });
    await swipe(page, await reveal(token(page, 0)), await reveal(token(page, 2)));
    await drawn(page);
    assert.equal((await get(page)).order.indexOf(0), 2);
  });

  test('the verdict follows the order: equivariant without position, not with one', async () => {
    const page = await at.open({ hash: { panel: 'permutation', text: '狗咬人', scheme: 'none', order: '2-0-1' } });
    assert.match(await read(page.getByTestId('verdict')), /(^|[^t] )equivariant/);
    await set(page, { scheme: 'rope' });
    assert.match(await read(page.getByTestId('verdict')), /not equivariant/);
    await set(page, { scheme: 'none', mask: 'causal' });
    assert.match(await read(page.getByTestId('verdict')), /not equivariant/);
  });

  test('every slider of every panel reaches both ends, and no number breaks', async () => {
    const page = await at.open({ hash: { text: '狗 bites 人' } });
    const done = new Set();
    for (const panel of PANELS) {
      for (const partial of [{ scheme: 'rope', rope_type: 'yarn', factor: 4 }, { scheme: 'alibi' }]) {
        const moderate = { long_n: 1024, d_model: 64, n_heads: 4, seed: 42, common: 0.3, base: 10_000, beta_fast: 32, beta_slow: 1 };
        await set(page, { panel, ...moderate, ...partial });
        const keys = await page.locator('[data-key] input[type="range"]').evaluateAll((all) => all.filter((r) => r.min !== r.max).map((r) => r.closest('[data-key]').dataset.key));
        for (const key of keys.filter((k) => !done.has(`${panel} ${k}`))) {
          const reached = await dragToBothEnds(page, page.locator(`[data-key="${key}"] input[type="range"]`));
          assert.ok(reached, `${panel}: ${key} follows the mouse to both ends`);
          assert.deepEqual(await broken(page), [], `${panel}: ${key} at its end`);
          done.add(`${panel} ${key}`);
          await set(page, { ...moderate, ...partial });
        }
      }
    }
    assert.ok(done.size >= 20, `sliders dragged: ${done.size}`);
  });

  test('the picture follows while the slider is dragged, before it is let go', async () => {
    const page = await at.open({ hash: { panel: 'attention', scheme: 'rope', text: 'one two three four five six' } });
    const range = page.locator('[data-key="base"] input[type="range"]');
    const { left: x, top: y, width, height } = await reveal(range);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    const seen = new Set();
    for (const share of [0.2, 0.5, 0.8]) {
      await page.mouse.move(x + width * share, y + height / 2, { steps: 2 });
      await drawn(page);
      seen.add((await data(page, 'weights')).values.join());
    }
    await page.mouse.up();
    assert.equal(seen.size, 3);
  });

  test('pointing at a cell explains it, a click keeps it', async () => {
    const page = await at.open({ hash: { panel: 'attention', text: 'one two three', query: 0, key: 0 } });
    const canvas = page.locator('.heat canvas.over').first();
    const readout = page.getByTestId('readout').first();
    const before = await read(readout);
    const { x, y } = await reveal(canvas);
    await page.mouse.move(x, y);
    await page.waitForFunction((text) => document.querySelector('[data-testid="readout"]').innerText !== text, before);
    assert.deepEqual(await get(page).then(({ query, key }) => [query, key]), [0, 0], 'pointing alone chooses nothing');
    await page.mouse.down();
    await page.mouse.up();
    await drawn(page);
    const chosen = await read(readout);
    const { query, key } = await get(page);
    assert.ok(query + key > 0);
    assert.ok(chosen.includes(`query ${query}`) && chosen.includes(`key ${key}`), chosen);
    await page.mouse.move(2, 2);
    await drawn(page);
    assert.equal(await read(readout), chosen);
  });

  test("a line of ALiBi's plot is dragged to another slope", async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'alibi', text: 'one two three four five six seven eight' } });
    const before = (await data(page, 'slopes')).values;
    const canvas = page.locator('.plot canvas').first();
    const { left: x, top: y, width, height } = await reveal(canvas);
    await page.mouse.move(x + width * 0.7, y + height * 0.3);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, y + height * 0.6, { steps: 5 });
    await page.mouse.up();
    await drawn(page);
    const after = (await data(page, 'slopes')).values;
    assert.equal(after.filter((m, h) => m !== before[h]).length, 1, 'one slope changes');
    assert.deepEqual(await broken(page), []);
  });
});
