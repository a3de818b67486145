// The compare panel: every map is what its scheme alone computes, and all maps share one cell.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { data, drawn, get, read, reveal, set, stage, visit } from './harness.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TEXT = 'one two three four';
const ALONE = ['none', 'sinusoidal', 'shaw', 't5', 'rope', 'alibi'];

const names = (page) => page.locator('.map').evaluateAll((all) => all.map((map) => map.dataset.variant));
const number = (text) => Number(text.replaceAll('−', '-'));

/** The value under each map's title, by variant. */
const shown = (page) =>
  page.locator('.map').evaluateAll((all) => Object.fromEntries(all.map((map) => [map.dataset.variant, map.querySelector('[data-testid="value"]').innerText])));

/** The rows of a table in order. */
const order = (page, table) => page.getByTestId(table).locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.variant));

describe('compare', () => {
  const at = stage();

  test('each map is the weights of that scheme alone', async () => {
    for (const mask of ['full', 'causal']) {
      const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: ALONE.join('-'), mask, head: 1 } });
      const { names, shape, values } = await data(page, 'compare');
      assert.deepEqual(names, ALONE);
      const cells = shape[1] * shape[2];
      for (const [v, scheme] of ALONE.entries()) {
        await set(page, { scheme });
        const alone = (await data(page, 'weights')).values.slice(cells, 2 * cells);
        assert.deepEqual(values.slice(v * cells, (v + 1) * cells), alone, `${scheme}, ${mask}`);
      }
    }
  });

  test("extensions and maps of positions are RoPE's own with that choice", async () => {
    const ids = ['rope', 'linear', 'yarn', 'rerope', 'self_extend'];
    const page = await at.open({ hash: { panel: 'compare', text: `${TEXT} five six seven`, compare: ids.join('-'), factor: 4, original_max_position_embeddings: 64 } });
    const { values, shape } = await data(page, 'compare');
    const cells = shape[1] * shape[2];
    const choices = [{}, { rope_type: 'linear' }, { rope_type: 'yarn' }, { position_map: 'rerope' }, { position_map: 'self_extend' }];
    const seen = new Set();
    for (const [v, choice] of choices.entries()) {
      await set(page, { scheme: 'rope', rope_type: 'default', position_map: 'none', ...choice });
      const own = values.slice(v * cells, (v + 1) * cells);
      assert.deepEqual(own, (await data(page, 'weights')).values.slice(0, cells), ids[v]);
      seen.add(own.join());
    }
    assert.equal(seen.size, ids.length, 'no two of them look alike here');
  });

  test('pointing at a cell of one map shows its value under every map', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-rope-alibi' } });
    const before = await shown(page);
    const canvas = page.locator('.map[data-variant="rope"] canvas.over');
    const { x, y } = await reveal(canvas);
    await page.mouse.move(x, y);
    await page.waitForFunction((text) => document.querySelector('.map [data-testid="value"]').innerText !== text, before.none);
    await page.mouse.down();
    await page.mouse.up();
    await drawn(page);
    const { query, key } = await get(page);
    assert.ok(query + key > 0);
    const { names, shape, values } = await data(page, 'compare');
    for (const [variant, text] of Object.entries(await shown(page))) {
      const exact = values[(names.indexOf(variant) * shape[1] + query) * shape[2] + key];
      assert.ok(Math.abs(number(text) - exact) < 5e-4, `${variant}: ${text} for ${exact}`);
    }
  });

  test('arrow keys move the common cell from any map, and it is spoken', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-alibi', query: 0, key: 0 } });
    const map = page.locator('.map[data-variant="alibi"] .heat');
    await map.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await drawn(page);
    const { query, key } = await get(page);
    assert.deepEqual([query, key], [2, 1]);
    assert.match(await map.locator('[aria-live]').innerText(), /query 2 .*key 1/);
    assert.equal(await page.locator('.map[data-variant="none"] .heat [aria-live]').innerText(), '', 'only the focused map speaks');
  });

  test('the difference view shows weights minus those without position', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-t5-alibi', compare_view: 'difference', query: 2, key: 1 } });
    const { names, shape, values } = await data(page, 'compare');
    const cell = (variant) => values[(names.indexOf(variant) * shape[1] + 2) * shape[2] + 1];
    const texts = await shown(page);
    assert.equal(texts.none, '0');
    for (const variant of ['t5', 'alibi']) assert.ok(Math.abs(number(texts[variant]) - (cell(variant) - cell('none'))) < 5e-4, `${variant}: ${texts[variant]}`);
    const ends = (await read(page.getByTestId('compare-scale'))).split('\n');
    assert.ok(ends[0].startsWith('−'), `one scale about zero: ${ends}`);
    await set(page, { compare: 't5', mask: 'causal', key: 3 });
    assert.equal((await shown(page)).t5, 'masked', 'and works without a map of none');
  });

  test('the title names the scheme that moves most of the row', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: ALONE.join('-'), query: 1 } });
    const { names, shape, values } = await data(page, 'compare');
    const row = (v) => values.slice((v * shape[1] + 1) * shape[2], (v * shape[1] + 2) * shape[2]);
    const moved = names.map((_, v) => row(v).reduce((sum, a, j) => sum + Math.abs(a - row(0)[j]), 0) / 2);
    const most = names[moved.indexOf(Math.max(...moved))];
    const title = await read(page.getByTestId('compare-title'));
    const name = await page.locator(`.map[data-variant="${most}"] b`).innerText();
    assert.ok(title.startsWith(name), `${title} for ${most}`);
    assert.ok(Math.abs(parseFloat(title.match(/[\d.]+(?= %)/)[0]) / 100 - Math.max(...moved)) < 1e-3, title);
    await set(page, { compare: 'none' });
    assert.match(await read(page.getByTestId('compare-title')), /same tokens/);
  });

  test('maps are added and removed by chips, by their own button and by the tables', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-rope' } });
    await page.getByTestId('variants').locator('[data-variant="yarn"]').click();
    await drawn(page);
    assert.deepEqual(await names(page), ['none', 'rope', 'yarn']);
    assert.ok(await page.locator('.controls [data-key="beta_fast"]').isVisible(), "YaRN's parameters are there");
    await page.locator('.map[data-variant="none"] figcaption button').click();
    await page.getByTestId('properties').locator('tr[data-variant="deberta"] th button').click();
    await drawn(page);
    assert.deepEqual(await names(page), ['rope', 'yarn', 'deberta']);
    assert.equal(await page.locator('.controls [data-key="base"]').count(), 1, 'a shared parameter has one control');
    assert.equal(await page.locator('.controls [data-key="rope_type"]').count(), 0, 'what the variant decides has none');
    await set(page, { compare: '' });
    assert.deepEqual(await names(page), []);
    assert.match(await read(page.getByTestId('compare-title')), /Choose/);
  });

  test('a slider moves all maps that it concerns', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-rope-yarn' } });
    const before = await data(page, 'compare');
    const range = page.locator('[data-key="base"] input[type="range"]');
    await range.focus();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowLeft');
    await drawn(page);
    const after = await data(page, 'compare');
    const cells = before.shape[1] ** 2;
    const changed = [0, 1, 2].map((v) => before.values.slice(v * cells, (v + 1) * cells).join() !== after.values.slice(v * cells, (v + 1) * cells).join());
    assert.deepEqual(changed, [false, true, true]);
  });

  test('what cannot be computed says why, and its last picture stays', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-learned' } });
    await set(page, { max_position_embeddings: 5 });
    const map = page.locator('.map[data-variant="learned"]');
    assert.match(await read(map.locator('.bad')), /5 rows|row 4/);
    assert.notEqual(await map.locator('canvas.cells').evaluate((canvas) => canvas.width), 0);
    assert.deepEqual((await data(page, 'compare')).names, ['none'], 'its numbers are not given out as those of this text');
    await set(page, { max_position_embeddings: 512 });
    assert.equal(await map.locator('.bad').count(), 0);
  });

  test('the cell as a table', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-alibi', query: 3, key: 0 } });
    await page.locator('.table-toggle').first().click();
    const rows = await page.getByTestId('compare-values').locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
    const { shape, values } = await data(page, 'compare');
    const weights = [0, 1].map((v) => values[(v * shape[1] + 3) * shape[2]]);
    assert.deepEqual(rows.map((row) => row.length), [4, 4]);
    rows.forEach((row, v) => assert.ok(Math.abs(number(row[1]) - weights[v]) < 5e-4, row.join()));
    assert.ok(Math.abs(number(rows[1][2]) - (weights[1] - weights[0])) < 5e-4, rows[1].join());
  });

  test('the tables sort by their heads, filter by entry, and measure the criteria', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT } });
    const listed = await order(page, 'properties');
    assert.ok(listed.length >= 18 && listed[0] === 'none', listed.join());
    const year = page.getByTestId('properties').locator('th[data-column="year"]');
    assert.equal(await year.getAttribute('aria-sort'), 'none');
    for (const direction of ['ascending', 'descending']) {
      await year.locator('button').click();
      await drawn(page);
      assert.equal(await year.getAttribute('aria-sort'), direction);
      const years = (await page.getByTestId('properties').locator('tbody tr td:nth-child(6)').allInnerTexts()).map(Number);
      assert.deepEqual(years, [...years].sort((a, b) => (direction === 'ascending' ? a - b : b - a)));
    }
    assert.deepEqual(await order(page, 'criteria'), await order(page, 'properties'), 'both tables list alike');
    await set(page, { compare_entry: 'bias', compare_sort: 'list', compare_direction: 'ascending' });
    assert.deepEqual(await order(page, 'properties'), ['t5', 'alibi']);
    const alibi = page.getByTestId('criteria').locator('tr[data-variant="alibi"] td');
    await page.waitForFunction(() => !document.querySelector('[data-testid="criteria"]').innerText.includes('…'));
    const verdicts = (await alibi.allInnerTexts()).map((text) => text.split(' ')[0]);
    assert.deepEqual(verdicts, ['yes', 'no', 'yes', 'yes', 'yes'], 'unique, bounded, relative, extrapolating, deterministic');
    await page.getByTestId('criteria').locator('th[data-column="relative"] button').focus();
    assert.match(await read(page.getByTestId('definition')), /distance only/);
  });

  test('the state survives its hash', async () => {
    const state = { panel: 'compare', text: TEXT, compare: 'alibi-yarn-t5', compare_view: 'difference', compare_scale: 'own', compare_entry: 'rotates', compare_sort: 'year', compare_direction: 'descending' };
    const page = await at.open({ hash: state });
    const { hash } = new URL(page.url());
    await visit(page, page.url().split('#')[0], hash.slice(1));
    const now = await get(page);
    for (const [key, value] of Object.entries(state)) assert.equal(now[key], value, key);
    assert.deepEqual(await names(page), ['alibi', 'yarn', 't5']);
  });

  test('a variant that does not exist is named, and the others stand', async () => {
    const page = await at.open({ hash: { panel: 'compare', compare: 'none-nonsense-rope' } });
    const [notice, ...more] = await page.evaluate(() => window.locus.notices());
    assert.match(notice, /nonsense/);
    assert.deepEqual(more, []);
    assert.deepEqual(await names(page), ['none', 'rope']);
  });

  test('nothing sticks out at 360 px, and two maps stand side by side', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 780 }, hash: { panel: 'compare', text: TEXT } });
    for (const lang of ['en', 'zh']) {
      for (const compare_view of ['weights', 'difference']) {
        await set(page, { lang, compare_view, compare: (await order(page, 'properties')).slice(0, 12).join('-') });
        assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360, `${lang}, ${compare_view}`);
        const tops = await page.locator('.map').evaluateAll((all) => all.slice(0, 2).map((map) => map.getBoundingClientRect().top));
        assert.equal(tops[0], tops[1]);
      }
    }
  });

  test('axe-core finds nothing grave with a problem, a table and differences on the screen', async () => {
    const page = await at.open({ hash: { panel: 'compare', text: TEXT, compare: 'none-learned-yarn-alibi', max_position_embeddings: 5 } });
    await page.evaluate(axe);
    await page.locator('.table-toggle').first().click();
    for (const theme of ['light', 'dark']) {
      for (const compare_view of ['weights', 'difference']) {
        await set(page, { theme, compare_view });
        const grave = await page.evaluate(async () => {
          const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
          return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target.join(' '))}`);
        });
        assert.deepEqual(grave, [], `${theme}, ${compare_view}`);
      }
    }
  });

  test('on a phone the first maps stand above the folded sheet, and the properties are cards that do not scroll', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 780 }, hash: { panel: 'compare', text: TEXT } });
    const handle = page.getByTestId('sheet-handle');
    assert.equal(await handle.getAttribute('aria-expanded'), 'false');
    const seen = await page.locator('.map .heat').first().evaluate((heat) => {
      const { left, top, width, height } = heat.getBoundingClientRect();
      return heat.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(seen, 'the first map is on the screen');
    const wide = await page.getByTestId('properties').evaluate((table) => table.parentElement.scrollWidth - table.parentElement.clientWidth);
    assert.equal(wide, 0);
    const row = page.getByTestId('properties').locator('[data-variant="rope"]');
    await reveal(row);
    assert.match(await read(row), /RoPE[\s\S]*2021/);
    const labels = await row.locator('td').evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')));
    assert.deepEqual(labels, await page.getByTestId('properties').locator('thead th:not([data-column="name"])').evaluateAll((all) => all.map((head) => head.textContent.trim())));
    await handle.tap();
    await set(page, { panel: 'attention' });
    await set(page, { panel: 'compare' });
    assert.equal(await handle.getAttribute('aria-expanded'), 'true', 'a sheet that the reader opened stays open');
  });
});
