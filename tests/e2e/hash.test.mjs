// The state survives the address: what a page shows, another page that opens its link shows too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, SCHEMES, choose, drawn, fingerprint, get, random, set, stage, visit } from './harness.mjs';

const TEXTS = ['狗咬人', 'The dog bites the man.', 'a&b=c#d%20+e f', '👩‍🚀 🇨🇳\tשלום\n"q" <i>', '１２３ ½ ﷽'];

/** A random state within the schema's bounds. */
function anyState(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const whole = (min, max) => min + Math.floor(next() * (max - min + 1));
  const heads = whole(1, 32);
  return {
    panel: pick(PANELS), text: pick(TEXTS), tokenizer: pick(['gpt2', 'bert']), seed: whole(0, 9999), d_model: 16 * whole(1, 16),
    common: next(), n_heads: heads, head: whole(0, heads - 1), scheme: pick(SCHEMES), rope_pairing: pick(['half_split', 'interleaved']),
    base: 10 ** (2 + 5 * next()), rope_type: pick(['default', 'yarn']), factor: 1 + 63 * next(),
    original_max_position_embeddings: whole(64, 4_194_304), beta_fast: 1 + 127 * next(), beta_slow: 0.1 + 31 * next(),
    attention_factor: pick(['auto', 0.5 + 1.5 * next()]), slope_scale: 8 * next(), slopes: pick(['', '0:0.25', '0:0-1:7.5']),
    mask: pick(['full', 'causal']), stage: pick(['dot', 'scaled', 'biased', 'masked', 'weights', 'output']),
    curve: pick(['frequency', 'wavelength', 'cosine', 'score', 'clocks']), query: whole(0, 20), key: whole(0, 20), order: pick(['', '2-0-1']),
    lang: pick(['en', 'zh']), theme: pick(['light', 'dark']), backend: 'cpu',
  };
}

describe('the address', () => {
  const at = stage();

  test('a random state comes back from its link, to the last bit', async () => {
    const next = random(2026);
    const first = await at.open();
    const second = await at.open();
    for (let round = 0; round < 8; round += 1) {
      const wanted = anyState(next);
      const state = await set(first, wanted);
      const rest = Object.entries(wanted).filter(([key]) => key !== 'order' && key !== 'slopes');
      for (const [key, value] of rest) assert.equal(state[key], value, `set ${key}`);
      // The address follows after a rest.
      await first.waitForFunction((seed) => new URLSearchParams(location.hash.slice(1)).get('seed') === seed, String(state.seed));
      const link = await first.evaluate(() => location.href);
      await visit(second, link.split('#')[0], link.split('#')[1]);
      assert.deepEqual(await get(second), await get(first), link);
      for (const name of ['ids', 'weights', 'output']) assert.equal(await fingerprint(second, name), await fingerprint(first, name), `${name}: ${link}`);
    }
  });

  test('the hash carries a version and only what differs from the defaults', async () => {
    const page = await at.open();
    await set(page, { panel: 'attention', seed: 43 });
    await page.waitForFunction(() => location.hash.includes('seed=43'));
    const keys = [...new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).keys()];
    assert.deepEqual(keys.sort(), ['panel', 'seed', 'v']);
  });

  test('Back returns to the panel before; an edited address is followed', async () => {
    const page = await at.open({ hash: { panel: 'tokens' } });
    await choose(page, 'vectors');
    await choose(page, 'attention');
    await page.evaluate(() => history.back());
    await page.locator('[data-panel="vectors"][aria-current="step"]').waitFor();
    await page.evaluate(() => (location.hash = '#v=1&panel=position&scheme=alibi&text=abc'));
    await page.locator('[data-panel="position"][aria-current="step"]').waitFor();
    await drawn(page);
    const state = await get(page);
    assert.deepEqual([state.scheme, state.text], ['alibi', 'abc']);
  });
});
