// The microscope: every kind of tokenizer step by step, against what is known of its vocabulary; keyboard, phone, links.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { get, notices, read, set, stage } from './harness.mjs';

/** What is claimed, or that some vocabularies make no token of a space. */
const said = (page) => read(page.locator('[data-testid="claim"], [data-testid="empty"]').first());
const claim = (page) => read(page.getByTestId('claim'));

/** The rows of the table twin, which is opened first if need be. */
const twin = async (page) => {
  const toggle = page.locator('.microscope .table-toggle');
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  const rows = page.getByTestId('twin').locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
};

const blocks = (page, state) => page.locator(`[data-testid="blocks"] .block${state ? `[data-state="${state}"]` : ''}`);
const number = (text) => Number(text.replace('−', '-').replaceAll(',', ''));
const percent = (text) => Number(text.replace(/[^\d.]/g, ''));
const cells = (page, table) =>
  page.locator(`[data-testid="${table}"] tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

describe('the microscope', () => {
  const at = stage();
  const open = (hash = {}, options = {}) => at.open({ ...options, hash: { panel: 'microscope', ...hash } });

  test('byte-level BPE: every merge has its real rank, which in GPT-2 is the id less 256', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'tokenization' });
    assert.match(await claim(page), /“tokenization” takes 10 merges to become 2 tokens/);
    const rows = await twin(page);
    assert.equal(rows.length, 10);
    for (const [, , rank, , id] of rows) assert.equal(number(rank), number(id) - 256);
    const tokens = await page.locator('[data-testid="now"] .tok i').allInnerTexts();
    assert.deepEqual(tokens.map(Number), [30001, 1634], 'token + ization, as tiktoken has them');
  });

  test('the lowest rank merges next, at every step, forwards and back', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'tokenization', step: '0' });
    const merges = await (async () => {
      await set(page, { step: 9999 });
      const rows = await twin(page);
      await set(page, { step: 0 });
      return rows;
    })();
    const forward = page.getByRole('button', { name: 'A step forward' });
    for (const [, , rank] of merges) {
      const gaps = (await page.locator('[data-testid="now"] .gap').allInnerTexts()).map(Number).filter(Number.isFinite);
      assert.equal(Math.min(...gaps), Number(rank));
      assert.equal(await page.locator('[data-testid="now"] .gap.lowest').innerText(), rank);
      await forward.click();
    }
    assert.match(await read(page.getByTestId('rule')), /No pair has a rank: 2 tokens are left/);
    await page.getByRole('button', { name: 'A step back' }).click();
    assert.equal((await get(page)).step, 9);
    assert.equal(await blocks(page, 'future').count(), 1);
  });

  test('play goes through the steps and stops at the end', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'dog' });
    await page.getByRole('button', { name: 'Play' }).click();
    assert.equal((await get(page)).step, 0);
    await page.waitForFunction(() => window.locus.get().step > 100);
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('WordPiece tries the longest first, and a whole word can be lost', async () => {
    const page = await open({ tokenizer: 'bert', text: 'Tokenization' });
    assert.match(await claim(page), /becomes 2 pieces after 9 look-ups/);
    const rows = await twin(page);
    const tried = ['tokenization', 'tokenizatio', 'tokenizati', 'tokenizat', 'tokeniza', 'tokeniz', 'tokeni', 'token', '##ization'];
    assert.deepEqual(rows.map((row) => row[3]), tried);
    assert.deepEqual(rows.map((row) => row[4]).filter(Boolean).map(Number), [19204, 3989]);
    await set(page, { text: '狗😀咬', word_index: 1 });
    assert.match(await claim(page), /one \[UNK\]/);
  });

  test('Unigram: the best path is the sum of its pieces, and the shares fit together', async () => {
    const page = await open({ tokenizer: 'unigram', text: 'tokenization', n_best: '20' });
    assert.match(await claim(page), /can be cut in [\d,]+ ways/);
    const rows = await twin(page);
    const logp = new Map(rows.map(([, piece, p]) => [piece, number(p)]));
    const best = await cells(page, 'n-best');
    assert.ok(best.length > 1 && best.length <= 20);
    const sums = best.map(([, path, sum]) => {
      const own = path.split(' · ').reduce((total, piece) => total + logp.get(piece), 0);
      assert.ok(Math.abs(own - number(sum)) < 0.02, `${path}: ${own} is not ${sum}`);
      return number(sum);
    });
    assert.deepEqual(sums, [...sums].sort((a, b) => b - a));
    assert.ok(best.reduce((total, row) => total + percent(row[3]), 0) <= 100.5);
    // at T = 0 nothing but the best is drawn
    await set(page, { temperature: 0 });
    const drawn = await cells(page, 'draws');
    assert.deepEqual(drawn.map(([times, path]) => [times, path]), [['100', best[0][1]]]);
  });

  test('Unigram: unknown characters, one cut and draws past the table are said', async () => {
    const page = await open({ tokenizer: 'unigram', text: '🧿ᚠ' });
    assert.match(await claim(page), /can be cut in one way only, which is 2 tokens/);
    assert.match(await read(page.getByTestId('unknown-characters')), /Unknown here: “🧿” “ᚠ”.*−\d+\.\d+ is no log p.*joins unknown neighbours/);
    assert.match(await read(page.getByTestId('chance')), /There is one cut only/);
    await set(page, { text: 'tokenization', temperature: 10 });
    const drawn = await cells(page, 'draws');
    const [, distinct, more, times] = (await read(page.getByTestId('chance'))).match(/(\d+) different cuts.*?(\d+) more, drawn (\d+) times/s).map(Number);
    assert.equal(drawn.length + more, distinct);
    assert.equal(drawn.reduce((total, [n]) => total + Number(n), 0) + times, 100);
    assert.equal(await page.getByTestId('unknown-characters').count(), 0);
  });

  test('a space at the beginning of an alternative is seen', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'hello world' });
    await page.getByTestId('stages').locator('summary').click();
    const letters = page.locator('.alternatives code').nth(1);
    assert.equal(await letters.innerText(), ' ?\\p{L}+');
    assert.equal(await letters.evaluate((code) => getComputedStyle(code).whiteSpaceCollapse), 'preserve');
  });

  test('a model whose normaliser maps nothing has no stage for a map', async () => {
    const page = await open({ tokenizer: 'mistral', text: 'ＡＢＣ ﬁ' });
    assert.doesNotMatch(await read(page.getByTestId('stages')), /Character map/);
    await set(page, { tokenizer: 'unigram' });
    assert.match(await read(page.getByTestId('stages')), /Character map \(like NFKC\) \d+ change/);
  });

  test('SentencePiece BPE writes spaces as ▁ and falls back to bytes', async () => {
    const page = await open({ tokenizer: 'mistral', text: 'token 𓀀' });
    assert.match(await claim(page), /“▁token” takes \d+ merges to become 1 token/);
    await set(page, { word_index: 1 });
    const leaves = await page.locator('[data-testid="now"] .tok b').allInnerTexts();
    assert.deepEqual(leaves.slice(-4), ['<0xF0>', '<0x93>', '<0x80>', '<0x80>']);
  });

  test('dropout: the exact distribution of “the” at p = ½ is four quarters', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'the', dropout: '0.5' });
    const all = await cells(page, 'dropout-exact');
    assert.deepEqual(all.map(([path]) => path).sort(), ['t · h · e', 't · he', 'th · e', 'the']);
    assert.ok(all.every(([, share]) => percent(share) === 25), JSON.stringify(all));
    await set(page, { dropout: 0 });
    assert.deepEqual((await cells(page, 'dropout-exact')).map(([path]) => path), ['the'], 'what cannot come about is not there');
    await set(page, { dropout: 1 });
    assert.deepEqual((await cells(page, 'dropout-exact')).map(([path]) => path), ['t · h · e']);
    const samples = await page.getByTestId('dropout-samples').locator('li').allInnerTexts();
    assert.ok(samples.length === 8 && samples.every((sample) => sample === 't · h · e'));
    await set(page, { text: 'internationalization' });
    assert.match(await read(page.getByTestId('chance')), /at most 14 symbols/);
  });

  test('a character is its code point, and there is nothing more to see', async () => {
    const page = await open({ text: '狗咬人' });
    assert.match(await claim(page), /“狗” is U\+72D7: its id is the code point itself, 29399/);
    assert.equal(await blocks(page).count(), 0);
  });

  test('a text that reads like a special token stays text', async () => {
    const page = await open({ tokenizer: 'gpt2', text: '<|endoftext|>' });
    assert.match(await read(page.getByTestId('specials')), /id 50256.*stays text/);
  });

  test('and becomes the control token when the reader asks for it', async () => {
    const page = await open({ tokenizer: 'qwen3', text: 'a<|im_end|>', word_index: 1 });
    const choice = page.locator('[data-key="control_tokens"]');
    await choice.getByRole('button').last().click();
    assert.match(await claim(page), /“<\|im_end\|>” is found whole.*151645/s);
    assert.deepEqual(await page.locator('[data-testid="words"] .tok.control b').allInnerTexts(), ['<|im_end|>']);
    assert.equal(await page.getByTestId('specials').count(), 0);
    await set(page, { control_tokens: 'text' });
    assert.equal(await page.locator('[data-testid="words"] .tok.control').count(), 0);
    await set(page, { tokenizer: 'bert' });
    assert.equal(await choice.count(), 0, 'WordPiece has no such tokens here');
  });

  test('normalisers tell what they change', async () => {
    const page = await open({ tokenizer: 'bert', text: 'Café 狗' });
    const stages = page.getByTestId('stages');
    assert.match(await read(stages), /Strip accents 1 change/);
    await set(page, { tokenizer: 'qwen3', text: 'Cafe\u0301' });
    assert.match(await read(stages), /Compose \(NFC\) 1 change/);
  });

  test('arrow keys choose words and look at blocks', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'The dog bites the man' });
    await page.getByTestId('words').locator('button').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal((await get(page)).word_index, 1);
    assert.match(await claim(page), /“␣dog”/);
    await blocks(page).first().focus();
    assert.match(await read(page.getByTestId('step-line')), /Byte 20, printed as Ġ/);
    await page.keyboard.press('End');
    assert.match(await read(page.getByTestId('step-line')), /Merge \d+: .* id \d+\./);
  });

  test('a link carries the word and the step; what is too large is clamped', async () => {
    const page = await open({ tokenizer: 'gpt2', text: 'dog bites man', word_index: '1', step: '2', dropout: '0.25' });
    const state = await get(page);
    assert.deepEqual([state.word_index, state.step, state.dropout], [1, 2, 0.25]);
    assert.equal(await blocks(page, 'now').count(), 1);
    await set(page, { dropout: 7 });
    assert.equal((await get(page)).dropout, 1);
    assert.ok((await notices(page)).length > 0);
    await set(page, { word_index: 900 });
    assert.match(await claim(page), /“␣man”/, 'the last word there is');
  });

  for (const tokenizer of ['char', 'gpt2', 'bert', 'unigram', 'mistral', 'o200k', 'deepseek_v3']) {
    test(`long and strange texts: ${tokenizer}`, async () => {
      const page = await open({ tokenizer, text: '狗咬人' });
      const texts = [' ', '👩‍👩‍👧 fn main() { println!("{}", 1e9); }\n', '狗咬人，人咬狗。'.repeat(900), 'a'.repeat(8000), '\u0000\uFFFF\u202E'];
      for (const text of texts) {
        await set(page, { text, word_index: 0 });
        assert.ok((await said(page)).length > 0);
        assert.ok((await blocks(page).count()) < 500);
        await set(page, { word_index: 500 });
        assert.ok((await said(page)).length > 0);
      }
    });
  }

  test('typing in a long text: the words follow each letter', async (t) => {
    const page = await open({ tokenizer: 'gpt2', text: 'The dog bites the man. 狗咬人。'.repeat(80).slice(0, 2000) });
    const worst = await page.evaluate(async () => {
      let longest = 0;
      const seen = new PerformanceObserver((list) => list.getEntries().forEach((entry) => (longest = Math.max(longest, entry.duration))));
      seen.observe({ entryTypes: ['longtask'] });
      for (let nth = 0; nth < 5; nth += 1) {
        await window.locus.set({ text: `${nth}${window.locus.get().text.slice(1)}` });
        const first = document.querySelector('[data-testid="words"] .tok b').textContent;
        if (!first.startsWith(`${nth}`)) throw new Error(`after ${nth} stands ${first}`);
        await new Promise((done) => setTimeout(done, 100));
      }
      return longest;
    });
    t.diagnostic(`longest task while typing: ${worst} ms`);
  });

  test('on a phone the page does not scroll sideways, in Chinese', async () => {
    const page = await open({ tokenizer: 'gpt2', text: '狗咬人 tokenization', lang: 'zh' }, { viewport: { width: 360, height: 740 }, touch: true });
    assert.match(await claim(page), /合并/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px`);
    await set(page, { lang: 'en' });
    assert.match(await claim(page), /merges/);
  });
});
