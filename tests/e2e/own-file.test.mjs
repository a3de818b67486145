// The reader's own tokenizer file in the microscope: good ones, each kind of bad one with its sentence, and one that is
// too large to be looked at.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read, stage } from './harness.mjs';

/** A small BPE model over characters; `change` bends it. */
const small = (change = () => {}) => {
  const file = {
    added_tokens: [{ id: 6, content: '<s>', special: true }],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    model: { type: 'BPE', unk_token: '?', vocab: { '?': 0, a: 1, b: 2, '▁': 3, ab: 4, '▁ab': 5, '<s>': 6 }, merges: [['a', 'b'], ['▁', 'ab']] },
  };
  change(file);
  return JSON.stringify(file);
};

const bring = (page, name, text) => page.getByTestId('own-file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const told = (page) => page.getByTestId('own-told');
const claim = (page) => read(page.getByTestId('claim'));

describe('the reader’s own tokenizer file', () => {
  const at = stage();
  const open = (options = {}) => at.open({ ...options, hash: { panel: 'microscope', tokenizer: 'gpt2', text: 'abba', ...options.hash } });

  test('a tokenizer.json cuts the text in the page’s place, until it is left', async () => {
    const page = await open();
    const before = await claim(page);
    await bring(page, 'mine.json', small());
    await told(page).getByText('mine.json').waitFor();
    assert.match(await claim(page), /“▁?abba” takes 2 merges to become 3 tokens/);
    const ids = await page.locator('[data-testid="now"] .tok i').allInnerTexts();
    assert.deepEqual(ids.map(Number), [5, 2, 1], '▁ab, b, a');
    await told(page).getByRole('button').click();
    await page.waitForFunction((before) => document.querySelector('[data-testid="claim"]').textContent === before, before);
  });

  test('white space cuts, the words of it are merged, and the rest of the page stays with its own', async () => {
    const page = await open({ hash: { text: 'ab, ab' } });
    await bring(page, 'mine.json', small((f) => { f.pre_tokenizer = { type: 'Whitespace' }; }));
    await told(page).getByText('mine.json').waitFor();
    assert.match(await read(told(page)), /Only the microscope uses it: .* stay with GPT-2/);
    const words = await page.locator('[data-testid="words"] .tok b').allInnerTexts();
    assert.deepEqual(words, ['ab', ',', 'ab']);
    assert.match(await claim(page), /“ab” takes 1 merge to become 1 token/);
  });

  test('text of which a vocabulary has no piece is said to be lost', async () => {
    const page = await open({ hash: { text: 'zz' } });
    await bring(page, 'mine.json', small((f) => { delete f.model.unk_token; }));
    await told(page).getByText('mine.json').waitFor();
    await bring(page, 'mine.json', small((f) => { delete f.model.unk_token; f.model.vocab = {}; f.model.merges = []; f.added_tokens = []; }));
    await page.waitForFunction(() => /the text is lost/.test(document.querySelector('[data-testid="claim"]').textContent));
  });

  test('a .tiktoken file is read by the pattern that is chosen', async () => {
    const page = await open({ hash: { text: 'abab' } });
    const bytes = [...Array(256).keys()].map((byte) => Buffer.from([byte]).toString('base64'));
    const lines = [...bytes, Buffer.from('ab').toString('base64'), Buffer.from('abab').toString('base64')].map((piece, rank) => `${piece} ${rank}\n`);
    await bring(page, 'mine.tiktoken', lines.join(''));
    await told(page).getByText('mine.tiktoken').waitFor();
    const ids = await page.locator('[data-testid="now"] .tok i').allInnerTexts();
    assert.deepEqual(ids.map(Number), [257]);
  });

  test('what is wrong is one sentence, and what stood before stays', async () => {
    const page = await open();
    await bring(page, 'mine.json', small());
    await told(page).getByText('mine.json').waitFor();
    const before = await claim(page);
    const cases = [
      [small((f) => { f.model.type = 'Word2Vec'; }), 'The model “Word2Vec” is not one that can be shown here.'],
      [small((f) => { f.normalizer = { type: 'NFKC' }; }), 'The normaliser “NFKC” is not one that can be shown here.'],
      [small((f) => { f.pre_tokenizer = { type: 'UnicodeScripts' }; }), 'The pre-tokeniser “UnicodeScripts” is not one that can be shown here.'],
      [small((f) => { f.model.merges[0] = 'a c'; }), 'Merge 1, “a” and “c”: the vocabulary has no piece “c”.'],
      [small((f) => { f.model.merges[0] = ['', 'ab']; }), 'Merge 1, “” and “ab”, makes a piece of itself.'],
      [small((f) => { f.model.vocab.b = 1; }), 'The pieces “a” and “b” share the id 1.'],
      ['\u0089PNG', 'The file is neither a tokenizer.json (line 1: no { at its beginning) nor a .tiktoken file.'],
      ['{"model": ', 'The file is neither a tokenizer.json (line 1: it ends too early) nor a .tiktoken file.'],
      ['', 'The file is empty.'],
    ];
    for (const [text, sentence] of cases) {
      await bring(page, 'bad.json', text);
      await told(page).getByText(sentence, { exact: true }).waitFor();
      assert.equal(await claim(page), before);
    }
  });

  test('each has its sentence in Chinese too', async () => {
    const page = await open({ hash: { lang: 'zh' } });
    for (const [text, sentence] of [
      [small((f) => { f.normalizer = { type: 'NFKC' }; }), /“NFKC”（规范化）/],
      [small((f) => { f.model.merges[0] = 'a c'; }), /第 1 条合并“a”\+“c”：词表里没有“c”。/],
      [small((f) => { f.model.vocab.b = 1; }), /“a”与“b”的 id 都是 1。/],
      [small((f) => { f.model.vocab.b = -1; }), /文件里 model.vocab 中“b”的 id 写法不对。/],
      [small((f) => { f.model.merges[1] = 7; }), /文件里 model.merges 中第 2 条合并写法不对。/],
      ['\u0089PNG', /第 1 行的开头不是 \{/],
      ['{"model": ', /第 1 行就中断了/],
    ]) {
      await bring(page, 'bad.json', text);
      await told(page).getByText(sentence).waitFor();
    }
  });

  test('500 MB are refused by their size alone: no byte is read', async () => {
    const page = await open({
      prepare: (page) => page.addInitScript(() => {
        window.__read = 0;
        for (const name of ['slice', 'arrayBuffer', 'text', 'stream']) {
          const real = Blob.prototype[name];
          Blob.prototype[name] = function (...args) {
            if (this.size > 1e8) window.__read += 1;
            return real.apply(this, args);
          };
        }
      }),
    });
    await page.evaluate(() => {
      const zeros = new Uint8Array(1 << 20);
      const file = new File(Array(500).fill(zeros), 'huge.json', { type: 'application/json' });
      const data = new DataTransfer();
      data.items.add(file);
      const input = document.querySelector('[data-testid="own-file"]');
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await told(page).getByText('The file has 524288000 bytes, at most 67108864 are read.').waitFor();
    assert.equal(await page.evaluate(() => window.__read), 0);
  });

  test('a large file is read beside the page, and can be cancelled', async () => {
    const page = await open();
    // a vocabulary of 120,000 pieces and a merge for each, as large as real ones
    const make = () => page.evaluate(() => {
      const vocab = {}, merges = [];
      const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
      for (const letter of ['?', '▁', ...letters]) vocab[letter] = Object.keys(vocab).length;
      let id = Object.keys(vocab).length;
      for (let of = [...letters], at = 0; id < 120_000; at++) {
        for (const letter of letters) {
          const piece = of[at] + letter;
          if (id >= 120_000) break;
          vocab[piece] = id++;
          merges.push([of[at], letter]);
          of.push(piece);
        }
      }
      const file = { normalizer: null, pre_tokenizer: { type: 'Metaspace', prepend_scheme: 'always', split: true }, model: { type: 'BPE', unk_token: '?', vocab, merges } };
      window.__file = new File([JSON.stringify(file)], 'large.json', { type: 'application/json' });
      return window.__file.size;
    });
    assert.ok((await make()) > 2e6);
    const choose = () => page.evaluate(() => {
      const [input, data] = [document.querySelector('[data-testid="own-file"]'), new DataTransfer()];
      data.items.add(window.__file); // emptying the field empties the list that it was given
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await choose();
    await page.getByTestId('own-reading').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByTestId('own-reading').count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'own-file');
    assert.equal(await told(page).getByText('large.json').count(), 0);
    await choose();
    await told(page).getByText('large.json').waitFor();
    assert.match(await claim(page), /“▁?abba”/);
  });
});
