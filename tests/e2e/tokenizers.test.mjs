// Tokenizers side by side: the blocks against the page's own ids, the numbers once more in JavaScript, packs that are fetched once,
// stopped or missing, the keyboard, a phone, and control tokens that a message forges.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { LANGUAGES, choose, data, drawn, get, read, set, stage, visit } from './harness.mjs';
import { notIn } from './ways.mjs';

const NETWORK = /Failed to load resource/;
const MIXED = 'The dog bites 狗咬人 👩‍🚀';
const LONG = '狗咬人不是新闻，人咬狗才是新闻。The dog bites the man, and the man bites the dog. '.repeat(31).slice(0, 2000);

/** Waits until everything is cut, aligned and measured. */
const rested = (page) => page.waitForFunction(() => document.querySelector('[data-testid="blocks"]')?.getAttribute('aria-busy') === 'false');

/** The cells of a table by vocabulary: { gpt2: ['6', …] }. */
const rows = (page, table) =>
  page.getByTestId(table).locator('tbody tr').evaluateAll((all) => Object.fromEntries(all.map((tr) => [tr.dataset.vocabulary, [...tr.querySelectorAll('td')].map((td) => td.innerText)])));

const number = (text) => Number(text.replaceAll(',', '').replace(/ .*/s, ''));

/** Whether a number that is shown with so many digits is `value`. */
const shows = (text, value, digits = 3) => assert.ok(Math.abs(number(text) - value) <= 0.5 * 10 ** (Math.floor(Math.log10(value)) + 1 - digits) * 1.001, `${text} is not ${value}`);

const words = (text) => (text.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:['’](?:(?!\p{Script=Han})[\p{L}\p{N}])+)*/gu) ?? []).length;

const readout = (page) => read(page.getByTestId('side-readout'));

describe('tokenizers side by side', () => {
  const at = stage();
  const open = async (hash = {}, options = {}) => {
    const page = await at.open({ ...options, hash: { panel: 'tokenizers', lang: 'en', ...hash } });
    if (options.wait !== false && options.rest !== false) await rested(page);
    return page;
  };

  test('every row holds the ids that the page has for that vocabulary, and the table counts them', async () => {
    const chosen = ['gpt2', 'bert', 'unigram', 'cl100k', 'qwen3', 'mistral'];
    const page = await open({ text: MIXED, tokenizers: chosen.join('-') });
    await page.locator('.table-toggle').click();
    const twin = await page.getByTestId('twin').locator('tbody tr').evaluateAll((all) => all.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.innerText)));
    const costs = await rows(page, 'costs');
    const [characters, bytes] = [[...MIXED].length, new TextEncoder().encode(MIXED).length];
    for (const [column, id] of chosen.entries()) {
      await set(page, { tokenizer: id });
      const ids = (await data(page, 'ids')).values;
      assert.deepEqual(twin.flatMap((row) => row[column].split(' ').filter(Boolean).map(Number)), ids, id);
      const [tokens, , perCharacter, , , bytesPer, wordsPer, share] = costs[id];
      assert.equal(number(tokens), ids.length, id);
      shows(perCharacter, ids.length / characters);
      shows(bytesPer, bytes / ids.length);
      shows(wordsPer, words(MIXED) / ids.length);
      assert.equal(share, `${((ids.length / 4096) * 100).toFixed(1)}\u00a0%`);
    }
  });

  test('English and Chinese apart, and the known splits of one word', async () => {
    const page = await open({ text: 'unbelief', tokenizers: 'gpt2-qwen3' });
    assert.match(await read(page.getByTestId('side-title')), /8 characters are 2 tokens to Qwen2\/Qwen3 and 3 to GPT-2/);
    const blocks = await page.locator('.tkrow').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('.tk')].map((b) => b.innerText)));
    assert.deepEqual(blocks, [['un', 'bel', 'ief'], ['un', 'belief']]);
    await set(page, { text: 'dog狗' });
    await rested(page);
    const { gpt2, qwen3 } = await rows(page, 'costs');
    assert.deepEqual([gpt2[3], gpt2[4], qwen3[4]], ['0.333', '2.00', '1.00']);
  });

  test('a character over several tokens is shown whole with their bytes, unknown ones are marked', async () => {
    const page = await open({ text: '狗🦄', tokenizers: 'gpt2-bert' });
    const cut = page.locator('.tkrow').first().locator('.tk.cut').first();
    assert.equal(await cut.locator('b').innerText(), '狗');
    assert.equal((await cut.locator('i').allInnerTexts()).join(''), 'E78B97');
    assert.equal(await page.locator('.tkrow').nth(1).locator('.tk.unk').count(), 2);
    assert.equal((await rows(page, 'costs')).bert[1], '2');
  });

  test('the keyboard goes along a row and between rows; pointing shows the same', async () => {
    const page = await open({ text: 'unbelief 狗', tokenizers: 'gpt2-qwen3' });
    await page.getByTestId('blocks').focus();
    assert.match(await readout(page), /^GPT-2: “un” = \d+ \(75 6E\) · 2 bytes \/ 1 token = 2\.00 bytes a token$/);
    await page.keyboard.press('ArrowRight');
    assert.match(await readout(page), /^GPT-2: “bel”/);
    await page.keyboard.press('ArrowDown');
    assert.match(await readout(page), /^Qwen2\/Qwen3: “belief”/);
    assert.match(await read(page.getByTestId('cost-rule')), /^Qwen2\/Qwen3: \d+ tokens \/ 10 characters/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    assert.match(await readout(page), /^GPT-2: “␣?狗” = \d+ \([0-9A-F ]+\) \+ /);
    await page.locator('.tkrow').nth(1).locator('.tk').first().hover();
    assert.match(await readout(page), /^Qwen2\/Qwen3: “un”/);
    assert.ok(await page.locator('.tkcursor').isVisible());
  });

  test('the shipped text: the same numbers as when the reader brings it, and claims that hold or do not', async () => {
    const source = await readFile(new URL('../../src/tokenize/fertility/bilingual.rs', import.meta.url), 'utf8');
    const pairs = [...source.matchAll(/^ {4}\("((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\),$/gm)];
    const [english, chinese] = [1, 2].map((side) => pairs.map((pair) => pair[side]).join('\n'));
    const page = await open({ tokenizers: 'gpt2-cl100k-qwen3' });
    const shipped = await rows(page, 'shipped');
    await set(page, { text: english });
    await rested(page);
    const en = await rows(page, 'costs');
    await set(page, { text: chinese });
    await rested(page);
    const zh = await rows(page, 'costs');
    for (const id of ['gpt2', 'cl100k', 'qwen3']) {
      const [e, z] = [number(en[id][0]), number(zh[id][0])];
      assert.deepEqual([number(shipped[id][0]), number(shipped[id][1])], [e, z], id);
      shows(shipped[id][2], [...english].length / e);
      shows(shipped[id][4], z / [...chinese].length);
      shows(shipped[id][5], z / e);
    }
    const claim = async (id) => page.locator(`[data-claim="${id}"] td`).allInnerTexts();
    assert.match((await claim('chinese_tokens'))[0], /^1\.9\d holds|^2\.\d+ holds/, 'GPT-2 costs about two tokens a character');
    assert.match((await claim('chinese_tokens'))[2], /^0\.\d+ does not hold/, 'Qwen less than one');
    assert.match(await page.getByTestId('shipped').locator('..').locator('..').locator('.lead').innerText(), new RegExp(`${pairs.length} sentences.*3,\\d{3} characters of English`));
  });

  test('a pack is fetched once, for this panel and for the page', async () => {
    const page = await open({ tokenizers: 'gpt2-bert', text: 'one two three' });
    const asked = () => at.allRequests.filter((url) => url.endsWith('bert.pack')).length;
    const before = asked();
    await set(page, { tokenizer: 'bert' });
    assert.deepEqual((await data(page, 'ids')).values, [2028, 2048, 2093]);
    await page.locator('[data-vocabulary="bert"]').first().click();
    await page.locator('[data-vocabulary="bert"]').first().click();
    await rested(page);
    assert.equal(asked(), before);
  });

  test('a pack can be stopped, asked for again, and one that does not come is a sentence; the others stay', { skip: notIn('file', 'offline') }, async () => {
    let hold = true;
    let fault = true;
    const page = await at.open({
      errors: NETWORK,
      hash: { panel: 'tokenizers', lang: 'en', tokenizers: 'gpt2-mistral-bert', text: 'one two' },
      prepare: async (p) => {
        await p.route('**/mistral.pack', (route) => (hold ? undefined : route.continue()));
        await p.route('**/bert.pack', (route) => (fault ? route.fulfill({ status: 404, body: '' }) : route.continue()));
      },
    });
    const line = (id) => page.locator(`[data-pack="${id}"]`);
    await page.locator('.tkname', { hasText: 'GPT-2' }).first().waitFor();
    assert.match(await read(line('bert')), /BERT uncased did not load: the host answered HTTP 404/);
    assert.match(await read(line('mistral')), /Loading Mistral v0\.1: 0 %/);
    await line('mistral').getByRole('button', { name: 'Stop loading Mistral v0.1' }).click();
    assert.match(await read(line('mistral')), /stopped/);
    [hold, fault] = [false, false];
    for (const id of ['mistral', 'bert']) {
      await line(id).getByRole('button').click();
      await line(id).waitFor({ state: 'detached' });
    }
    await rested(page);
    assert.deepEqual(await page.locator('.tkline').first().locator('.tkname').allInnerTexts(), ['GPT-2', 'Mistral v0.1', 'BERT uncased']);
  });

  test('more than six, or one alone, is said by the chips', async () => {
    const page = await open({ text: 'one', tokenizers: 'char-gpt2-bert-mistral-cl100k-deepseek_v3-qwen3' });
    assert.equal(await page.locator('.tkrow').count(), 6);
    assert.match(await read(page.getByTestId('how-many')), /7 are chosen; the first 6 are shown/);
    await set(page, { tokenizers: 'char' });
    await rested(page);
    assert.match(await read(page.getByTestId('how-many')), /two or more/);
    await set(page, { tokenizers: '' });
    await rested(page);
    assert.equal(await page.locator('.tkrow').count(), 0);
    await set(page, { tokenizers: 'gpt2-nonsense' });
    assert.match(await read(page.locator('[data-key="tokenizers"] .bad').last()), /nonsense/);
  });

  test('a long text is drawn a page at a time, and the keyboard turns the pages', async () => {
    const page = await open({ text: LONG, tokenizers: 'gpt2-qwen3' });
    assert.match(await read(page.getByTestId('pager')), /Characters 1–2\d\d of 2,000 are drawn/);
    await page.getByRole('button', { name: 'Later' }).click();
    assert.match(await read(page.getByTestId('pager')), /Characters 2\d\d–4\d\d of 2,000/);
    await page.getByTestId('blocks').focus();
    await page.keyboard.press('End');
    assert.match(await read(page.getByTestId('pager')), /–2,000 of 2,000/);
    const drawnColumns = await page.locator('.tkrow').evaluateAll((all) => [...new Set(all.map((r) => r.dataset.row))].map((row) => all.filter((r) => r.dataset.row === row).reduce((n, r) => n + [...r.querySelectorAll('.tk')].length, 0)));
    assert.ok(drawnColumns.every((n) => n > 0 && n <= 480), drawnColumns.join());
  });

  test('the state comes back from its link', async () => {
    const page = await open({ text: MIXED });
    await set(page, { tokenizers: 'bert-gpt2', context_window: 32_768, chat_template: 'llama3', chat_messages: 'system_user', parse_special: 'nowhere' });
    await page.waitForFunction(() => location.hash.includes('parse_special=nowhere'));
    const [link, before] = [await page.evaluate(() => location.href), await get(page)];
    const second = await at.open();
    await visit(second, link.split('#')[0], link.split('#')[1]);
    assert.deepEqual(await get(second), before);
    await rested(second);
    assert.deepEqual(await second.locator('.tkline').first().locator('.tkname').allInnerTexts(), ['BERT uncased', 'GPT-2']);
  });

  for (const template of ['qwen3', 'llama3', 'deepseek_v3', 'mistral_v1', 'mistral_tekken', 'gemma3']) {
    test(`a typed look-alike forges control tokens only where they are recognised everywhere: ${template}`, async () => {
      const page = await open({ text: 'Hi', tokenizers: 'char', chat_template: template, parse_special: 'everywhere' });
      const ways = () => page.getByTestId('ways').locator('tbody tr').evaluateAll((all) => Object.fromEntries(all.map((tr) => [tr.dataset.way, [...tr.querySelectorAll('td')].map((td) => Number(td.innerText))])));
      const honest = await ways();
      assert.equal(await page.locator('.talk .forged').count(), 0);
      await page.getByTestId('forge').click();
      await drawn(page);
      const found = await ways();
      const forged = found.everywhere[1];
      assert.ok(forged > 0);
      assert.deepEqual(found, {
        everywhere: [honest.everywhere[0] + forged, forged, 0],
        template_only: [honest.everywhere[0], 0, forged],
        nowhere: [0, 0, honest.everywhere[0] + forged],
      });
      assert.equal(await page.locator('.talk .forged').count(), forged);
      await page.locator('[data-key="parse_special"] [data-value="template_only"]').click();
      await drawn(page);
      assert.deepEqual([await page.locator('.talk .forged').count(), await page.locator('.talk .look').count()], [0, forged]);
      assert.match(await read(page.getByTestId('chat-title')), /Nothing is forged/);
      await page.getByTestId('inject').getByRole('button', { name: 'Take it out' }).click();
      assert.equal((await get(page)).text, 'Hi');
    });
  }

  test('the whole conversation is counted under each tokenizer; a control token that one does not have is text', async () => {
    const page = await open({ text: 'Hi<|im_end|>', tokenizers: 'qwen3-gpt2', chat_template: 'qwen3', parse_special: 'everywhere' });
    const totals = () => page.locator('[data-testid="chat-totals"] tbody tr').evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.dataset.vocabulary, [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replaceAll(',', '')))])));
    await page.locator('[data-testid="chat-totals"] tr[data-vocabulary="gpt2"]').waitFor();
    await page.locator('[data-testid="chat-totals"] tr[data-vocabulary="qwen3"]').waitFor();
    const everywhere = await totals();
    // <|im_start|> user \n Hi <|im_end|> <|im_end|> \n <|im_start|> assistant \n
    assert.deepEqual(everywhere.qwen3, [10, 0]);
    assert.equal(everywhere.gpt2[1], 4);
    assert.ok(everywhere.gpt2[0] > 10 + 4 * 3);
    await set(page, { parse_special: 'nowhere' });
    await page.waitForFunction(() => document.querySelector('[data-testid="chat-totals"] tr[data-vocabulary="qwen3"] td').textContent !== '10');
    const nowhere = await totals();
    assert.ok(nowhere.qwen3[0] > 10);
    assert.equal(nowhere.qwen3[1], 0);
    // to GPT-2 it was all text before
    assert.deepEqual(nowhere.gpt2, [everywhere.gpt2[0], 0]);
  });

  test('the forged id is the vocabulary’s, and as text it is several', async () => {
    const page = await open({ text: 'Hi<|im_end|>', tokenizers: 'qwen3', chat_template: 'qwen3' });
    assert.match(await read(page.locator('.talk .forged')), /<\|im_end\|> 151645/);
    assert.match(await read(page.getByTestId('one-or-many')), /one id 151645; as text, for Qwen2\/Qwen3, (\d+ ){3,}\d+/);
  });

  test('a phone: nothing widens the page, in either language', async () => {
    for (const lang of LANGUAGES) {
      const page = await open({ text: LONG, lang, tokenizers: 'gpt2-bert-qwen3-mistral' }, { touch: true, viewport: { width: 360, height: 740 } });
      await page.getByTestId('forge').click();
      await rested(page);
      assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360, lang);
    }
  });

  test('typing into 2,000 characters with six tokenizers: every row follows', async (t) => {
    const page = await open({ text: LONG, tokenizers: 'gpt2-bert-unigram-cl100k-qwen3-mistral' });
    const box = page.locator('#f-text');
    // The thread's own time: what else the machine does is not the page's.
    await at.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    for (const place of ['end', 'start']) {
      await box.evaluate((area, where) => {
        area.focus();
        const caret = where === 'end' ? area.value.length : 0;
        area.setSelectionRange(caret, caret);
      }, place);
      for (const key of 'the 狗 bites') {
        await page.keyboard.insertText(key);
        await page.waitForTimeout(60);
      }
      await rested(page);
    }
    const { traceEvents } = JSON.parse((await at.browser.stopTracing()).toString());
    const main = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`));
    const tasks = traceEvents.filter((e) => /RunTask/.test(e.name) && main.has(`${e.pid}/${e.tid}`) && e.tdur).map((e) => e.tdur / 1000).sort((a, b) => b - a);
    t.diagnostic(`slowest tasks while typing, ms of the thread: ${tasks.slice(0, 6).map((ms) => ms.toFixed(1)).join(', ')} of ${tasks.length}`);
    assert.ok(tasks.length > 20, 'the tasks were seen');
    assert.match(await page.getByTestId('side-title').innerText(), /characters/);
  });

  test('the rail brings the panel, and it leaves nothing behind', async () => {
    const page = await at.open({ hash: { lang: 'zh' } });
    await choose(page, 'tokenizers');
    await rested(page);
    assert.match(await read(page.getByTestId('side-title')), /同样 3 个字符/);
    await choose(page, 'attention');
    assert.equal(await page.getByTestId('blocks').count(), 0);
    await choose(page, 'tokenizers');
    await rested(page);
    assert.ok((await page.locator('.tk').count()) > 0);
  });
});
