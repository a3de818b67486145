// Every scheme: its weights against the equations once more in plain JavaScript, its pictures, and its sliders at both ends.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { LANGUAGES, broken, data, get, read, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';
import { gap, relativeWeights, rotatedWeights, tensor } from './reference.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PLAIN = { text: 'abcdefghij', tokenizer: 'char', d_model: 32, n_heads: 2, seed: 5, backend: 'cpu', panel: 'position', lang: 'en' };

/** The pictures of each scheme, as values of `curve`. */
const PICTURES = {
  none: ['score'],
  sinusoidal: ['table', 'turn', 'score'],
  sinusoidal_2d: ['score'],
  learned: ['table', 'trajectory', 'cosines', 'score'],
  shaw: ['terms', 'vectors', 'rows', 'score'],
  transformer_xl: ['terms', 'vectors', 'score'],
  t5: ['staircase', 'bias', 'rows', 'terms', 'score'],
  deberta: ['terms', 'indexing', 'staircase', 'score'],
  rope: ['frequency', 'wavelength', 'cosine', 'score', 'clocks', 'shift', 'dims', 'map', 'mixed'],
  alibi: ['bias', 'forms', 'terms', 'score'],
};

/** Both ends of every parameter that a scheme has. */
const ENDS = {
  sinusoidal: { sinusoidal_layout: ['interleaved', 'concatenated', 'tensor2tensor'], pair: [0, 255], shift: [0, 512] },
  sinusoidal_2d: { grid_width: [1, 64], d_model: [16, 512] },
  learned: { max_position_embeddings: [1, 512], position_resize: ['none', 'bilinear', 'bicubic'], position_scale: [0, 64], d_model: [16, 512] },
  shaw: { max_relative_position: [0, 128] },
  transformer_xl: { mem_len: [0, 511] },
  t5: { relative_attention_num_buckets: [1, 128], relative_attention_max_distance: [1, 1024], t5_direction: ['bidirectional', 'causal'] },
  deberta: { max_relative_positions: [1, 1024], position_buckets: [0, 1, 512], pos_att_type: ['none', 'c2p', 'p2c', 'c2p_p2c'], p2c_indexing: ['code', 'paper'] },
  rope: {
    base: [100, 1e7], partial_rotary_factor: [0, 0.3, 1], rope_axes: ['1d', '2d', 'mrope'], grid_width: [1, 64], mrope_rows: [1, 64], mrope_frames: [0, 64],
    position_map: ['rerope', 'leaky_rerope', 'self_extend'], rerope_window: [1, 32768], group_size: [1, 64], shift: [0, 512],
  },
  alibi: { slope_scale: [0, 8] },
};

/** A scheme's tables by distance. */
async function tables(page) {
  const names = ['q', 'k', 'weights', 'position', 'q_by_distance', 'k_by_distance', 'u'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await data(page, name)])));
}

function close(actual, expected, within, what) {
  const worst = gap(actual, expected);
  assert.ok(worst <= within, `${what}: largest difference ${worst}, allowed ${within}`);
}

describe('weights of every scheme', () => {
  const at = stage();

  test('Shaw: q·(k + a) with distances clipped', async () => {
    const page = await at.open();
    for (const mask of ['full', 'causal']) {
      for (const clip of [0, 3, 16]) {
        await set(page, { ...PLAIN, scheme: 'shaw', mask, max_relative_position: clip });
        const d = await tables(page);
        const clipped = (r) => Math.min(Math.max(r, -clip), clip);
        close(d.weights.values, relativeWeights(d, { mask, scale: 1 / Math.sqrt(16), query: clipped }), 1e-5, `k = ${clip}, ${mask}`);
      }
    }
  });

  test('Transformer-XL: four terms', async () => {
    const page = await at.open();
    for (const mask of ['full', 'causal']) {
      await set(page, { ...PLAIN, scheme: 'transformer_xl', mask });
      const d = await tables(page);
      close(d.weights.values, relativeWeights(d, { mask, scale: 1 / Math.sqrt(16), query: (r) => r, bias: (r) => r }), 1e-5, mask);
    }
  });

  test('T5: one number a bucket, and no scale', async () => {
    const page = await at.open();
    // 8 buckets to 6: r = −1 has one, −2 and −3 … by the authors' formula
    const [buckets, far] = [8, 6];
    const level = (x, side) => (x < side / 2 ? x : Math.min(side - 1, side / 2 + Math.trunc((Math.log(x / (side / 2)) / Math.log(far / (side / 2))) * (side / 2))));
    const bucket = { bidirectional: (r) => (r > 0 ? buckets / 2 : 0) + level(Math.abs(r), buckets / 2), causal: (r) => level(Math.max(-r, 0), buckets) };
    for (const direction of ['bidirectional', 'causal']) {
      await set(page, { ...PLAIN, scheme: 't5', mask: 'full', t5_direction: direction, relative_attention_num_buckets: buckets, relative_attention_max_distance: far });
      const d = await tables(page);
      // the number of each bucket is read off at one distance only; all others must follow from the rule
      const first = {};
      const n = d.weights.shape[1];
      for (let x = 0; x < n; x += 1) for (const r of [-x, x]) first[bucket[direction](r)] ??= r;
      close(d.weights.values, relativeWeights(d, { mask: 'full', scale: 1, bias: (r) => first[bucket[direction](r)] }), 1e-5, direction);
    }
  });

  test('DeBERTa: c2c, c2p and p2c, in the code and in the paper', async () => {
    const page = await at.open();
    const k = 4;
    const delta = (r) => Math.min(Math.max(-r + k, 0), 2 * k - 1) - k; // the clipped Δ of a pair
    const scheme = { ...PLAIN, scheme: 'deberta', mask: 'full', max_relative_positions: k };
    await set(page, { ...scheme, p2c_indexing: 'code' });
    const d = await tables(page);
    const how = { mask: 'full', scale: 1 / Math.sqrt(3 * 16), query: (r) => -delta(r) };
    close(d.weights.values, relativeWeights(d, { ...how, key: (r) => -delta(r) }), 1e-5, 'code');
    await set(page, { ...scheme, p2c_indexing: 'paper' });
    const paper = await data(page, 'weights');
    close(paper.values, relativeWeights(d, { ...how, key: (r) => -delta(-r) }), 1e-5, 'paper, from the tables of the code');
    assert.ok(gap(paper.values, [d.weights.values]) > 0.01, 'the two differ');
  });

  test('RoPE: partial, rows and columns, time, re-mapped', async () => {
    const page = await at.open();
    const theta = (dims, count = dims / 2) => Array.from({ length: count }, (_, i) => 10_000 ** ((-2 * i) / dims));
    const scheme = { ...PLAIN, scheme: 'rope', mask: 'full' };
    const check = async (partial, angles, what) => {
      const state = await set(page, { ...scheme, partial_rotary_factor: 1, rope_axes: '1d', position_map: 'none', ...partial });
      const d = await tables(page);
      close(d.weights.values, rotatedWeights(d, angles, state), 1e-5, what);
    };
    await check({ partial_rotary_factor: 0.5 }, (p) => theta(8).map((t) => p * t), 'half of the dimensions');
    await check({ rope_pairing: 'interleaved' }, (p) => theta(16).map((t) => p * t), 'interleaved');
    const grid = (p) => [...theta(8).map((t) => Math.floor(p / 3) * t), ...theta(8).map((t) => (p % 3) * t)];
    await check({ rope_pairing: 'half_split', rope_axes: '2d', grid_width: 3 }, grid, 'two axes');
    // 2 tokens of text, a block of 2 × 2 from id 2, text from id 4
    const ids = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [2, 2, 3], [2, 3, 2], [2, 3, 3], [4, 4, 4], [5, 5, 5], [6, 6, 6], [7, 7, 7]];
    const axis = [0, 0, 1, 1, 1, 2, 2, 2];
    await check(
      { rope_axes: 'mrope', mrope_section: '2-3-3', mrope_text_before: 2, mrope_frames: 1, mrope_rows: 2, grid_width: 2 },
      (p) => theta(16).map((t, i) => ids[p][axis[i]] * t),
      'three axes',
    );
    await check({ position_map: 'rerope', rerope_window: 3 }, null, 'ReRoPE');
  });

  test('the learned table is the trained one, and is no part of the address', async () => {
    const page = await at.open();
    await set(page, { ...PLAIN, scheme: 'learned', mask: 'full' });
    const position = await data(page, 'position');
    assert.ok(await read(page.getByTestId('table-source')).then((text) => /first 32 of the 384/.test(text)));
    const seeded = await page.evaluate(() => location.hash);
    assert.doesNotMatch(seeded, /trained/);
    await set(page, { d_model: 512 });
    assert.match(await read(page.getByTestId('table-source')), /random.*384/);
    await set(page, { d_model: 32 });
    assert.deepEqual((await data(page, 'position')).values, position.values);
    await set(page, { d_model: 384 });
    assert.match(await read(page.getByTestId('table-source')), /All 384 columns/);
    const whole = tensor(await data(page, 'position'));
    const begin = Array.from({ length: 10 }, (_, p) => Array.from({ length: 32 }, (_, c) => whole(p, c)));
    assert.equal(gap(position.values, begin), 0, 'a narrower table is the beginning of the whole one');
  });
});

describe('the trained table', () => {
  const at = stage();

  test('that does not come: a sentence, seeded numbers, and a second try works', { skip: notIn('file', 'offline') }, async () => {
    let answer = (route) => route.fulfill({ status: 404, body: 'not found' });
    const prepare = (page) => page.route('**/minilm_positions.pack', (route) => (answer ? answer(route) : route.continue()));
    const page = await at.open({ errors: /Failed to load resource/, hash: { ...PLAIN, scheme: 'learned' }, prepare });
    const failed = page.getByTestId('table-failed');
    assert.match(await read(failed), /HTTP 404/);
    assert.match(await read(page.getByTestId('table-source')), /Seeded random numbers/);
    const seeded = await data(page, 'position');
    answer = null;
    await failed.getByRole('button').click();
    await failed.waitFor({ state: 'detached' });
    await set(page, {});
    assert.match(await read(page.getByTestId('table-source')), /all-MiniLM-L6-v2/);
    assert.notDeepEqual((await data(page, 'position')).values, seeded.values);
  });

  test('ends: a sentence, and two rules that stretch it', async () => {
    const page = await at.open({ hash: { ...PLAIN, scheme: 'learned', max_position_embeddings: 4 } });
    const past = page.getByTestId('past-table');
    assert.match(await read(past), /10 tokens.*4 rows/);
    for (const position_resize of ['bilinear', 'bicubic']) {
      await set(page, { position_resize });
      assert.match(await read(past), /4 rows are stretched to 10/);
      assert.deepEqual((await data(page, 'position')).shape, [10, 32]);
    }
  });
});

describe('pictures', () => {
  const at = stage();

  test('every one draws, in both languages, and says what it claims', async () => {
    const page = await at.open({ hash: PLAIN });
    for (const lang of LANGUAGES) {
      for (const [scheme, pictures] of Object.entries(PICTURES)) {
        for (const curve of pictures) {
          await set(page, { scheme, curve, lang });
          const claim = await read(page.locator('.claim'));
          assert.ok(claim.length > 8, `${lang}, ${scheme}, ${curve}: a claim`);
          const card = page.locator('section.card').first();
          assert.ok((await card.locator('canvas, svg').count()) > 0, `${scheme}, ${curve}: something is drawn`);
          if (pictures.length > 1) assert.equal(await page.locator(`[data-key="curve"] [aria-pressed="true"]`).getAttribute('data-value'), curve);
        }
      }
    }
  });

  test('the terms of the chosen cell add up to its logit', async () => {
    const page = await at.open({ hash: PLAIN });
    for (const scheme of ['shaw', 'transformer_xl', 't5', 'deberta', 'alibi']) {
      await set(page, { scheme, curve: 'terms', query: 6, key: 2, lang: 'en' });
      const text = (await read(page.getByTestId('sum'))).replaceAll('−', '-');
      const [left, right] = text.split(' = ');
      const numbers = [...left.matchAll(/ (-?[\d.]+(?:e-?\d+)?)(?= \+|$)/g)].map(([, x]) => Number(x));
      const sum = numbers.reduce((a, b) => a + b, 0);
      assert.ok(numbers.length > 1 && Math.abs(sum - Number(right)) < 5e-3 * Math.max(1, ...numbers.map(Math.abs)), `${scheme}: ${text}`);
      const maps = page.locator('.parts figcaption b');
      assert.equal(await maps.count(), numbers.length + 1, scheme);
    }
  });

  test('maps share one cursor: pointing at one shows the cell in all', async () => {
    const page = await at.open({ hash: { ...PLAIN, scheme: 'deberta', curve: 'terms' } });
    const map = page.locator('.parts .map').nth(1);
    const { width, height } = await map.boundingBox();
    await map.click({ position: { x: width * 0.35, y: height * 0.75 } });
    const { query, key } = await get(page);
    assert.deepEqual([query, key], [7, 3]);
    const tops = await page.locator('.parts i').evaluateAll((all) => all.map((i) => i.style.top));
    assert.deepEqual(new Set(tops), new Set(['70%']));
    await page.locator('.parts').press('ArrowLeft');
    assert.equal((await get(page)).key, 2);
  });

  test('every parameter at both ends gives a picture or a sentence', async () => {
    const page = await at.open({ hash: PLAIN });
    for (const [scheme, ends] of Object.entries(ENDS)) {
      for (const curve of PICTURES[scheme]) {
        const before = await set(page, { ...PLAIN, scheme, curve });
        for (const [key, values] of Object.entries(ends)) {
          for (const value of values) {
            await set(page, { [key]: value });
            assert.deepEqual(await broken(page), [], `${scheme}, ${curve}, ${key} = ${value}`);
            const card = page.locator('section.card').first();
            const seen = (await card.locator('canvas, svg').count()) + (await card.locator('.bad, .soft').count());
            assert.ok(seen > 0, `${scheme}, ${curve}, ${key} = ${value}`);
          }
          await set(page, { [key]: before[key] });
        }
      }
    }
  });

  test('sentences stand where a scheme is not defined', async () => {
    const page = await at.open({ hash: PLAIN });
    for (const partial of [
      { scheme: 't5', relative_attention_num_buckets: 1 },
      { scheme: 'deberta', position_buckets: 1 },
      { scheme: 'rope', partial_rotary_factor: 0.2 },
      { scheme: 'learned', max_position_embeddings: 2 },
    ]) {
      await set(page, { ...PLAIN, ...partial });
      const told = page.getByTestId('outdated');
      await told.waitFor();
      assert.match(await told.innerText(), /cannot be computed, so what stands here is of other settings\. \S/);
      const why = await page.evaluate(() => window.locus.export('map', 'json').then(() => 'made', (e) => e.message));
      assert.match(why, /cannot be computed/, 'nothing of it is saved');
    }
    await set(page, { max_position_embeddings: 512 });
    await page.getByTestId('outdated').waitFor({ state: 'detached' });
  });

  test('a link whose settings cannot be computed opens with a whole picture, and says that it is of others', async () => {
    for (const hash of [{ scheme: 't5', relative_attention_num_buckets: 1 }, { scheme: 'rope', rope_axes: '2d', n_heads: 32 }]) {
      const page = await at.open({ hash: { ...hash, panel: 'attention', lang: 'en', text: '狗咬人' } });
      await page.getByTestId('outdated').waitFor();
      const { shape, values, stale } = await data(page, 'weights');
      assert.equal(stale, true);
      for (let row = 0; row < values.length; row += shape[2]) {
        const sum = values.slice(row, row + shape[2]).reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row / shape[2]}: ${sum}`);
      }
      assert.match(await page.locator('main h2.finding').first().innerText(), /%/, 'the picture stands');
    }
  });

  for (const theme of ['light', 'dark']) {
    test(`axe-core finds nothing grave, ${theme}`, async () => {
      const page = await at.open({ hash: { ...PLAIN, theme } });
      await page.evaluate(axe);
      const all = {};
      for (const [scheme, pictures] of Object.entries(PICTURES)) {
        for (const curve of pictures) {
          await set(page, { scheme, curve, mem_len: 2, rope_axes: curve === 'dims' ? 'mrope' : '1d' });
          const violations = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations);
          for (const { id, nodes } of violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')) {
            (all[`${id}: ${nodes[0].target.join(' ')}`] ??= []).push(`${scheme}, ${curve}`);
          }
        }
      }
      assert.deepEqual(all, {});
    });
  }
});
