// Text, patches and special tokens in one sequence: the builder, [PAD] that nobody sees, positions on a grid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, data, get, set, stage } from './harness.mjs';

const shared = stage();
const MIXED = { panel: 'signal', mode: 'mixed', text: 'a cat', tokenizer: 'char', parts: 'cls-text-sep-image-pad', patch_size: 56, image_size: 224, pad_to: 32, d_model: 32, n_heads: 2, backend: 'cpu', lang: 'en' };
/** [CLS] a ␣ c a t [SEP] [IMG] 4 × 4 patches, [PAD] to 32. */
const REAL = 1 + 5 + 1 + 1 + 16;

/** Waits until the sequence has `n` tokens: a sample picture is fetched first. */
const tokens = (page, n) => page.waitForFunction((n) => window.locus.data('ids')?.shape[0] === n, n);

const row = ({ values, shape }, head, i) => values.slice((head * shape[1] + i) * shape[2], (head * shape[1] + i + 1) * shape[2]);

test('parts become one sequence in the order that the state names', async () => {
  const page = await shared.open({ hash: MIXED });
  await tokens(page, 32);
  const { values: ids } = await data(page, 'ids');
  const codes = [...'a cat'].map((c) => c.codePointAt(0));
  assert.deepEqual(ids.slice(0, 8), [-1, ...codes, -1, -1]);
  const { values: names } = await data(page, 'tokens');
  assert.deepEqual([names[0], names[6], names[7], names[31]], ['[CLS]', '[SEP]', '[IMG]', '[PAD]']);
  const embedding = await data(page, 'embedding');
  assert.deepEqual(embedding.shape, [32, 32]);
  const state = await set(page, { parts: 'image-text' });
  assert.equal(state.parts, 'image-text');
  await tokens(page, 1 + 16 + 5);
  assert.equal((await data(page, 'tokens')).values[0], '[IMG]');
});

test('the panel of tokens names the places of every part, and how it becomes vectors', async () => {
  const page = await shared.open({ hash: { ...MIXED, panel: 'tokens' } });
  await tokens(page, 32);
  const rows = page.locator('[data-testid=mixed-tokens] tbody tr');
  const cells = await rows.evaluateAll((all) => all.map((tr) => [...tr.children].map((cell) => cell.textContent.trim())));
  assert.deepEqual(cells.map((row) => row[1]), ['0', '1 … 5', '6', '7', '8 … 23', '24 … 31']);
  assert.equal(cells.reduce((sum, row) => sum + Number(row[2]), 0), 32);
  assert.match(cells[1][4], /embedding table/);
  assert.match(cells[4][4], /9408 numbers times E/); // 56 × 56 × 3
});

test('no query sees [PAD], whatever the mask', async () => {
  const page = await shared.open({ hash: MIXED });
  await tokens(page, 32);
  for (const mask of ['full', 'causal']) {
    await set(page, { mask });
    const weights = await data(page, 'weights');
    for (let i = 0; i < REAL; i += 1) {
      const all = row(weights, 1, i);
      assert.deepEqual(all.slice(REAL), Array(32 - REAL).fill(0));
      assert.ok(Math.abs(all.reduce((sum, w) => sum + w) - 1) < 1e-5);
    }
    await set(page, { pad_to: 0 });
    const without = await data(page, 'weights');
    // What is not padding does not notice the padding.
    for (let i = 0; i < REAL; i += 1) {
      const [padded, plain] = [row(weights, 1, i), row(without, 1, i)];
      assert.ok(plain.every((w, j) => Math.abs(w - padded[j]) < 1e-6));
    }
    await set(page, { pad_to: 32 });
  }
});

test('on a grid every patch has its row and column, and what stands outside it has none', async () => {
  const page = await shared.open({ hash: { ...MIXED, scheme: 'sinusoidal_2d' } });
  await tokens(page, 32);
  const { values, shape } = await data(page, 'position');
  const at = (i) => values.slice(i * shape[1], (i + 1) * shape[1]);
  const wave = (m) => [...Array(8)].flatMap((_, k) => 10000 ** (-k / 8)).flatMap((w) => [m * w]);
  const half = (m) => [...wave(m).map(Math.sin), ...wave(m).map(Math.cos)];
  for (const i of [0, 3, 7, 31]) assert.ok(at(i).every((x) => x === 0));
  for (const patch of [0, 5, 14]) {
    const want = [...half(patch % 4), ...half(Math.floor(patch / 4))];
    const gap = Math.max(...at(8 + patch).map((x, c) => Math.abs(x - want[c])));
    assert.ok(gap < 1e-6, `patch ${patch}: ${gap}`);
  }
});

for (const lang of LANGUAGES) {
  test(`the builder tells lengths, cost and where each part looks: ${lang}`, async () => {
    const page = await shared.open({ hash: { ...MIXED, lang } });
    await tokens(page, 32);
    const cost = page.getByTestId('cost').locator('tbody tr');
    assert.equal(await cost.count(), 3);
    const counts = await cost.locator('td:nth-of-type(1)').allInnerTexts();
    assert.deepEqual(counts.map(Number), [3 + (32 - REAL), 5, 16]);
    const shares = await page.getByTestId('mass').locator('tbody tr').allInnerTexts();
    assert.equal(shares.length, 3);
    for (const line of shares) {
      const sum = [...line.matchAll(/([\d.]+)\s*%/g)].reduce((sum, [, x]) => sum + Number(x), 0);
      assert.ok(Math.abs(sum - 100) < 0.5, line);
    }
  });
}

test('a part is moved with the keyboard', async () => {
  const page = await shared.open({ hash: MIXED });
  await tokens(page, 32);
  const first = page.getByTestId('mixed').locator('[data-place="1"]');
  await first.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.locus.get().parts === 'text-cls-sep-image-pad');
  assert.equal((await get(page)).parts, 'text-cls-sep-image-pad');
});
