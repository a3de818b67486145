// The context-extension lab: pasted configurations against Hugging Face's numbers, presets, YaRN's boundaries, bad input.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { LANGUAGES, choose, data, drawn, get, read, reveal, set, stage, swipe, visit } from './harness.mjs';

const fixture = JSON.parse(await readFile(new URL('../fixtures/rope_configs.json', import.meta.url), 'utf8'));
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The case of the fixture called `name`. */
const model = (name) => fixture.cases.find((c) => c.name === name);

const paste = async (page, text) => {
  await page.locator('#lab-config').fill(text);
  await drawn(page);
};

/** inv_freq of the rule in force. */
const inForce = async (page) => {
  const { shape, values, names } = await data(page, 'lab');
  assert.equal(values.length, shape[0] * shape[1]);
  assert.equal(names.length, shape[0]);
  return values.slice(0, shape[1]);
};

/** Opens the table of numbers, whose rows are made when it opens; gives the texts of its column of inv_freq. */
const openTable = async (page) => {
  const table = page.getByTestId('inv-freq');
  await table.locator('summary').click();
  const cells = table.locator('tbody td:nth-child(2)');
  await cells.first().waitFor();
  return cells.allInnerTexts();
};

const worst = (ours, theirs) => Math.max(...ours.map((x, i) => Math.abs(x / theirs[i] - 1)));

const claim = (page) => read(page.getByTestId('claim'));

/** The sentence by the control for `key`; empty if there is none. */
const complaint = (page, key) => page.locator(`[data-complaint="${key}"]`).innerText();

describe('the context-extension lab', () => {
  const at = stage();
  const open = (hash = {}, options = {}) => at.open({ ...options, hash: { panel: 'context', ...hash } });

  for (const name of ['Llama 3.1 8B', 'DeepSeek-V3', 'Phi-3.5-mini-instruct, 4097', 'gpt-oss-20b', 'Qwen2.5-7B-Instruct with YaRN', 'Gemma 3 1B (rope_local_base_freq)']) {
    test(`a pasted configuration gives what Hugging Face computes: ${name}`, async () => {
      const { config, results } = model(name);
      const page = await open();
      await paste(page, JSON.stringify(config, null, 2));
      const theirs = results[0].inv_freq;
      const ours = await inForce(page);
      assert.equal(ours.length, theirs.length);
      assert.ok(worst(ours, theirs) < 1e-6, `${worst(ours, theirs)}`);
      assert.match(await read(page.getByTestId('config')), /rope_type/);
      const cells = await openTable(page);
      assert.equal(cells.length, theirs.length);
      assert.ok(worst(cells.map(Number), theirs) < 1e-6, 'the table shows the same');
      const digits = (cell) => cell.replace(/e.*/, '').replace('.', '').replace(/^0+/, '').length;
      assert.ok(cells.every((cell) => /^[\d.]+(e[+-]\d+)?$/.test(cell) && digits(cell) <= 9), 'nine digits at most');
      assert.match(await read(page.locator('.lab .trust')), /equal to Hugging Face transformers \d.* within \de−\d/);
    });
  }

  test('of a model with several kinds of layers the reader chooses one, by keyboard too', async () => {
    const { config, results } = model('Gemma 3 1B (rope_local_base_freq)');
    assert.ok(results.length > 1);
    const page = await open();
    await paste(page, JSON.stringify(config));
    const kinds = page.getByTestId('layer-kinds').getByRole('button');
    assert.deepEqual((await kinds.allInnerTexts()).sort(), results.map((result) => result.layer_type).sort());
    for (const { layer_type, inv_freq } of results) {
      const kind = kinds.filter({ hasText: layer_type });
      await kind.focus();
      await page.keyboard.press('Enter');
      await drawn(page);
      assert.equal(await kind.getAttribute('aria-pressed'), 'true');
      assert.ok(worst(await inForce(page), inv_freq) < 1e-6, layer_type);
    }
  });

  test('locus.config reads without showing, and says what is wrong', async () => {
    const page = await open();
    const before = await get(page);
    const { config, results } = model('Llama 3.1 8B');
    const found = await page.evaluate((text) => {
      const { model_type, layers } = window.locus.config(text);
      return { model_type, rope_type: layers[0].rope_type, inv_freq: Array.from(layers[0].inv_freq) };
    }, JSON.stringify(config));
    assert.deepEqual([found.model_type, found.rope_type], ['llama', 'llama3']);
    assert.ok(worst(found.inv_freq, results[0].inv_freq) < 1e-6);
    assert.match((await page.evaluate(() => window.locus.config('[]'))).error, /object/);
    assert.deepEqual(await get(page), before);
  });

  test('what cannot be read is said in one sentence, and the last picture stays', async () => {
    const page = await open({ rope_type: 'yarn', factor: 8 });
    const [before, said] = [await data(page, 'lab'), await claim(page)];
    const box = page.getByTestId('config');
    for (const [text, sentence] of [
      ['{ "rope_theta": 1,', /not JSON.*line 1/],
      ['[1, 2]', /not an object/],
      ['{ "vocab_size": 3 }', /no attention model/],
      ['{ "model_type": "bert", "hidden_size": 768, "num_attention_heads": 12 }', /“bert” does not rotate/],
      [JSON.stringify({ ...model('Llama 3.1 8B').config, rope_scaling: { rope_type: 'hyper', factor: 2 } }), /“hyper”/],
      [JSON.stringify({ ...model('Llama 3.1 8B').config, rope_scaling: { rope_type: 'linear', factor: 0.5 } }), /at least 1/],
      [JSON.stringify({ ...model('Llama 3.1 8B').config, head_dim: 127 }), /127 is odd/],
    ]) {
      await paste(page, text);
      assert.match(await read(box), sentence);
      assert.deepEqual((await data(page, 'lab')).values, before.values);
      assert.equal(await claim(page), said);
    }
    await set(page, { lang: 'zh' });
    assert.match(await read(box), /奇数/);
  });

  test('a preset sets every parameter of its model', async () => {
    const page = await open();
    await page.getByTestId('lab-model').selectOption('llama-3.1-8b');
    await drawn(page);
    const state = await get(page);
    const { rope_type, base, factor, original_max_position_embeddings, target_length, lab_head_dim, low_freq_factor, high_freq_factor } = state;
    assert.deepEqual(
      [rope_type, base, factor, original_max_position_embeddings, target_length, lab_head_dim, low_freq_factor, high_freq_factor],
      ['llama3', 500_000, 8, 8192, 131_072, 128, 1, 4],
    );
    assert.ok(worst(await inForce(page), model('Llama 3.1 8B').results[0].inv_freq) < 1e-6);
    assert.match(await read(page.locator('.model .hint')), /meta-llama\/Llama-3.1-8B/);
    for (const option of await page.locator('#lab-model option:not([value=""])').evaluateAll((all) => all.map((o) => o.value))) {
      await page.getByTestId('lab-model').selectOption(option);
      await drawn(page);
      assert.equal(await page.getByTestId('lab-model').inputValue(), option);
      assert.ok((await inForce(page)).every((theta) => theta > 0 && theta <= 1), option);
    }
  });

  test('the title counts pairs: those beyond training without extension, and those left under the method', async () => {
    const page = await open({ rope_type: 'yarn', factor: 8 });
    assert.match(await claim(page), /At 16,384 tokens 23 of 64 pairs .* YaRN with s = 8 none does$/);
    await set(page, { rope_type: 'ntk' });
    const [, left] = (await claim(page)).match(/NTK-aware with s = 8 it is (\d+)$/);
    // Counted again from the frequencies: not round the circle in training, and further at T than in training.
    const [scaled, plain] = [await inForce(page), (n, i) => n ** (-i / 64)];
    const beyond = scaled.filter((theta, i) => {
      const seen = 2048 * plain(10_000, i);
      return seen < 2 * Math.PI && 16_384 * theta > seen * (1 + 1e-9);
    });
    assert.equal(Number(left), beyond.length);
  });

  test('the factor follows the lengths until it is set by hand', async () => {
    const page = await open();
    const type = async (key, value) => {
      await page.locator(`#f-${key}`).fill(String(value));
      await page.locator(`#f-${key}`).press('Enter');
      await drawn(page);
    };
    await type('target_length', 8192);
    assert.equal((await get(page)).factor, 4);
    await type('original_max_position_embeddings', 4096);
    assert.equal((await get(page)).factor, 2);
    await type('factor', 3);
    await type('target_length', 32_768);
    assert.equal((await get(page)).factor, 3);
    assert.match(await read(page.getByTestId('factor-link')), /by hand; .* it would be 8/);
    await page.getByTestId('factor-link').getByRole('button').click();
    await drawn(page);
    assert.equal((await get(page)).factor, 8);
  });

  test('YaRN’s boundaries are dragged by the mouse and moved by the keyboard', async () => {
    const page = await open({ rope_type: 'yarn', factor: 8 });
    const kept = page.getByTestId('beta_fast').and(page.locator('.bound'));
    const now = async () => Number(await kept.getAttribute('aria-valuenow'));
    const [from, before, beta] = [await reveal(kept), await now(), (await get(page)).beta_fast];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y, { steps: 5 });
    await page.mouse.up();
    await drawn(page);
    const dragged = await now();
    assert.ok(dragged > before + 3, `${before} → ${dragged}`);
    assert.ok((await get(page)).beta_fast < beta, 'a later boundary is a smaller β');
    await page.mouse.move(from.x, from.y, { steps: 3 });
    await drawn(page);
    assert.equal(await now(), dragged, 'after the button is up nothing moves');
    await kept.focus();
    for (const [key, by] of [['ArrowRight', 1], ['ArrowLeft', -1], ['ArrowLeft', -1]]) {
      const start = await now();
      await page.keyboard.press(key);
      await drawn(page);
      assert.equal(await now(), start + by, key);
    }
    assert.match(await kept.getAttribute('aria-valuetext'), /^pair \d+, β = [\d.]+$/);
    const paired = await inForce(page);
    assert.ok(paired.slice(0, await now()).every((theta, i) => Math.abs(theta / 10_000 ** (-i / 64) - 1) < 1e-12), 'pairs before it are kept');
  });

  test('a finger drags a boundary', async () => {
    const page = await open({ rope_type: 'yarn', factor: 8, lab_picture: 'ramp' }, { touch: true, viewport: { width: 360, height: 780 } });
    const divided = page.locator('.bound[data-testid="beta_slow"]');
    const before = Number(await divided.getAttribute('aria-valuenow'));
    const from = await reveal(divided);
    await swipe(page, from, { x: from.x - 60, y: from.y });
    await drawn(page);
    assert.ok(Number(await divided.getAttribute('aria-valuenow')) < before - 5);
  });

  test('what is undefined is said by the control at fault, and the last picture stays', async () => {
    const page = await open({ rope_type: 'ntk', factor: 8 });
    const said = await claim(page);
    await set(page, { lab_head_dim: 2 });
    assert.match(await complaint(page, 'rope_type'), /undefined for a single pair/);
    assert.match(await page.getByTestId('outdated').innerText(), /of other settings\. .*undefined for a single pair/);
    assert.equal(await claim(page), said);
    await set(page, { lab_head_dim: 7 });
    assert.match(await complaint(page, 'lab_head_dim'), /7 is odd/);
    assert.equal(await claim(page), said);
    await set(page, { lab_head_dim: 128, rope_type: 'longrope', long_factor: '1-2-3' });
    assert.match(await complaint(page, 'long_factor'), /3 numbers.*64 pairs/);
    await set(page, { long_factor: '', rope_type: 'llama3', low_freq_factor: 8 });
    assert.match(await complaint(page, 'high_freq_factor'), /above low_freq_factor/);
    await set(page, { low_freq_factor: 1 });
    assert.notEqual(await claim(page), said, 'a good setting is drawn again');
    await set(page, { rope_type: 'yarn', beta_fast: 1, beta_slow: 32 });
    assert.match(await complaint(page, 'beta_fast'), /ramp is reversed/);
    await set(page, { lang: 'zh' });
    assert.match(await complaint(page, 'beta_fast'), /过渡段反了/);
    await page.locator('#f-original_max_position_embeddings').fill('0');
    await page.locator('#f-original_max_position_embeddings').press('Enter');
    assert.match(await read(page.locator('[data-key="original_max_position_embeddings"] .bad')), /0.*64/);
  });

  test('a link with what cannot be drawn opens with a picture and a sentence', async () => {
    const page = await open({ rope_type: 'ntk', lab_head_dim: 2 });
    assert.match(await claim(page), /of 64 pairs/);
    assert.match(await complaint(page, 'rope_type'), /undefined/);
  });

  test('the scheme of the page complains by its control as well, and its last picture stays', async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'rope', rope_type: 'linear', factor: 4, text: 'one two' } });
    const before = await data(page, 'weights');
    await set(page, { d_model: 64, n_heads: 32, rope_type: 'ntk' });
    assert.match(await complaint(page, 'rope_type'), /single pair/);
    assert.deepEqual((await data(page, 'weights')).shape, before.shape);
    assert.deepEqual((await data(page, 'weights')).values, before.values);
    await set(page, { rope_type: 'linear' });
    assert.equal((await data(page, 'weights')).shape[0], 32);
  });

  test('the state comes back from its link, to the last bit', async () => {
    const page = await open();
    await page.getByTestId('lab-model').selectOption('phi-3.5-mini');
    await set(page, { target_length: 100_000, lab_picture: 'score' });
    await page.waitForFunction(() => location.hash.includes('target_length=100000'));
    const [link, before, lab] = [await page.evaluate(() => location.href), await get(page), await data(page, 'lab')];
    const second = await at.open();
    await visit(second, link.split('#')[0], link.split('#')[1]);
    assert.deepEqual(await get(second), before);
    assert.deepEqual((await data(second, 'lab')).values, lab.values);
  });

  test('leaves nothing behind when the reader goes on to another panel', async () => {
    const page = await open({ rope_type: 'ntk', lab_head_dim: 2, scheme: 'rope' });
    for (const panel of ['permutation', 'context', 'attention', 'context', 'position']) {
      await choose(page, panel);
      assert.equal(await page.locator('.lab').count(), panel === 'context' ? 1 : 0, panel);
    }
    assert.equal(await complaint(page, 'rope_type'), '', 'the page’s own head has more than one pair');
  });

  test('the rail brings the lab; on a phone one picture stands at a time', async () => {
    const page = await at.open({ touch: true, viewport: { width: 360, height: 780 } });
    await choose(page, 'context');
    const shown = () => page.evaluate(() => [...document.querySelectorAll('[data-picture]')].filter((e) => e.checkVisibility()).map((e) => e.dataset.picture));
    assert.deepEqual(await shown(), ['angle']);
    for (const picture of ['frequency', 'wavelength', 'ramp', 'score', 'temperature']) {
      await page.locator(`[data-key="lab_picture"] [data-value="${picture}"]`).tap();
      assert.deepEqual(await shown(), [picture]);
      assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360, picture);
    }
  });

  for (const lang of LANGUAGES) {
    test(`axe-core finds nothing grave, ${lang}`, async () => {
      for (const theme of ['light', 'dark']) {
        const page = await open({ lang, theme, rope_type: 'yarn', factor: 8, beta_fast: 1, beta_slow: 32 });
        await paste(page, JSON.stringify(model('DeepSeek-V3').config));
        await openTable(page);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
          return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes[0].target} ${v.nodes[0].failureSummary}`);
        });
        assert.deepEqual(found, [], theme);
      }
    });
  }
});
