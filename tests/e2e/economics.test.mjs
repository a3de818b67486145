// What a vocabulary and a length cost: numbers against the configurations, counted again here; keyboard, bad input, links.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawn, get, notices, read, set, stage, visit } from './harness.mjs';

const card = (page, id) => page.locator(`[data-card="${id}"]`);
const title = (page, id) => read(page.getByTestId(`${id}-title`));

/** Numbers of a text, without their commas. */
const numbers = (text) => (text.match(/[\d,]+(\.\d+)?/g) ?? []).map((n) => Number(n.replaceAll(',', '')));

const type = async (page, key, value) => {
  await page.locator(`#f-${key}`).fill(String(value));
  await page.locator(`#f-${key}`).press('Enter');
  await drawn(page);
};

describe('what a vocabulary and a length cost', () => {
  const at = stage();
  const open = async (hash = {}, options = {}) => {
    const page = await at.open({ ...options, hash: { panel: 'economics', ...hash } });
    await page.locator('.plane .dot').first().waitFor();
    return page;
  };

  test('Qwen3 0.6B is 151,936 × 1,024, tied, about 26 % of the model', async () => {
    const page = await open();
    assert.match(await title(page, 'surface'), /vocabulary of 151,936 at width 1,024 takes 155\.6 M parameters, 26\.1 % of the model/);
    const said = await read(page.getByTestId('surface-readout'));
    assert.ok(numbers(said).includes(151_936 * 1024), said);
    assert.match(said, /the head is the same table/);
    const rows = await card(page, 'share').locator('tr').evaluateAll((all) => all.map((row) => [row.cells[0].innerText, Number(row.cells[1].innerText.replaceAll(',', ''))]));
    const sizes = Object.fromEntries(rows);
    const [d, layers, ff] = [1024, 28, 3072];
    assert.equal(sizes.MLP, layers * 3 * d * ff);
    assert.equal(sizes.attention, layers * (2 * d * 16 * 128 + 2 * d * 8 * 128 + 2 * 128));
    assert.equal(sizes.embedding, 155_582_464);
    assert.ok(!('head' in sizes), 'a tied head has no parameters');
  });

  test('an untied head doubles the table', async () => {
    const page = await open({ vocab_size: 151_000, hidden_size: 4096, cost_model: 'llama2_7b', lm_head: 'untied' });
    const said = await read(page.getByTestId('surface-readout'));
    assert.ok(numbers(said).includes(2 * 151_000 * 4096), said);
    await page.locator('[data-key="lm_head"] [data-value="tied"]').click();
    assert.ok(numbers(await read(page.getByTestId('surface-readout'))).includes(151_000 * 4096));
  });

  test('factors save up to the rank V·d / (V + d)', async () => {
    const page = await open({ vocab_size: 30_000, hidden_size: 768, cost_model: 'bert_base' });
    assert.match(await title(page, 'rank'), /up to rank 748: at r = 128, 3\.938 M instead of 23\.04 M/);
    const [, , , , factors] = numbers((await read(page.getByTestId('rank-numbers'))).replace('V·r + r·d = ', ''));
    assert.equal(factors, 30_000 * 128 + 128 * 768);
    await type(page, 'embedding_rank', 749);
    assert.match(await title(page, 'rank'), /no less than the table/);
    assert.ok(749 * 30_768 >= 30_000 * 768 && 748 * 30_768 < 30_000 * 768);
  });

  test('the cache is layers · n · numbers · 2 bytes; GQA and MLA keep fewer numbers', async () => {
    const page = await open({ cost_model: 'llama3_1_8b', cost_length: 8192 });
    assert.equal(numbers(await read(page.getByTestId('cache-numbers'))).at(-1), 32 * 8192 * (2 * 8 * 128) * 2);
    assert.match(await title(page, 'cache'), /8,192 tokens keep 1\.00 GiB .* it would be 4\.00 GiB/);
    await set(page, { cost_model: 'deepseek_v3' });
    assert.equal(numbers(await read(page.getByTestId('cache-numbers'))).at(-1), 61 * 8192 * (512 + 64) * 2);
    // A plot out of sight is not drawn.
    await card(page, 'cache').locator('.plot').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('[data-card="cache"] .legend').innerText.includes('MLA'));
    await set(page, { cost_model: 'gemma3_1b' });
    const windowed = (4 * 8192 + 22 * 512) * (2 * 256) * 2;
    assert.equal(numbers(await read(page.getByTestId('cache-numbers'))).at(-1), windowed);
    assert.match(await card(page, 'cache').innerText(), /window keep its 512 tokens/);
  });

  test('10 % fewer tokens: 10 % of the cache, 19 % of a prompt’s attention', async () => {
    const page = await open({ cost_model: 'llama3_1_8b', cost_length: 10_000 });
    assert.match(await title(page, 'saving'), /^10\.?0* % fewer tokens save 10\.0 % of the cache and 19\.0 %/);
    const pairs = (n) => (n * (n + 1)) / 2;
    const share = ((1 - pairs(9000) / pairs(10_000)) * 100).toFixed(1);
    assert.match(await card(page, 'saving').locator('tr', { hasText: 'prompt: attention' }).innerText(), new RegExp(`${share}\\s%`));
    await type(page, 'fewer_tokens', 30);
    assert.match(await title(page, 'saving'), /30\.0 % of the cache and 51\.0 %/);
  });

  test('what is said of growth is what the windows of the layers make of it', async () => {
    const page = await open({ cost_model: 'mistral_7b', vocab_size: 32_000, hidden_size: 4096, lm_head: 'untied', cost_length: 32_768 });
    const row = (name) => read(card(page, 'saving').locator('tr', { hasText: name }));
    assert.match(await row('cache'), /0\.0 %\s+linearly up to 4,096, then not at all/);
    assert.match(await row('prompt: attention'), /by its square up to 4,096, then linearly/);
    assert.match(await read(card(page, 'cost').locator('.lead')), /up to 4,096, and linearly beyond/);
    await set(page, { cost_model: 'gemma3_1b' });
    assert.match(await row('cache'), /linearly; beyond 512 in 4 of 26 layers/);
    await set(page, { cost_model: 'llama2_7b' });
    assert.match(await row('prompt: attention'), /by its square$/);
    assert.match(await read(card(page, 'cost').locator('.lead')), /scores every pair, so it grows with the square of the length\.$/);
  });

  test('operations of a prompt: 2 per weight and token, 2 per pair, head and column', async () => {
    const page = await open({ cost_model: 'llama2_7b', vocab_size: 32_000, hidden_size: 4096, lm_head: 'untied', cost_length: 4096 });
    const said = await read(page.getByTestId('cost-numbers'));
    const [weights, attention] = said.match(/[\d.]+ [TGP]/g).map((text) => Number(text.split(' ')[0]) * { G: 1e9, T: 1e12, P: 1e15 }[text.at(-1)]);
    const [d, layers, ff, v, n] = [4096, 32, 11_008, 32_000, 4096];
    const matrices = layers * (4 * d * d + 3 * d * ff + 2 * d) + d;
    assert.ok(Math.abs(weights / (2 * (n * matrices + v * d)) - 1) < 1e-3, said);
    assert.ok(Math.abs(attention / (2 * layers * ((n * (n + 1)) / 2) * 32 * 2 * 128) - 1) < 1e-3, said);
  });

  test('models are chosen on the plane by keyboard and pointer, and in the menu', async () => {
    const page = await open();
    const dots = page.locator('.plane .dot');
    assert.equal(await dots.count(), 10);
    assert.equal(await page.locator('.plane .dot[tabindex="0"]').count(), 1);
    await dots.first().focus();
    await page.keyboard.press('End');
    assert.match(await read(page.getByTestId('surface-readout')), /^DeepSeek-V3: 2 × 129,280 × 7,168 = 1,853,358,080/);
    await page.keyboard.press('Enter');
    const { cost_model, vocab_size, hidden_size, lm_head } = await get(page);
    assert.deepEqual([cost_model, vocab_size, hidden_size, lm_head], ['deepseek_v3', 129_280, 7168, 'untied']);
    await page.locator('#f-cost_model').selectOption('gpt2');
    assert.equal((await get(page)).vocab_size, 50_257);
    await type(page, 'vocab_size', 100_000);
    await page.getByTestId('own-table').click();
    assert.equal((await get(page)).vocab_size, 50_257);
    assert.equal(await page.getByTestId('own-table').count(), 0);
  });

  test('both ends of every control, and nonsense', async () => {
    const page = await open();
    for (const end of [{ vocab_size: 256, hidden_size: 64, embedding_rank: 1, cost_length: 1, fewer_tokens: 0 }, { vocab_size: 1_048_576, hidden_size: 16_384, embedding_rank: 16_384, cost_length: 1_048_576, fewer_tokens: 90 }]) {
      for (const cost_model of ['bert_base', 'gemma3_1b', 'deepseek_v3']) {
        await set(page, { ...end, cost_model });
        for (const id of ['surface', 'share', 'rank', 'cache', 'cost', 'saving']) {
          assert.doesNotMatch(await title(page, id), /NaN|∞|undefined/, id);
        }
      }
    }
    await page.locator('#f-vocab_size').fill('0');
    await page.locator('#f-vocab_size').press('Enter');
    assert.match(await read(page.locator('[data-key="vocab_size"] .bad')), /256/);
    await set(page, { cost_model: 'gpt5' });
    assert.match((await notices(page)).join(' '), /gpt5/);
    await set(page, { lang: 'zh' });
    assert.match(await title(page, 'surface'), /词表 256、宽度/);
  });

  test('the state comes back from its link', async () => {
    const page = await open();
    await set(page, { cost_model: 'mistral_7b', vocab_size: 65_536, hidden_size: 2048, lm_head: 'untied', cost_length: 5000, fewer_tokens: 12.5, embedding_rank: 77 });
    await page.waitForFunction(() => location.hash.includes('embedding_rank=77'));
    const [link, before] = [await page.evaluate(() => location.href), await get(page)];
    const second = await at.open();
    await visit(second, link.split('#')[0], link.split('#')[1]);
    assert.deepEqual(await get(second), before);
    assert.equal(await title(second, 'surface'), await title(page, 'surface'));
  });
});
