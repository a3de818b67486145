// Long maps: what is drawn and told is what plain JavaScript computes, on any view, without holding the page up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, drawn, get, read, reveal, set, stage } from './harness.mjs';
import { alibiSlopes, invFreq, rotate, tensor } from './reference.mjs';

const TEXT = 'The dog bites the man; who bites whom?';
const map = (page) => page.getByTestId('long-map');

/** `locus.data('long')` with plain arrays. */
const long = (page) =>
  page.evaluate(() => {
    const { values, queries, edges, ...rest } = window.locus.data('long');
    return { ...rest, values: Array.from(values), queries: Array.from(queries), edges: Array.from(edges) };
  });

/**
 * ln A of query i against every key, in double precision: q and k are those of the text, repeated. `state` names
 * scheme, mask and head.
 */
async function logWeights(page, i) {
  const state = await get(page);
  const [q, k] = [await data(page, 'q'), await data(page, 'k')];
  const [, t, dim] = q.shape;
  const [qAt, kAt] = [tensor(q), tensor(k)];
  const turn = { inv_freq: invFreq(dim, state.base), scale: 1 };
  const row = (at, p) => {
    const plain = Array.from({ length: dim }, (_, c) => at(state.head, p % t, c));
    return state.scheme === 'rope' ? rotate(plain, p, turn, state.rope_pairing) : plain;
  };
  const slope = state.scheme === 'alibi' ? alibiSlopes(q.shape[0])[state.head] : 0;
  const qi = row(qAt, i);
  const seen = state.mask === 'causal' ? i + 1 : state.long_n;
  const logits = Array.from({ length: seen }, (_, j) => {
    const kj = row(kAt, j);
    return qi.reduce((sum, x, c) => sum + x * kj[c], 0) / Math.sqrt(dim) - slope * Math.abs(i - j);
  });
  const top = logits.reduce((a, b) => Math.max(a, b));
  const sum = logits.reduce((total, z) => total + Math.exp(z - top), 0);
  return logits.map((z) => z - top - Math.log(sum));
}

/** Pixels of one row against plain JavaScript: the largest of the keys that each covers. */
async function checkRow(page, row) {
  const shown = await long(page);
  const [, cols] = shown.shape;
  const ln = await logWeights(page, shown.queries[row]);
  for (let c = 0; c < cols; c += 1) {
    const keys = ln.slice(shown.edges[c], shown.edges[c + 1]);
    const want = keys.length ? Math.exp(keys.reduce((a, b) => Math.max(a, b))) : 0;
    const got = shown.values[row * cols + c];
    assert.ok(Math.abs(got - want) <= 1e-4 * want + 1e-37, `query ${shown.queries[row]}, column ${c}: ${got}, expected ${want}`);
  }
}

describe('long maps', () => {
  const at = stage();

  for (const [n, scheme, mask] of [[4096, 'rope', 'causal'], [4096, 'alibi', 'full'], [32768, 'rope', 'full'], [32768, 'none', 'causal']]) {
    test(`${n} tokens, ${scheme}, ${mask}: pixels and the cell are what JavaScript computes`, async () => {
      const page = await at.open({ hash: { panel: 'long', text: TEXT, scheme, mask, long_n: n, long_query: n - 9, long_key: n - 250 } });
      const shown = await long(page);
      assert.deepEqual([shown.edges[0], shown.edges.at(-1)], [0, n]);
      assert.equal(shown.values.length, shown.shape[0] * shown.shape[1]);
      assert.ok(shown.shape[0] > 200, `${shown.shape} pixels`);
      await checkRow(page, shown.shape[0] - 1);
      await checkRow(page, Math.floor(shown.shape[0] / 3));
      const want = (await logWeights(page, n - 9))[n - 250];
      assert.ok(Math.abs(Math.log(shown.cell.weight) - want) < 1e-4, `${shown.cell.weight}, expected ${Math.exp(want)}`);
      assert.match(await read(page.getByTestId('long-readout')), /Δ = 241/);
    });
  }

  test('close up, every cell is one weight, and a link shows the same view', async () => {
    const view = { view_q: 3000, view_k: 2990, view_size: 24, long_query: 3010, long_key: 3000 };
    const page = await at.open({ hash: { panel: 'long', text: TEXT, scheme: 'rope', ...view } });
    const shown = await long(page);
    assert.deepEqual([shown.shape, shown.from, shown.to], [[24, 24], [3000, 2990], [3024, 3014]]);
    await checkRow(page, 10);
    assert.ok(Math.abs(shown.values[10 * 24 + 10] - shown.cell.weight) < 1e-6 * shown.cell.weight, 'the cell is its pixel');
    assert.match(await read(page.locator('#panel h2')), /3,010.*3,000/);
  });

  test('the keyboard zooms, pans and moves the cell', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, long_query: 2000, long_key: 2000 } });
    await map(page).focus();
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
    await drawn(page);
    assert.equal((await get(page)).view_size, 64);
    const [rows, cols] = (await long(page)).shape;
    assert.ok([64, 65].includes(rows) && [64, 65].includes(cols), `a cell per pixel: ${rows} × ${cols}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    const moved = await get(page);
    assert.deepEqual([moved.long_query, moved.long_key], [2001, 1999]);
    assert.match(await read(map(page).locator('.sr')), /2001.*1999/);
    await page.keyboard.press('Shift+ArrowRight');
    assert.ok((await get(page)).view_k > moved.view_k);
    await page.keyboard.press('0');
    await drawn(page);
    assert.equal((await get(page)).view_size, 0);
    assert.equal((await long(page)).to[0], 4096);
  });

  test('buttons, wheel and drag; the wheel scrolls the page until the picture has the focus', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, view_size: 1000, view_q: 1000, view_k: 1000 } });
    await page.getByTestId('long-closer').click();
    assert.equal((await get(page)).view_size, 500);
    await page.getByTestId('long-farther').click();
    const { x, y } = await reveal(map(page).locator('.over'));
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(100);
    assert.equal((await get(page)).view_size, 1000, 'not in focus');
    await page.evaluate(() => scrollTo(0, 0));
    const centre = await reveal(map(page).locator('.over'));
    await map(page).focus();
    await page.mouse.move(centre.x, centre.y);
    await page.mouse.wheel(0, -120);
    await page.waitForFunction(() => window.locus.get().view_size < 1000);
    const before = await get(page);
    await page.mouse.down();
    await page.mouse.move(centre.x - 60, centre.y - 40, { steps: 4 });
    await page.mouse.up();
    const after = await get(page);
    assert.ok(after.view_k > before.view_k && after.view_q > before.view_q, 'what is under the pointer goes along');
    await page.getByTestId('long-all').click();
    await drawn(page);
    assert.equal((await get(page)).view_size, 0);
  });

  test('the overview moves the view', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, view_size: 400 } });
    const overview = page.getByTestId('long-overview');
    const { left, top, width, height } = await reveal(overview);
    await page.mouse.click(left + width / 2, top + height * 0.75);
    await drawn(page);
    const { view_q, view_k } = await get(page);
    assert.ok(Math.abs(view_k + 200 - 2048) < 60 && Math.abs(view_q + 200 - 3072) < 60, `${view_q} ${view_k}`);
  });

  test('a finger moves and pinches the picture at 360 px', async () => {
    const page = await at.open({
      touch: true, viewport: { width: 360, height: 740 },
      hash: { panel: 'long', text: TEXT, view_size: 1000, view_q: 1000, view_k: 1000 },
    });
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360);
    const { x, y } = await reveal(map(page).locator('.over'));
    await map(page).focus();
    const client = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: x - 10, y, id: 0 }, { x: x + 10, y, id: 1 }]);
    await touch('touchMove', [{ x: x - 20, y, id: 0 }, { x: x + 20, y, id: 1 }]);
    await touch('touchEnd', []);
    await page.waitForFunction(() => window.locus.get().view_size < 700);
    const before = await get(page);
    await touch('touchStart', [{ x, y, id: 0 }]);
    for (let step = 1; step <= 4; step += 1) await touch('touchMove', [{ x: x - 10 * step, y, id: 0 }]);
    await touch('touchEnd', []);
    await page.waitForFunction((k) => window.locus.get().view_k > k, before.view_k);
    await drawn(page);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360);
  });

  test('no long task while the picture is dragged, and the drag ends on the complete picture', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, scheme: 'rope', view_size: 2000, view_q: 500, view_k: 500, backend: 'cpu' } });
    const { x, y } = await reveal(map(page).locator('.over'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Thread time, not the clock: on a machine that runs several browsers at once a short task can take long.
    await at.browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    for (let step = 1; step <= 20; step += 1) await page.mouse.move(x - 6 * step, y - 4 * step);
    await page.mouse.up();
    await drawn(page);
    const { traceEvents } = JSON.parse((await at.browser.stopTracing()).toString());
    const main = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`));
    const tasks = traceEvents.filter((e) => e.tdur && /RunTask/.test(e.name) && main.has(`${e.pid} ${e.tid}`)).map((e) => e.tdur / 1000);
    assert.ok(tasks.length > 20, `${tasks.length} tasks were traced`);
    assert.deepEqual(tasks.filter((ms) => ms > 50), [], 'tasks over 50 ms');
    const { view_q } = await get(page);
    const shown = await long(page);
    assert.ok(Math.abs(shown.from[0] - view_q) < 1, 'the picture is that of the last view');
    await checkRow(page, 5);
  });

  test('a length beyond the range is clamped and told', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, long_n: 1e9 } });
    assert.equal((await get(page)).long_n, 32768);
    assert.ok((await page.evaluate(() => window.locus.notices())).some((notice) => notice.includes('32768')));
  });

  test('the table twin holds the largest weight of every block of pixels, and follows the view', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, scheme: 'alibi', mask: 'causal', long_n: 1024 } });
    await page.getByRole('button', { name: 'Show as table' }).click();
    const side = 16;
    for (const view of [{ view_size: 0 }, { view_size: 8, view_q: 500, view_k: 496 }]) {
      await set(page, view);
      const { shape: [rows, cols], values } = await long(page);
      const [high, wide] = [Math.ceil(rows / side), Math.ceil(cols / side)];
      const table = page.locator('table.data');
      const cells = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)));
      assert.deepEqual([cells.length, cells[0].length], [Math.ceil(rows / high), Math.ceil(cols / wide)]);
      cells.forEach((row, r) =>
        row.forEach((cell, c) => {
          let most = 0;
          for (let i = r * high; i < Math.min(rows, (r + 1) * high); i += 1) {
            for (let j = c * wide; j < Math.min(cols, (c + 1) * wide); j += 1) most = Math.max(most, values[i * cols + j]);
          }
          const got = cell === 'masked' ? 0 : Number(cell.replaceAll('−', '-'));
          assert.ok(Math.abs(got - most) <= 1e-3 * most, `block ${r}, ${c}: ${cell} for ${most}`);
        }),
      );
      if (view.view_size) assert.match(await table.locator('tbody th').first().innerText(), /^5\d\d \S/, 'close up, a row is one token');
    }
  });

  test('what has no room is refused in one sentence, and the last picture stays', async () => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, long_n: 32768, d_model: 512, n_heads: 1, scheme: 'rope', view_size: 200 } });
    const before = await long(page);
    await set(page, { scheme: 'transformer_xl' });
    assert.match(await read(page.getByTestId('long-refused')), /up to [\d,]+ tokens/);
    assert.deepEqual((await long(page)).shape, before.shape);
    assert.equal((await long(page)).stale, true);
    assert.match(await page.getByTestId('outdated').innerText(), /of other settings\. .*up to/);
    assert.match((await page.evaluate(() => [...window.locus.notices()])).join(), /up to [\d,]+ tokens/);
    await set(page, { long_n: 1024, d_model: 64, n_heads: 4 });
    assert.equal(await page.getByTestId('long-refused').innerText(), '');
    assert.equal((await long(page)).edges.at(-1) <= 1024, true);
    assert.equal((await long(page)).stale, false);
  });
});

describe('long maps on a GPU', () => {
  const at = stage({ gpu: true });

  test('both backends give the same pixels, and 32,768 tokens draw', async (t) => {
    const page = await at.open({ hash: { panel: 'long', text: TEXT, scheme: 'rope', mask: 'causal', backend: 'gpu', view_size: 40, view_q: 4000, view_k: 3990 } });
    page.setDefaultTimeout(120_000);
    const shown = await long(page);
    if (shown.backend !== 'gpu') return t.skip('this browser has no WebGPU adapter');
    await set(page, { backend: 'cpu' });
    const other = await long(page);
    assert.equal(other.backend, 'cpu');
    shown.values.forEach((x, at) => assert.ok(Math.abs(x - other.values[at]) <= 1e-4 * other.values[at] + 1e-12));
    await set(page, { backend: 'gpu', long_n: 32768, view_q: 32700, view_k: 32700 });
    const far = await long(page);
    assert.deepEqual([far.backend, far.to[0]], ['gpu', 32740]);
    await checkRow(page, 20);
  });
});
