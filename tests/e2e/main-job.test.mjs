// The main job: type any text, watch it become ids, vectors, positions and attention that follow the sliders.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, choose, data, drawn, fingerprint, get, onGpu, read, set, stage } from './harness.mjs';

/** Types `text` as a reader does and waits for its picture. */
async function type(page, text) {
  await page.locator('#f-text').fill(text);
  await drawn(page);
}

function rowsSumToOne({ shape, values }) {
  const n = shape[2];
  for (let row = 0; row < values.length / n; row += 1) {
    const sum = values.slice(row * n, (row + 1) * n).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row} sums to ${sum}`);
  }
}

/** Moves the range of `key` to both ends; every stop is another picture. */
async function movesThePicture(page, key, name = 'weights') {
  const range = page.locator(`[data-key="${key}"] input[type="range"]`);
  const seen = new Set([await fingerprint(page, name)]);
  for (const end of ['min', 'max']) {
    await range.fill(await range.getAttribute(end));
    await drawn(page);
    seen.add(await fingerprint(page, name));
  }
  assert.ok(seen.size > 1, `${key} changes ${name}`);
}

const IDS = {
  gpt2: { 'Hello world': [15496, 995], '狗咬人': [45379, 245, 161, 240, 105, 21689] },
  bert: { 'hello world': [7592, 2088] },
};

function job(gpu) {
  const at = stage({ gpu });
  const backend = gpu ? 'gpu' : 'cpu';
  const start = async (hash = {}) => {
    const page = await at.open({ hash: { backend, ...hash } });
    if (gpu) await onGpu(page);
    return page;
  };

  test('typed text becomes the right tokens', async () => {
    const page = await start({ tokenizer: 'gpt2' });
    for (const [tokenizer, texts] of Object.entries(IDS)) {
      await set(page, { tokenizer });
      for (const [text, ids] of Object.entries(texts)) {
        await type(page, text);
        assert.deepEqual((await data(page, 'ids')).values, ids, `${tokenizer}: ${text}`);
        assert.equal((await data(page, 'weights')).backend, backend);
      }
    }
    await set(page, { tokenizer: 'unigram' });
    await type(page, 'Hello world');
    assert.equal((await data(page, 'tokens')).values.join('').replaceAll('▁', ' ').trim(), 'Hello world');
  });

  test('the strip shows each token, and a split character whole over its bytes', async () => {
    const page = await start({ tokenizer: 'gpt2', panel: 'tokens', text: 'a 狗' });
    const strip = page.getByTestId('strip');
    const text = await strip.innerText();
    for (const id of (await data(page, 'ids')).values) assert.ok(text.includes(String(id)), `${id} in ${text}`);
    assert.match(text, /狗/);
    assert.match(text, /E7\s[\s\S]*\b8B\b/);
    assert.doesNotMatch(await page.locator('main').innerText(), /\ufffd/);
  });

  test('the rail opens every panel and shows live shapes', async () => {
    const page = await start({ text: 'one two three' });
    const { shape } = await data(page, 'weights');
    for (const panel of PANELS) {
      await choose(page, panel);
      assert.equal((await get(page)).panel, panel);
      assert.ok(await page.locator('main h2').first().isVisible(), `${panel} has a title`);
    }
    const rail = await page.locator('nav').first().innerText();
    assert.ok(rail.includes(shape.join(' × ')), `${shape} in ${rail}`);
  });

  test('sliders move the picture', async () => {
    const page = await start({ panel: 'attention', text: 'When a sentence grows long', scheme: 'rope', rope_type: 'yarn', factor: 4 });
    for (const key of ['base', 'factor', 'attention_factor', 'n_heads', 'd_model', 'common', 'seed']) await movesThePicture(page, key);
    // a length and its thresholds matter where pairs lie between them
    await set(page, { base: 10_000, factor: 16, n_heads: 2, d_model: 128, original_max_position_embeddings: 2048 });
    for (const key of ['original_max_position_embeddings', 'beta_fast', 'beta_slow']) await movesThePicture(page, key);
    await set(page, { scheme: 'alibi' });
    await movesThePicture(page, 'slope_scale');
  });

  test('every row of weights sums to 1 under every scheme and mask', async () => {
    const page = await start({ text: 'The dog bites the man, and the man bites the dog.' });
    const seen = new Set();
    for (const scheme of ['none', 'sinusoidal', 'rope', 'alibi']) {
      for (const mask of ['full', 'causal']) {
        await set(page, { scheme, mask });
        const weights = await data(page, 'weights');
        assert.equal(weights.backend, backend);
        rowsSumToOne(weights);
        seen.add(await fingerprint(page, 'weights'));
      }
    }
    assert.equal(seen.size, 8, 'each is another picture');
  });

  test('the chosen cell is explained with its own numbers', async () => {
    const page = await start({ panel: 'attention', text: 'one two three', scheme: 'alibi', query: 2, key: 1 });
    const weights = await data(page, 'weights');
    const shown = await read(page.getByTestId('readout').first());
    const number = Number(shown.replaceAll('−', '-').match(/softmax\s+(\S+)/)[1]);
    const n = weights.shape[2];
    assert.ok(Math.abs(number - weights.values[2 * n + 1]) < 5e-4, `${shown} for ${weights.values[2 * n + 1]}`);
    assert.match(shown, /Δ = 1/);
  });
}

describe('before the reader does anything', () => {
  const at = stage();

  test('the first screen claims what a drag will show, and the claim follows the scheme', async () => {
    const page = await at.open({ hash: { lang: 'en' } });
    const title = page.getByTestId('permutation-title');
    const claims = (pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector('[data-testid="permutation-title"]').innerText), pattern);
    await claims('Drag a token: its output row moves along');
    await set(page, { scheme: 'rope' });
    await claims('under RoPE, output rows do not just move');
    await set(page, { order: '1-0-2' });
    assert.match(await read(title), /Under RoPE, 3 of 3 output rows change/);
  });

  test('an order of another text is told, and compares nothing; a single token has no other order', async () => {
    const page = await at.open({ hash: { lang: 'en', text: 'hello', order: '1-2-0' } });
    assert.match(await read(page.getByTestId('order-hint')), /one of another text/);
    const heading = page.locator('section:has(> .tablewrap [data-testid="verdicts"]) h2');
    assert.match(await read(heading), /first token moved to the end/);
    await set(page, { order: '4-3-2-1-0' });
    await page.waitForFunction(() => /same reordering/.test(document.querySelector('section:has(> .tablewrap [data-testid="verdicts"]) h2').innerText));
    assert.doesNotMatch(await read(page.getByTestId('order-hint')), /another text/);
    await set(page, { text: 'a', order: '' });
    await page.waitForFunction(() => /single token/.test(document.querySelector('[data-testid="permutation-title"]').innerText));
    assert.equal(await page.getByTestId('verdicts').locator('.yes, .no').count(), 0);
  });

  test('the trained table is measured under, whatever was looked at before', async () => {
    const page = await at.open({ hash: { lang: 'en' } });
    const row = () => page.getByTestId('verdicts').locator('tr', { hasText: 'Learned' }).innerText();
    const stands = () => page.waitForFunction(() => [...document.querySelectorAll('[data-testid="verdicts"] tbody tr')].every((tr) => !tr.classList.contains('stale')));
    await stands(); // until the table has come, the row is marked
    await drawn(page);
    await stands();
    const first = await row();
    assert.ok(await page.evaluate(() => performance.getEntriesByType('resource').some((entry) => entry.name.includes('minilm_positions'))));
    await set(page, { scheme: 'learned' });
    await set(page, { scheme: 'none' });
    await stands();
    assert.equal(await row(), first);
  });

  test('the clock hands show a distance', async () => {
    const page = await at.open({ hash: { lang: 'en', panel: 'position', scheme: 'rope', curve: 'clocks' } });
    const hands = () => page.locator('.clocks figure').first().evaluate((f) => [...f.querySelectorAll('line')].map((l) => Math.atan2(50 - l.y2.baseVal.value, l.x2.baseVal.value - 50)));
    const [key, query] = await hands();
    assert.ok(Math.abs(query - key - 2) < 0.02, `two positions apart at one radian each: ${query - key}`);
    assert.match(await read(page.getByTestId('clocks-caption')), /query 2 .* key 0 .*Δ = 2.*diagonal/);
    await set(page, { query: 1, key: 2 });
    assert.match(await read(page.getByTestId('clocks-caption')), /query 1 .* key 2 .*Δ = −1/);
  });

  test('going through the panels leaves no listener behind', async () => {
    const page = await at.open({ hash: { text: 'one two three', scheme: 'alibi' } });
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    const listeners = async () => {
      await set(page, { panel: 'signal' });
      for (let pass = 0; pass < 3; pass += 1) await client.send('HeapProfiler.collectGarbage');
      const { metrics } = await client.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'JSEventListeners').value;
    };
    const round = async () => {
      for (const panel of PANELS) await set(page, { panel });
    };
    await round();
    const before = await listeners();
    for (let rounds = 0; rounds < 8; rounds += 1) await round();
    assert.ok((await listeners()) <= before + 2, `${before} became ${await listeners()}`);
  });
});

describe('the main job on the CPU', () => job(false));
describe('the main job on the GPU', () => job(true));
