// The numbers on the page against the equations, written once more in plain JavaScript (reference.mjs).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, onGpu, set, stage } from './harness.mjs';
import { alibiSlopes, gap, invFreq, output, sinusoid, softmax, tensor, weights, yarn } from './reference.mjs';

const TEXT = 'The dog bites the man, and the man bites the dog: 狗咬人 is not 人咬狗.';
const YARN = { rope_type: 'yarn', factor: 8, original_max_position_embeddings: 128, base: 10_000, d_model: 256, n_heads: 4 };
const CASES = {
  'no position, full': { scheme: 'none', mask: 'full' },
  'no position, causal': { scheme: 'none', mask: 'causal' },
  sinusoidal: { scheme: 'sinusoidal', mask: 'full' },
  'sinusoidal, causal, odd heads': { scheme: 'sinusoidal', mask: 'causal', n_heads: 3 },
  'RoPE half-split': { scheme: 'rope', rope_pairing: 'half_split', mask: 'full' },
  'RoPE interleaved, causal': { scheme: 'rope', rope_pairing: 'interleaved', mask: 'causal' },
  'RoPE, base 500000': { scheme: 'rope', base: 500_000, mask: 'causal', d_model: 128 },
  'YaRN, its own attention factor': { scheme: 'rope', ...YARN, mask: 'full' },
  'YaRN, attention factor and betas by hand': { scheme: 'rope', ...YARN, attention_factor: 0.8, beta_fast: 16, beta_slow: 2, mask: 'causal' },
  'YaRN interleaved, factor 64': { scheme: 'rope', ...YARN, rope_pairing: 'interleaved', factor: 64, mask: 'causal' },
  'ALiBi, 8 heads': { scheme: 'alibi', n_heads: 8, mask: 'causal' },
  'ALiBi, 12 heads, doubled': { scheme: 'alibi', n_heads: 12, slope_scale: 2, mask: 'full' },
};
const PLAIN = {
  text: TEXT, tokenizer: 'gpt2', d_model: 64, n_heads: 4, seed: 7, rope_pairing: 'half_split', base: 10_000, rope_type: 'default', factor: 1,
  original_max_position_embeddings: 2048, beta_fast: 32, beta_slow: 1, attention_factor: 'auto', slope_scale: 1, slopes: '',
};

async function read(page, ...names) {
  const all = await Promise.all(names.map((name) => data(page, name)));
  return Object.fromEntries(names.map((name, at) => [name, all[at]]));
}

function close(actual, expected, within, what) {
  const worst = gap(actual, expected);
  assert.ok(worst <= within, `${what}: largest difference ${worst}, allowed ${within}`);
}

/** Schemes with terms of content and distance; what the CPU makes of them, for the GPU to be compared with. */
const BY_TERMS = ['shaw', 'transformer_xl', 't5', 'deberta'];
const outputOnCpu = new Map();

for (const gpu of [false, true]) {
  describe(`numbers on the ${gpu ? 'GPU' : 'CPU'}`, () => {
    const at = stage({ gpu });
    test('weights and output follow from q, k, v and W_O', async () => {
      const page = await at.open();
      if (gpu) await onGpu(page);
      for (const [name, partial] of Object.entries(CASES)) {
        const state = await set(page, { ...PLAIN, ...partial, backend: gpu ? 'gpu' : 'cpu' });
        const d = await read(page, 'q', 'k', 'v', 'w_o', 'weights', 'output');
        assert.equal(d.weights.backend, gpu ? 'gpu' : 'cpu', name);
        assert.ok(d.weights.shape[1] > 20, 'the text is long enough to mean something');
        const expected = weights(d.q, d.k, state);
        close(d.weights.values, expected, 1e-5, `${name}: weights`);
        close(d.output.values, output(expected, d.v, d.w_o), 1e-4, `${name}: output`);
      }
    });
  });

  // A browser of its own: one that has given a software adapter to a page may have none for the next.
  describe(`terms of the scores on the ${gpu ? 'GPU' : 'CPU'}`, () => {
    const at = stage({ gpu });
    test('they add up to the scores, whose softmax is the weights', async () => {
      const page = await at.open();
      if (gpu) await onGpu(page);
      for (const scheme of BY_TERMS) {
        for (const mask of ['full', 'causal']) {
          await set(page, { ...PLAIN, scheme, mask, head: 1, backend: gpu ? 'gpu' : 'cpu' });
          const d = await read(page, 'terms', 'scores', 'masked', 'weights', 'output');
          const [count, n] = d.terms.shape;
          assert.ok(count > 1 && d.terms.names.length === count && d.terms.names[0] === 'query_key', scheme);
          const cells = n * n;
          const sums = Array.from({ length: cells }, (_, e) => d.terms.names.reduce((sum, _, t) => sum + d.terms.values[t * cells + e], 0));
          close(d.scores.values.slice(cells, 2 * cells), sums, 1e-5, `${scheme}: terms`);
          const rows = Array.from({ length: d.weights.shape[0] * n }, (_, row) => softmax(d.masked.values.slice(row * n, (row + 1) * n)));
          close(d.weights.values, rows, 1e-5, `${scheme}, ${mask}: weights`);
          if (!gpu) outputOnCpu.set(scheme + mask, d.output.values);
          else close(d.output.values, outputOnCpu.get(scheme + mask), 1e-4, `${scheme}, ${mask}: output`);
        }
      }
    });
  });
}

describe('numbers before attention', () => {
  const at = stage();

  test('q is the positioned vector times W_Q; only a sinusoid changes the vector', async () => {
    const page = await at.open();
    for (const scheme of ['none', 'sinusoidal', 'rope']) {
      const state = await set(page, { ...PLAIN, scheme });
      const d = await read(page, 'embedding', 'positioned', 'q', 'w_q');
      const [n, width] = d.embedding.shape;
      const [x, w] = [tensor(d.embedding), tensor(d.w_q)];
      const placed = Array.from({ length: n }, (_, p) =>
        Array.from({ length: width }, (_, c) => x(p, c) + (scheme === 'sinusoidal' ? sinusoid(p, c, width) : 0)),
      );
      close(d.positioned.values, placed, 1e-6, `${scheme}: positioned`);
      const [heads, , dim] = d.q.shape;
      assert.equal(heads, state.n_heads);
      const q = Array.from({ length: heads }, (_, h) =>
        placed.map((row) => Array.from({ length: dim }, (_, c) => row.reduce((sum, value, r) => sum + value * w(r, h * dim + c), 0))),
      );
      close(d.q.values, q, 1e-4, `${scheme}: q`);
    }
  });

  test('position, inv_freq, slopes and bias are what the papers say', async () => {
    const page = await at.open();
    await set(page, { ...PLAIN, scheme: 'sinusoidal' });
    const { position } = await read(page, 'position');
    const [n, width] = position.shape;
    close(position.values, Array.from({ length: n }, (_, p) => Array.from({ length: width }, (_, c) => sinusoid(p, c, width))), 1e-6, 'sinusoid');

    for (const partial of [{ base: 500_000 }, { ...YARN }, { ...YARN, beta_fast: 8, beta_slow: 0.5, attention_factor: 1.25 }]) {
      const state = await set(page, { ...PLAIN, scheme: 'rope', ...partial });
      const d = await read(page, 'inv_freq', 'position', 'q');
      const dim = d.q.shape[2];
      const { inv_freq, scale } = state.rope_type === 'yarn' ? yarn(dim, state) : { inv_freq: invFreq(dim, state.base), scale: 1 };
      close(d.inv_freq.values, inv_freq, 1e-7, 'inv_freq');
      const table = Array.from({ length: n }, (_, p) => inv_freq.map((theta) => [Math.cos(p * theta) * scale, Math.sin(p * theta) * scale]));
      close(d.position.values, table, 1e-6, 'cos and sin');
    }

    for (const heads of [1, 6, 8, 32]) {
      await set(page, { ...PLAIN, scheme: 'alibi', n_heads: heads, slope_scale: 1.5 });
      const d = await read(page, 'slopes', 'bias');
      const slopes = alibiSlopes(heads).map((m) => 1.5 * m);
      close(d.slopes.values, slopes, 1e-9, `${heads} slopes`);
      const size = d.bias.shape[1];
      const bias = slopes.map((m) => Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => -m * Math.abs(i - j))));
      close(d.bias.values, bias, 1e-5, `bias of ${heads} heads`);
    }
  });

  test('each stage follows from the one before', async () => {
    const page = await at.open();
    await set(page, { ...PLAIN, scheme: 'alibi', mask: 'causal' });
    const d = await read(page, 'dot', 'scaled', 'bias', 'scores', 'masked', 'weights', 'q');
    const [heads, n, dim] = d.q.shape;
    close(d.scaled.values, d.dot.values.map((x) => x / Math.sqrt(dim)), 1e-5, 'scaled');
    close(d.scores.values, d.scaled.values.map((x, e) => x + d.bias.values[e]), 1e-5, 'with bias');
    d.masked.values.forEach((x, e) => {
      const [i, j] = [Math.floor(e / n) % n, e % n];
      assert.equal(x, j <= i ? d.scores.values[e] : -Infinity, `masked ${i}, ${j}`);
    });
    const rows = Array.from({ length: heads * n }, (_, row) => softmax(d.masked.values.slice(row * n, (row + 1) * n)));
    close(d.weights.values, rows, 1e-6, 'softmax');
  });

  test('memory asks nothing', async () => {
    const page = await at.open();
    await set(page, { ...PLAIN, panel: 'attention', scheme: 'transformer_xl', mem_len: 3, mask: 'full', query: 1, key: 2 });
    const { weights, masked, output } = await read(page, 'weights', 'masked', 'output');
    const [heads, n] = weights.shape;
    for (let row = 0; row < heads * n; row += 1) {
      const [of, whole] = [weights.values.slice(row * n, (row + 1) * n), row % n < 3 ? 0 : 1];
      assert.ok(Math.abs(of.reduce((sum, w) => sum + w) - whole) < 1e-5, `row ${row}`);
      assert.equal(masked.values.slice(row * n, (row + 1) * n).every((z) => z === -Infinity), whole === 0);
    }
    const width = output.shape[1];
    assert.ok(output.values.slice(0, 3 * width).every((x) => x === 0));
    assert.match(await page.locator('h2.finding').innerText(), /is memory/);
  });

  test('what cannot be computed is told, and the numbers say that they are old', async () => {
    const page = await at.open();
    await set(page, { ...PLAIN, tokenizer: 'char', text: 'abc', scheme: 'none' });
    const before = await data(page, 'weights');
    assert.equal(before.stale, false);
    await set(page, { text: 'abcdef', scheme: 'rope', partial_rotary_factor: 0.2 });
    const after = await data(page, 'weights');
    assert.deepEqual(after.values, before.values);
    assert.equal(after.stale, true);
    assert.equal(await data(page, 'tokens'), null);
    assert.match((await page.evaluate(() => window.locus.notices())).join(), /partial_rotary_factor/);
    await set(page, { partial_rotary_factor: 1 });
    assert.deepEqual([(await data(page, 'weights')).stale, (await data(page, 'tokens')).shape[0]], [false, 6]);
    assert.deepEqual(await page.evaluate(() => window.locus.notices()), []);
  });

  test('rows and columns are named by the tokens', async () => {
    const page = await at.open({ hash: { text: 'ab cd', tokenizer: 'gpt2' } });
    const d = await data(page, 'weights');
    assert.equal(d.rows.length, d.shape[1]);
    assert.deepEqual(d.rows, d.cols);
    assert.equal(await data(page, 'no such thing'), null);
  });
});
