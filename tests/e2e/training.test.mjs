// The training panel: its merges equal a trainer written here from the rule alone, every control works with the keyboard,
// bad corpora keep the last picture, and links bring the same step back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { get, read, set, stage, visit } from './harness.mjs';

const TEXTBOOK = 'low low low low low lower lower newest newest newest newest newest newest widest widest widest';

/** BPE by recounting everything: the largest count, then the smaller ids. */
function bpe(text, least) {
  const words = text.split(/\s+/).filter(Boolean).map((word) => [...word]);
  const symbols = [...new Set(words.flat())].sort();
  const merges = [];
  for (;;) {
    const counts = new Map();
    for (const word of words) {
      for (let i = 0; i + 1 < word.length; i += 1) {
        const key = `${symbols.indexOf(word[i])},${symbols.indexOf(word[i + 1])}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const order = ([a, n], [b, m]) => m - n || a.split(',')[0] - b.split(',')[0] || a.split(',')[1] - b.split(',')[1];
    const [best] = [...counts].sort(order);
    if (!best || best[1] < least) return merges;
    const [a, b] = best[0].split(',').map((id) => symbols[id]);
    merges.push({ a, b, count: best[1], tokens: words.flat().length });
    if (!symbols.includes(a + b)) symbols.push(a + b);
    for (const word of words) {
      for (let i = 0; i + 1 < word.length; i += 1) {
        if (word[i] === a && word[i + 1] === b) word.splice(i, 2, a + b);
      }
    }
  }
}

describe('training', () => {
  const at = stage();
  const open = (more = {}) => at.open({ hash: { panel: 'training', lang: 'en', ...more } });
  const title = async (page) => (await read(page.getByTestId('training-title'))).replace(/\s+/g, ' ');
  const until = (page, pattern) =>
    page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector('[data-testid="training-title"]')?.innerText ?? ''), [pattern.source]);
  const complaint = (page, key) => page.locator(`[data-complaint="${key}"]`).innerText();
  const button = (page, name) => page.locator('.player').getByRole('button', { name, exact: true });

  test('every merge is the one that recounting finds', async () => {
    const page = await open({ train_corpus: TEXTBOOK, train_step: 1 });
    const merges = bpe(TEXTBOOK, 2);
    assert.ok(merges.length > 8);
    for (const [nth, { a, b, count }] of merges.entries()) {
      await until(page, new RegExp(`^Merge ${nth + 1}:`));
      assert.match(await title(page), new RegExp(`“${a}” \\+ “${b}” occurs ${count} times`));
      const chosen = page.locator('.candidates tr.chosen');
      assert.equal(await chosen.locator('button').innerText(), `${a} + ${b}`);
      assert.equal(await chosen.locator('td').nth(0).innerText(), a + b);
      assert.equal(await chosen.locator('td').nth(1).innerText(), String(count));
      const sum = await read(page.getByTestId('training-arithmetic'));
      assert.ok(sum.includes(`= ${count}`), sum);
      if (nth + 1 < merges.length) await button(page, 'Step').click();
    }
    assert.equal(await button(page, 'Step').getAttribute('aria-disabled'), 'true');
    assert.match(await read(page.getByTestId('training-end')), new RegExp(`^${merges.length} merges`));
    assert.match(await page.locator('.training-curves').innerText(), /tokens \/ 16 words = /);
  });

  test('the tokens of the words on the screen are those of the curve', async () => {
    const page = await open({ train_corpus: TEXTBOOK, train_step: 4 });
    await until(page, /^Merge 4:/);
    const words = await page.getByTestId('training-words').locator('li').evaluateAll((all) =>
      all.map((li) => li.querySelectorAll('b').length * Number(li.querySelector('i').innerText.slice(1))));
    const tokens = words.reduce((a, b) => a + b, 0);
    assert.match(await page.locator('.training-curves').innerText(), new RegExp(`${tokens} tokens / 16 words`));
    assert.equal(tokens, bpe(TEXTBOOK, 2)[4].tokens);
  });

  test('WordPiece shows both rules, Unigram its EM and pruning steps', async () => {
    const page = await open({ train_algorithm: 'wordpiece', train_corpus: TEXTBOOK, train_step: 1 });
    await until(page, /best score/);
    assert.equal(await page.locator('.candidates table').count(), 2);
    const row = page.locator('.candidates tr.chosen').first().locator('td');
    const [, count, left, right, score] = await row.allInnerTexts();
    assert.ok(Math.abs(Number(score) - count / (left * right)) < 1e-2 * score);
    await page.locator('[data-key="train_algorithm"] [data-value="unigram"]').click();
    await set(page, { train_corpus: '', train_step: 1 });
    await until(page, /EM: log-likelihood −/);
    await set(page, { train_step: 3 });
    await until(page, /removes [\d,]+ of [\d,]+ pieces/);
    assert.match(await read(page.getByTestId('training-arithmetic')), /the log-likelihood falls by/);
  });

  test('works with the keyboard', async () => {
    const page = await open();
    await until(page, /^Merge 12:/);
    await button(page, 'Back').focus();
    await page.keyboard.press('Enter');
    await until(page, /^Merge 11:/);
    await button(page, 'To the start').press('Enter');
    await until(page, /^Before the first step/);
    await page.locator('#r-train_step').press('ArrowRight');
    await until(page, /^Merge 1:/);
    const first = page.locator('.candidates button').first();
    await first.focus();
    await page.keyboard.press('ArrowDown');
    const second = page.locator('.candidates button').nth(1);
    assert.equal(await second.getAttribute('aria-pressed'), 'true');
    const [a] = (await second.innerText()).split(' + ');
    assert.ok((await read(page.getByTestId('training-arithmetic'))).startsWith(`f(${a}, `));
    await button(page, 'Play').press('Enter');
    await until(page, /^Merge 3:/);
    await button(page, 'Pause').press('Enter');
  });

  test('a bad corpus: one sentence by the box, the last picture stays', async () => {
    const page = await open();
    await until(page, /^Merge 12:/);
    const [said, box] = [await title(page), page.locator('#train-corpus')];
    for (const [text, expected] of [['', /no words/], ['a', /single character/], ['狗 a', /single character/]]) {
      await box.fill(text);
      await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector('[data-complaint="train_corpus"]').innerText), [expected.source]);
      assert.equal(await title(page), said);
      assert.match(await complaint(page, 'train_corpus'), /keeps to the corpus before/);
    }
    await box.fill('aab aab aab');
    await until(page, /“a” \+ “a” occurs 3 times|“aa” \+ “b”/);
    assert.equal(await complaint(page, 'train_corpus'), '');
    await set(page, { train_vocab_size: 2 });
    await page.waitForFunction(() => /no room/.test(document.querySelector('[data-complaint="train_vocab_size"]').innerText));
  });

  test('of a corpus that is too long the beginning is taken, and the page says so', async () => {
    const page = await open();
    await until(page, /^Merge 12:/);
    const box = page.locator('#train-corpus');
    await box.fill('ab '.repeat(2000));
    await until(page, /“a” \+ “b” occurs/);
    assert.match(await complaint(page, 'train_corpus'), /first 4,000 of 6,000 characters/);
    assert.equal((await box.inputValue()).length, 4000);
    assert.equal((await get(page)).train_corpus.length, 4000);
    await box.fill('aab aab');
    await page.waitForFunction(() => document.querySelector('[data-complaint="train_corpus"]').innerText === '');
  });

  test('a step that other settings have not comes back with those that have it', async () => {
    const page = await open();
    await until(page, /^Merge 12:/);
    await set(page, { train_min_frequency: 100 });
    await until(page, /^Before the first step/);
    assert.equal((await get(page)).train_step, 12);
    assert.equal(await page.locator('#f-train_step').inputValue(), '0');
    assert.match(await read(page.locator('.training .stack')), /No pair stands often enough/);
    await set(page, { train_min_frequency: 2 });
    await until(page, /^Merge 12:/);
    await page.locator('#f-train_step').fill('3000');
    await page.locator('#f-train_step').press('Enter');
    const { train_step } = await get(page);
    assert.ok(train_step > 12 && train_step < 3000, 'what the reader sets is a step there is');
  });

  test('what is said belongs to the picture, not to the controls, while the corpus cannot be trained on', async () => {
    const page = await open({ train_algorithm: 'wordpiece', train_corpus: 'aaa aaa aaa', train_step: 1 });
    await until(page, /best score/);
    const lead = await read(page.locator('.training .lead').first());
    await set(page, { train_corpus: ' ', train_algorithm: 'bpe' });
    assert.match(await read(page.getByTestId('training-old')), /no words\.\s*The picture is of WordPiece towards a vocabulary of [\d,]+, on the corpus before/);
    assert.equal(await read(page.locator('.training .lead').first()), lead);
    await set(page, { train_corpus: 'aaa aaa aaa' });
    await until(page, /“a” \+ “a” occurs 6 times/);
    assert.equal(await page.getByTestId('training-old').count(), 0);
    const sum = await read(page.getByTestId('training-arithmetic'));
    assert.match(sum, /occurs 3 times, fewer than its 6 pairs[\s\S]*After the merge f\(a\) = 3\.$/, 'aaa holds two overlapping pairs');
  });

  test('a link with a bad corpus opens with a picture and a sentence', async () => {
    const page = await open({ train_corpus: 'a' });
    await until(page, /^Merge 12:/);
    assert.match(await complaint(page, 'train_corpus'), /single character/);
    assert.match(await read(page.getByTestId('training-old')), /The picture is of BPE .* on the page’s own sentences/);
    const small = await open({ train_corpus: TEXTBOOK, train_vocab_size: 2 });
    await until(small, /^Merge/);
    assert.match(await read(small.getByTestId('training-old')), /no room[\s\S]*on the same corpus/);
  });

  test('the state comes back from its link, in Chinese too, on a phone', async () => {
    const page = await open({ lang: 'zh', train_corpus: '狗咬人，狗咬人。人咬狗', train_algorithm: 'bpe', train_step: 2 });
    await until(page, /^第 2 次合并：/);
    await page.waitForFunction(() => location.hash.includes('train_step=2'));
    const [link, before, said] = [await page.evaluate(() => location.href), await get(page), await title(page)];
    const second = await at.open({ touch: true, viewport: { width: 360, height: 740 } });
    await visit(second, link.split('#')[0], link.split('#')[1]);
    await until(second, /^第 2 次合并：/);
    assert.deepEqual(await get(second), before);
    assert.equal(await title(second), said);
    assert.equal(await second.evaluate(() => document.scrollingElement.scrollWidth), 360);
    await set(second, { lang: 'en', train_algorithm: 'wordpiece' });
    await until(second, /best score/);
    assert.equal(await second.evaluate(() => document.scrollingElement.scrollWidth), 360);
  });
});
