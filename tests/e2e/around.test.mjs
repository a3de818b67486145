// The panel around attention and what belongs to it: every number on it once more in JavaScript, or against what it must be.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, drawn, fingerprint, get, read, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const TEXT = 'one two three four';
const CARDS = ['grouped', 'latent', 'cache', 'linear', 'depth', 'geodesic'];

/** Every number of a text: 4e−16, 1,024, 0.31. */
const numbers = (text) => (text.match(/[−-]?\d[\d,]*\.?\d*(e[−-]?\d+)?/g) ?? []).map((n) => Number(n.replaceAll(',', '').replaceAll('−', '-')));

const card = (page, id) => page.locator(`[data-card="${id}"]`);
const title = async (page, id) => read(page.getByTestId(`${id}-title`));

/** Waits until the text of `locator` satisfies `found`; gives it. */
async function until(locator, found) {
  for (let tries = 0; tries < 60; tries += 1) {
    const text = await read(locator);
    if (found(text)) return text;
    await locator.page().waitForTimeout(50);
  }
  assert.fail(`still “${await read(locator)}”`);
}

/** The value over a map whose name matches. */
const shown = async (page, id, name) => {
  const figure = card(page, id).locator('.parts figure').filter({ hasText: name });
  return numbers(await read(figure.locator('b')))[0];
};

const phi = (x) => (x > 0 ? x + 1 : Math.exp(x));
const dot = (a, b) => a.reduce((sum, x, c) => sum + x * b[c], 0);

describe('around attention', () => {
  const at = stage();

  test('every card states a finding with a number, in both languages, and where it is from', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT } });
    for (const lang of ['en', 'zh']) {
      await set(page, { lang });
      for (const id of CARDS) {
        const finding = await until(page.getByTestId(`${id}-title`), (text) => numbers(text).length > 0);
        assert.ok(finding.length > 10, `${lang}, ${id}`);
        assert.ok((await read(card(page, id).locator('cite'))).length > 20, `${id} names its source`);
        const references = await card(page, id).locator('.trust b').count();
        assert.equal(references > 0, id !== 'geodesic', `${id}: what it was compared with`);
      }
    }
  });

  test('latent attention agrees both ways, and does not once all of the key is rotated', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT, mask: 'causal', query: 2, key: 1 } });
    const [scores, outputs] = numbers(await read(page.getByTestId('latent-gaps')));
    assert.ok(scores < 1e-12 && outputs < 1e-12, `${scores}, ${outputs}`);
    assert.equal(await shown(page, 'latent', 'naive'), await shown(page, 'latent', 'absorbed:'));
    const [gap, change] = numbers(await read(page.getByTestId('latent-rotated')));
    assert.ok(gap > 0.01 && change > 1, `${gap}, ${change} %`);
    await set(page, { query: 3, key: 0 });
    assert.notEqual(await shown(page, 'latent', 'rotated, exact'), await shown(page, 'latent', 'W_UK absorbed'));
  });

  test("the cache of DeepSeek-V3 is its paper's", async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT } });
    assert.deepEqual(numbers(await title(page, 'cache')).slice(-3), [512 + 64, 128 * (128 + 64 + 128), 71]);
    const legend = await card(page, 'cache').locator('.legend li').allInnerTexts();
    const mla = legend.find((line) => line.startsWith('MLA'));
    const gib = (61 * 576 * 2 * 131_072) / 2 ** 30;
    assert.ok(Math.abs(numbers(mla).at(-2) - gib) < 0.01, mla);
  });

  test('grouped queries: parameters, cache, and a number that does not divide', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT, n_heads: 8, n_kv_heads: 2, d_model: 64, head: 5 } });
    const [d, h, width, n] = [64, 8, 8, (await data(page, 'ids')).values.length];
    const sizes = async () => {
      const all = await page.getByTestId('grouped-sizes').locator('dd').allInnerTexts();
      return all.map((text) => numbers(text)[0]);
    };
    const expected = (kv) => [2 * d * h * width + 2 * d * kv * width, 2 * kv * width, 2 * kv * width * n * 4];
    assert.deepEqual(await sizes(), expected(2));
    assert.match(await title(page, 'grouped'), /8 query heads share 2 .* 4 times smaller/);
    assert.match(await page.getByTestId('heads').getAttribute('aria-label'), /query head 5 reads key\/value head 1/);
    assert.equal(await page.getByTestId('heads').locator('line').count(), 8);
    await set(page, { n_kv_heads: 3 });
    assert.match(await read(page.getByTestId('no-divisor')), /3 does not divide 8 .* 2 is taken/);
    assert.deepEqual(await sizes(), expected(2));
    await set(page, { n_kv_heads: 1 });
    assert.deepEqual(await sizes(), expected(1));
    await set(page, { n_kv_heads: 32 });
    assert.deepEqual(await sizes(), expected(8));
    assert.equal(await page.getByTestId('no-divisor').innerText(), '');
  });

  test('the map of linear attention is φ(q)·φ(k), normalised', async () => {
    for (const mask of ['full', 'causal']) {
      const page = await at.open({ hash: { panel: 'around', text: TEXT, mask, head: 1, query: 3, key: 1 } });
      const [q, k] = [await data(page, 'q'), await data(page, 'k')];
      const [, n, width] = q.shape;
      const row = (m, i) => m.values.slice((n + i) * width, (n + i + 1) * width);
      const seen = mask === 'causal' ? 4 : n;
      const keys = Array.from({ length: seen }, (_, j) => row(k, j));
      const kernel = keys.map((key) => dot(row(q, 3).map(phi), key.map(phi)));
      const softmax = keys.map((key) => Math.exp(dot(row(q, 3), key) / Math.sqrt(width)));
      const share = (all) => all[1] / all.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs((await shown(page, 'linear', 'φ(q)')) - share(kernel)) < 1e-4, mask);
      assert.ok(Math.abs((await shown(page, 'linear', 'softmax')) - share(softmax)) < 1e-4, mask);
      const finding = await until(page.getByTestId('linear-title'), (text) => numbers(text).length === 2);
      const [full, causal] = numbers(finding);
      assert.ok(full < 1e-12 && causal > 1e-3, finding);
    }
  });

  test('one causal layer sees a bag, two see order; layers are mixed as the link says', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT, no_rope_layer_interval: 4 } });
    const [one, two] = numbers(await until(page.getByTestId('depth-title'), (text) => numbers(text).length === 2));
    assert.ok(one < 1e-12 && two > 1e-6, `${one}, ${two}`);
    const pattern = () => page.getByTestId('pattern').locator('li').allInnerTexts();
    const of = (k) => Array.from({ length: 8 }, (_, l) => (k > 0 && (l + 1) % k === 0 ? 'NoPE' : 'RoPE'));
    assert.deepEqual(await pattern(), of(4));
    for (const k of [0, 1, 3]) {
      await set(page, { no_rope_layer_interval: k });
      assert.deepEqual(await pattern(), of(k));
    }
    // Without RoPE in any layer, mixed is NoPE.
    await set(page, { no_rope_layer_interval: 1 });
    await until(page.getByTestId('depth-ends'), (text) => numbers(text)[0] === numbers(text)[2]);
    await set(page, { text: 'aa' });
    await until(page.getByTestId('depth-title'), (text) => /three different/.test(text));
  });

  test('the geometric loss shrinks a path to a point, and says that nobody uses it', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT } });
    assert.match(await read(page.getByTestId('unsupported')), /No published model/);
    const range = page.locator('#geodesic-step');
    const to = async (step) => {
      await range.fill(String(step));
      return numbers(await until(page.getByTestId('geodesic-title'), (text) => numbers(text)[0] === step));
    };
    const start = await to(0);
    const end = await to(100);
    assert.ok(start[2] > 0.5 && end[2] < 0.01 && end[1] < start[1] / 10, `${start} → ${end}`);
    await card(page, 'geodesic').getByRole('button', { name: 'held' }).click();
    const [, loss, least] = numbers(await until(page.getByTestId('geodesic-title'), (text) => /both ends/.test(text)));
    assert.ok(loss >= least && loss < start[1], `${loss} of at least ${least}`);
  });

  test('the two new keys travel in a link', async () => {
    const page = await at.open({ hash: { panel: 'around', text: TEXT, n_kv_heads: 4, no_rope_layer_interval: 2 } });
    const { n_kv_heads, no_rope_layer_interval } = await get(page);
    assert.deepEqual([n_kv_heads, no_rope_layer_interval], [4, 2]);
    assert.match(await read(page.locator('[data-panel="around"] span')), /4/);
  });
});

describe('readers for contrast', () => {
  const at = stage();

  test('each is measured under the present order', async () => {
    const page = await at.open({ hash: { panel: 'permutation', text: TEXT } });
    const verdict = (id) => page.locator(`[data-reader="${id}"] [data-testid="reader-verdict"]`);
    const expected = {
      bag_of_words: /^equivariant; answer invariant/,
      mean_attention: /^equivariant; answer invariant/,
      linear_attention: /^equivariant; answer invariant/,
      elman_rnn: /order-sensitive/,
      diagonal_ssm: /order-sensitive/,
    };
    const n = (await data(page, 'ids')).values.length;
    const reversed = Array.from({ length: n }, (_, i) => n - 1 - i).join('-');
    for (const order of ['', reversed]) {
      await set(page, { order });
      for (const [id, words] of Object.entries(expected)) await until(verdict(id), (text) => words.test(text));
    }
    // The last token stays: what a causal sum answers is the same, though its rows are not.
    const kept = [1, 0, ...Array.from({ length: n - 2 }, (_, i) => i + 2)].join('-');
    await set(page, { order: kept });
    await until(verdict('causal_linear_attention'), (text) => /^answer invariant/.test(text));
    assert.match(await read(page.getByTestId('readers-title')), /6 ways: 4 /);
  });
});

describe('forms of ALiBi, the trained table, LongRoPE', () => {
  const at = stage();

  test('BLOOM and MPT write other logits: the same weights under a causal mask, others without', async () => {
    const page = await at.open({ hash: { scheme: 'alibi', text: TEXT, mask: 'causal', panel: 'position' } });
    const paper = { weights: await data(page, 'weights'), scores: await data(page, 'scores'), slopes: (await data(page, 'slopes')).values };
    const [heads, n] = paper.weights.shape;
    for (const [alibi_form, shift] of [['bloom', (i) => i], ['mpt', (i) => i - (n - 1)]]) {
      await set(page, { alibi_form });
      const [weights, scores] = [await data(page, 'weights'), await data(page, 'scores')];
      for (let h = 0; h < heads; h += 1) {
        for (let i = 0; i < n; i += 1) {
          for (let j = 0; j <= i; j += 1) {
            const cell = (h * n + i) * n + j;
            assert.ok(Math.abs(weights.values[cell] - paper.weights.values[cell]) < 1e-6, `${alibi_form} ${h} ${i} ${j}`);
            const apart = scores.values[cell] - paper.scores.values[cell];
            assert.ok(Math.abs(apart - paper.slopes[h] * shift(i)) < 1e-4, `${alibi_form} ${h} ${i} ${j}: ${apart}`);
          }
        }
      }
      const terms = await data(page, 'terms');
      const first = terms.values[0] + terms.values[n * n];
      assert.ok(Math.abs(first - scores.values[0]) < 1e-4, 'the terms add up to the scores');
      assert.match(await read(page.getByTestId('form-gap')), /weights up to/);
    }
    const causal = await fingerprint(page, 'weights');
    await set(page, { mask: 'full' });
    const bloom = await data(page, 'weights');
    await set(page, { alibi_form: 'paper' });
    const symmetric = await data(page, 'weights');
    assert.ok(bloom.values.some((w, at) => Math.abs(w - symmetric.values[at]) > 0.01), 'without a mask they differ');
    assert.notEqual(await fingerprint(page, 'weights'), causal);
  });

  test('the comparison asks for the trained table', { skip: notIn('file') }, async () => {
    const page = await at.open({ hash: { panel: 'compare', compare: 'none-learned-longrope', text: TEXT } });
    await page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.includes('minilm_positions')));
    await drawn(page);
    const compared = await data(page, 'compare');
    await set(page, { scheme: 'learned', panel: 'attention' });
    const alone = (await data(page, 'weights')).values;
    const cells = compared.shape[1] * compared.shape[2];
    assert.deepEqual(compared.values.slice(cells, 2 * cells), alone.slice(0, cells));
  });

  test("LongRoPE's factors are called an illustration until there is a list of one's own", async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'rope', rope_type: 'longrope', factor: 4, text: TEXT } });
    assert.match(await read(page.getByTestId('illustration')), /Phi-3\.5/);
    await set(page, { short_factor: Array(8).fill(1).join('-') });
    assert.equal(await page.getByTestId('illustration').count(), 0);
    await set(page, { short_factor: '', panel: 'compare', compare: 'rope-longrope' });
    assert.match(await read(page.locator('[data-variant="longrope"]').getByTestId('illustration')), /Phi-3\.5/);
  });

  test('the rail and the title name the extension in force', async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'rope', text: TEXT } });
    for (const [rope_type, name] of [['linear', 'PI'], ['ntk', 'NTK-aware'], ['yarn', 'YaRN'], ['llama3', 'Llama 3']]) {
      await set(page, { rope_type, factor: 8, original_max_position_embeddings: 64 });
      assert.ok((await read(page.locator('nav [data-panel="position"] b'))).endsWith(name), rope_type);
      const finding = await read(page.locator('#picture h2, main h2').first());
      assert.ok(finding.startsWith(name), finding);
    }
  });
});
