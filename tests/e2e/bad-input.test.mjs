// Bad input: one clear sentence, the last good picture stays, nothing panics (the harness hears panics).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, SCHEMES, WITHOUT_INPUT, broken, data, drawn, fingerprint, get, notices, random, read, set, stage, visit } from './harness.mjs';

const NUMBERS = {
  seed: [0, 9999], d_model: [16, 512], common: [0, 1], n_heads: [1, 32], base: [1e2, 1e7], factor: [1, 64],
  original_max_position_embeddings: [64, 4_194_304], beta_fast: [1, 128], beta_slow: [0.1, 32], slope_scale: [0, 8], attention_factor: [0.5, 2],
};
const CHOICES = ['panel', 'mode', 'tokenizer', 'scheme', 'rope_pairing', 'rope_type', 'mask', 'stage', 'curve', 'colormap', 'lang', 'theme', 'backend'];
const FIELDS = [...Object.keys(NUMBERS), ...CHOICES, 'head', 'query', 'key', 'order', 'slopes'];
const NONSENSE = ['', 'NaN', 'Infinity', '-1', '1e999', '0x10', 'null', '💥', '-', '1:2:3', '%', '<b>x</b>', '9'.repeat(400), '..', '0-0-0', '31:1e9'];

describe('texts', () => {
  const at = stage();

  test('every odd text is cut and drawn on every panel', async () => {
    const page = await at.open();
    const odd = {
      'right to left': 'שלום עולם مرحبا بالعالم',
      'joined emoji': '👩‍👩‍👧‍👦 👍🏽 🇨🇳 e\u0301\u0327\u0300',
      'joiners alone': '\u200d\u200d\u200b\ufeff\u2060',
      'bidi controls': '\u202eabc\u2066def\u2069',
      'controls': '\u0000\u0001\u001b\u007f\u0085\u2028',
      'spaces': '   \t\n\r\n \u00a0\u3000',
      'one long word': 'a'.repeat(600),
      'noncharacters': '\uffff\u{10ffff}\ufffe',
      markup: '<script>alert(1)</script>&amp;',
    };
    for (const [name, text] of Object.entries(odd)) {
      for (const tokenizer of ['gpt2', 'bert']) {
        assert.equal((await set(page, { text, tokenizer, panel: 'tokens' })).text, text, name);
        assert.deepEqual(await broken(page), [], `${name}, ${tokenizer}`);
      }
      for (const panel of PANELS) await set(page, { panel });
    }
  });

  test('lone surrogates become replacement characters', async () => {
    const page = await at.open({ hash: { tokenizer: 'gpt2' } });
    const state = await page.evaluate(() => window.locus.set({ text: 'a\ud800b\udfff', panel: 'tokens' }));
    assert.equal(state.text, 'a\ufffdb\ufffd');
    assert.ok((await data(page, 'ids')).values.length >= 4);
    assert.deepEqual(await broken(page), []);
  });

  test('no text: a sentence says so, and typing brings the picture', async () => {
    const page = await at.open({ hash: { lang: 'en' } });
    for (const panel of PANELS.filter((panel) => !WITHOUT_INPUT.includes(panel))) {
      await set(page, { panel, text: '' });
      assert.match(await read(page.getByTestId('empty')), /no text/i);
    }
    for (const panel of WITHOUT_INPUT) {
      await set(page, { panel, text: '' });
      assert.ok(await read(page.locator('#panel h2').first()), panel);
    }
    await set(page, { panel: 'attention' });
    await page.locator('#f-text').fill('dog');
    await drawn(page);
    assert.equal(await page.getByTestId('empty').count(), 0);
    assert.deepEqual(await broken(page), []);
  });

  test('1 MB of text is bounded, says how much is used, and stays quick', async () => {
    const page = await at.open({ hash: { tokenizer: 'gpt2' } });
    const started = Date.now();
    const state = await page.evaluate(() => window.locus.set({ text: '狗咬人 and more, '.repeat(80_000), panel: 'attention' }));
    assert.ok(Date.now() - started < 10_000, `took ${Date.now() - started} ms`);
    assert.ok(state.text.length < 20_000, `kept ${state.text.length}`);
    assert.match((await notices(page)).join(), /text is longer than/);
    assert.match(await read(page.getByTestId('cut')), /first 512 of [\d,]+ tokens/);
    for (const panel of PANELS) await set(page, { panel });
    await page.locator('#f-text').fill('short again');
    await drawn(page);
    assert.ok((await data(page, 'ids')).values.length < 5);
  });

  test('a long text in every scheme draws numbers', async () => {
    const page = await at.open({ hash: { text: 'to be or not to be '.repeat(120), d_model: 64, n_heads: 2 } });
    for (const scheme of SCHEMES) {
      await set(page, { scheme, panel: 'attention' });
      assert.deepEqual(await broken(page), [], scheme);
    }
  });
});

describe('sentences', () => {
  const at = stage();

  test('say what was wrong, and who set it', async () => {
    const page = await at.open({ hash: { lang: 'en', d_model: 17, head: 9, n_heads: 4, query: 7, key: 1, nope: 1, text: '狗咬人' } });
    const linked = (await notices(page)).join('\n');
    assert.match(linked, /17 lies between two steps of d_model: 16/);
    assert.match(linked, /head 9 is not there: there are 4, from 0\. Head 3/);
    assert.match(linked, /query 7 is not there: there are 3 tokens/);
    assert.match(linked, /The link sets “nope”/);
    assert.doesNotMatch(linked, /key 1/);
    await set(page, { nope: 1, d_model: 8, key: 3 });
    const scripted = (await notices(page)).join('\n');
    assert.match(scripted, /A script sets “nope”/);
    assert.match(scripted, /8 is out of range for d_model: 16/);
    assert.match(scripted, /key 3 is not there/);
    await set(page, { key: 2 });
    assert.equal((await notices(page)).filter((n) => /key/.test(n)).length, 0);
  });

  test('a text that is no string is refused', async () => {
    const page = await at.open({ hash: { lang: 'en', text: 'dog' } });
    for (const text of [null, undefined, 12, true, {}, ['a']]) {
      assert.equal((await page.evaluate((t) => window.locus.set({ text: t }), text)).text, 'dog');
      assert.match((await notices(page)).join(), /text must be a string/);
    }
  });
});

describe('hashes', () => {
  const at = stage();

  test('nonsense in every field at once: the page runs and names each', async () => {
    const page = await at.open();
    for (const nonsense of ['💥', 'NaN', '1e999']) {
      const hash = Object.fromEntries(FIELDS.map((key) => [key, nonsense]));
      await visit(page, at.site.url, { ...hash, lang: 'en', unheard_of: '1', v: '99' });
      const said = await notices(page);
      assert.match(await read(page.getByTestId('notices')), /And \d\d more values/, 'the page stays in sight below');
      await page.getByTestId('notices').locator('summary').click();
      assert.match(await read(page.getByTestId('notices')), /backend/);
      for (const key of [...FIELDS.filter((k) => k !== 'lang'), 'unheard_of']) {
        assert.ok(said.some((sentence) => sentence.includes(key)), `${key} is named: ${said.join(' / ')}`);
      }
      assert.match(said.join(), /version 99/);
      assert.deepEqual(await broken(page), []);
    }
  });

  test('each number is clamped at both ends, and the reader is told', async () => {
    const page = await at.open({ hash: { lang: 'en' } });
    for (const [key, [low, high]] of Object.entries(NUMBERS)) {
      for (const [given, taken] of [[-1e300, low], [1e300, high]]) {
        const state = await set(page, { [key]: given });
        assert.equal(state[key], taken, `${key} = ${given}`);
        assert.ok((await notices(page)).join().includes(key), `${key} is named`);
      }
      assert.deepEqual(await broken(page), [], key);
      await set(page, { [key]: low });
      const plain = await get(page);
      for (const given of [NaN, Infinity, 'abc', null, {}, [[]]]) {
        assert.equal((await set(page, { [key]: given }))[key], plain[key], `${key} = ${given} changes nothing`);
      }
      await set(page, { d_model: 64, n_heads: 4 });
    }
  });

  test('each nonsense in all fields at once changes no choice and breaks no number', async () => {
    const page = await at.open();
    const before = await get(page);
    for (const nonsense of NONSENSE) {
      const state = await set(page, Object.fromEntries(FIELDS.map((key) => [key, nonsense])));
      assert.deepEqual(await broken(page), [], nonsense);
      for (const key of CHOICES) assert.equal(state[key], before[key], `${key} = ${nonsense}`);
    }
  });

  test('a malformed hash is read as far as it goes', async () => {
    const page = await at.open();
    for (const hash of ['%', '%E0%A4%A', '&&&===', 'a', '='.repeat(5000), 'text=%FF%FE', `${'x=1&'.repeat(2000)}`, 'head=31&n_heads=2', '#v=1#v=1']) {
      await visit(page, at.site.url, hash);
      assert.deepEqual(await broken(page), [], hash.slice(0, 20));
      const { head, n_heads } = await get(page);
      assert.ok(head < n_heads);
    }
  });

  test('random fields with random nonsense never break a page', async () => {
    const next = random(7);
    const page = await at.open();
    for (let round = 0; round < 25; round += 1) {
      const partial = {};
      for (let k = 0; k < 6; k += 1) {
        const key = FIELDS[Math.floor(next() * FIELDS.length)];
        const [low, high] = NUMBERS[key] ?? [0, 511];
        partial[key] = next() < 0.5 ? low + next() * (high - low) : NONSENSE[Math.floor(next() * NONSENSE.length)];
      }
      await set(page, partial);
      assert.deepEqual(await broken(page), [], JSON.stringify(partial));
    }
  });

  test('what set() cannot take leaves the picture as it was', async () => {
    const page = await at.open({ hash: { text: 'one two' } });
    const before = await fingerprint(page, 'weights');
    const refused = await page.evaluate(async () => {
      const said = [];
      for (const odd of [undefined, null, 3, 'text', [], () => 1, Symbol.iterator]) {
        await window.locus.set(odd).catch((error) => said.push(`${error.name}: ${error.message}`));
      }
      for (const odd of [{}, { __proto__: null }, { toString: null }, { base: Symbol('x') }]) await window.locus.set(odd);
      await window.locus.set({ get seed() { return 42; } });
      return said;
    });
    assert.equal(refused.length, 7);
    for (const said of refused) assert.match(said, /^TypeError: locus\.set takes an object/);
    assert.match(refused[1], /not null/);
    assert.equal(await fingerprint(page, 'weights'), before);
    assert.equal(await page.evaluate(() => window.locus.data(undefined) ?? window.locus.data({}) ?? null), null);
  });
});
