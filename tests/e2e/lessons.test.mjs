// Lessons: every one that ships, walked to its end with the keyboard alone in both languages, each question with a wrong
// and the right prediction; lessons by link and by file; files that are wrong or mean harm.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { LANGUAGES, data, drawn, get, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is known beforehand: by lesson, the answers of its steps; null where the reader's own text decides. */
const ANSWERS = JSON.parse(await readFile(new URL('./lessons.answers.json', import.meta.url), 'utf8'));

/** Presses Tab until what has the focus matches. */
async function tabTo(page, selector, most = 60) {
  for (let presses = 0; presses < most; presses += 1) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${selector} is reached with Tab`);
}

const told = (page) => page.locator('[data-testid=lesson-told] [data-right]');

/** Checks, and gives whether the prediction was right and what was computed. */
async function check(page) {
  await tabTo(page, '[data-testid=lesson-check]');
  await page.keyboard.press('Enter');
  await told(page).waitFor();
  return { right: (await told(page).getAttribute('data-right')) === 'true', answer: await page.locator('[data-testid=lesson-answer]').getAttribute('data-answer') };
}

/** Goes back to the beginning of the question. */
const toQuestion = (page) => page.locator('[data-testid=lesson] h2').focus();

async function chooseOption(page, value) {
  await toQuestion(page);
  await tabTo(page, '[name=lesson-option]');
  const values = await page.locator('[name=lesson-option]').evaluateAll((all) => all.map((radio) => radio.value));
  await page.keyboard.press('Space');
  for (let moves = 0; moves <= values.length; moves += 1) {
    const now = await page.locator('[name=lesson-option]:checked').getAttribute('value');
    if (now === value) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`${value} among ${values}`);
}

async function type(page, number) {
  await toQuestion(page);
  await tabTo(page, '[data-testid=lesson-number]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(String(number));
}

async function chooseCell(page, [query, key]) {
  await toQuestion(page);
  for (const [name, at] of [['query', query], ['key', key]]) {
    await tabTo(page, `[data-testid=lesson-${name}]`);
    await page.keyboard.press('Home');
    for (let moves = 0; moves < at; moves += 1) await page.keyboard.press('ArrowDown');
    await page.waitForFunction(([n, v]) => window.locus.get()[n] === v, [name, at]);
  }
}

/** The cell of the largest (or smallest) weight, found apart from the page's own search. */
async function extreme(page, lesson) {
  const { head } = await get(page);
  const { shape: [, n], values } = await data(page, 'weights');
  const map = values.slice(head * n * n, (head + 1) * n * n);
  if (lesson === 'choosing') {
    const row = map.slice((n - 1) * n);
    return [n - 1, row.indexOf(Math.min(...row))];
  }
  const at = map.indexOf(Math.max(...map));
  return [Math.floor(at / n), at % n];
}

/** Answers the question of the step wrongly, then rightly. */
async function answer(page, lesson, expected) {
  if (await page.locator('[name=lesson-option]').count()) {
    const values = await page.locator('[name=lesson-option]').evaluateAll((all) => all.map((radio) => radio.value));
    assert.ok(values.includes(expected), `${expected} is among ${values}`);
    await chooseOption(page, values.find((value) => value !== expected));
    assert.deepEqual(await check(page), { right: false, answer: expected });
    await chooseOption(page, expected);
    return assert.deepEqual(await check(page), { right: true, answer: expected });
  }
  if (await page.locator('[data-testid=lesson-number]').count()) {
    await type(page, -987);
    const wrong = await check(page);
    assert.equal(wrong.right, false);
    if (expected !== null) assert.ok(Math.abs(Number(wrong.answer) - expected) < 1e-3 * Math.max(1, Math.abs(expected)), `${wrong.answer} is ${expected}`);
    await type(page, wrong.answer);
    return assert.equal((await check(page)).right, true);
  }
  const [i, j] = await extreme(page, lesson);
  await chooseCell(page, [i === 0 ? 1 : i - 1, j]);
  assert.deepEqual(await check(page), { right: false, answer: `${i},${j}` });
  await chooseCell(page, [i, j]);
  assert.equal((await check(page)).right, true);
}

describe('lessons', () => {
  const at = stage();

  for (const [lesson, answers] of Object.entries(ANSWERS)) {
    for (const lang of LANGUAGES) {
      test(`${lesson} with the keyboard alone, ${lang}`, { timeout: 240_000 }, async () => {
        const page = await at.open({ hash: { lang, text: 'my own text', scheme: 'rope' } });
        await page.evaluate(axe);
        await tabTo(page, '[data-testid=lessons]');
        await page.keyboard.press('Enter');
        await page.locator(`[data-lesson=${lesson}]`).waitFor(); // the list is a part of its own
        await tabTo(page, `[data-lesson=${lesson}]`);
        await page.keyboard.press('Enter');
        await page.locator('[data-testid=lesson] h2:focus').waitFor();
        for (const [step, expected] of answers.entries()) {
          await page.waitForFunction((n) => window.locus.get().lesson_step === n, step + 1);
          await drawn(page);
          assert.deepEqual(await page.evaluate(() => window.locus.notices()), []);
          assert.equal(await page.locator('[data-testid=lesson-problems]').count(), 0);
          if (expected !== undefined) await answer(page, lesson, expected).catch((error) => { throw new Error(`step ${step + 1}: ${error.message}`); });
          if (step === 0) {
            const grave = await page.evaluate(async () => {
              const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
              return violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`);
            });
            assert.deepEqual(grave, []);
          }
          await toQuestion(page);
          await tabTo(page, '[data-testid=lesson-next]');
          await page.keyboard.press('Enter');
        }
        // Finished: what the reader had is there again.
        await page.waitForFunction(() => window.locus.get().lesson === '');
        const { text, scheme } = await get(page);
        assert.deepEqual([text, scheme], ['my own text', 'rope']);
        assert.equal(await page.evaluate(() => document.activeElement?.id), 'lessons-button');
      });
    }
  }

  test('a link opens a step, the address follows, and back goes back', async () => {
    const page = await at.open({ hash: 'v=1&lesson=order&lesson_step=4' });
    await page.waitForFunction(() => window.locus.get().panel === 'attention');
    assert.equal((await get(page)).text, '狗咬人和狗');
    await page.locator('[data-testid=lesson-next]').click();
    await page.waitForFunction(() => location.hash.includes('lesson_step=5') && window.locus.get().mask === 'causal');
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => window.locus.get().lesson_step === 4 && window.locus.get().mask === 'full');
    // The reader's own changes stay, until they want the step's.
    await set(page, { scheme: 'alibi' });
    await page.locator('[data-testid=lesson-reset]').click();
    await page.waitForFunction(() => window.locus.get().scheme === 'none');
    // Left after a link: what stands stays.
    await page.locator('[data-testid=lesson-leave]').click();
    await page.waitForFunction(() => window.locus.get().lesson === '' && window.locus.get().text === '狗咬人和狗');
  });

  test('a link with further keys shows them instead of the step’s settings', async () => {
    const page = await at.open({ hash: 'v=1&lesson=order&lesson_step=4&scheme=alibi&panel=attention' });
    await page.locator('[data-testid=lesson-text]').waitFor();
    assert.equal((await get(page)).scheme, 'alibi');
  });

  const text = (en) => ({ en, zh: en });
  const lesson = (steps, more = {}) => ({ locus_lesson: 1, title: text('Mine'), steps, ...more });
  const step = (more = {}) => ({ title: text('One'), text: text('Look.'), state: { scheme: 'rope', panel: 'position' }, ...more });

  /** Opens `content` as a lesson at a relative address. */
  const linked = (content, type = 'application/json') =>
    at.open({
      hash: { lesson: './my.json' },
      prepare: (page) => page.route('**/my.json', (route) => route.fulfill({ contentType: type, body: typeof content === 'string' ? content : JSON.stringify(content) })),
    });

  test('by a relative link', { skip: notIn('file', 'offline') }, async () => {
    const page = await linked(lesson([step()]));
    await page.waitForFunction(() => window.locus.get().scheme === 'rope');
    assert.match(await page.locator('[data-testid=lesson]').innerText(), /Mine/);
  });

  test('other origins are refused in one sentence and never asked', async () => {
    const page = await at.open();
    for (const foreign of ['https://evil.example/x.json', '//evil.example/x.json', '/\\evil.example/x.json', 'javascript:alert(1)']) {
      await page.evaluate((lesson) => { location.hash = new URLSearchParams({ v: 1, lesson }); }, foreign);
      assert.match(await page.locator('[data-testid=lesson-refused]').innerText(), /own host/);
      await page.locator('[data-testid=lesson-leave]').click();
      await page.locator('[data-testid=lesson-refused]').waitFor({ state: 'detached' });
    }
  });

  test('by a file, and hostile ones', async () => {
    const page = await at.open();
    const open = async (content, name = 'x.json') => {
      if (!(await page.locator('[data-testid=lesson-list]').count())) await page.locator('[data-testid=lessons]').click();
      await page.locator('[data-testid=lesson-file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) });
    };
    const said = (pattern) => page.locator('[data-testid=lesson-file-told]', { hasText: pattern }).waitFor();
    await open('not json');
    await said(/not valid JSON/);
    await open('{"a": 1}');
    await said(/no lesson/);
    await open(lesson([]));
    await said(/no steps/);
    // Made in the page: ten megabytes need not go through the driver.
    await page.locator('[data-testid=lesson-file]').evaluate((input) => {
      const files = new DataTransfer();
      files.items.add(new File([' '.repeat(10_000_000)], 'x.json', { type: 'application/json' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await said(/larger than 256 kB/);
    await open(lesson([step({ state: { scheme: 'alibi' } })]));
    await page.waitForFunction(() => window.locus.get().scheme === 'alibi' && window.locus.get().lesson === 'own');
    await page.locator('[data-testid=lesson-leave]').click();
    await page.waitForFunction(() => window.locus.get().lesson === '');
    // A link to it cannot carry the file.
    const other = await at.open({ hash: { lesson: 'own' } });
    assert.match(await other.locator('[data-testid=lesson-refused]').innerText(), /open the file again/);
  });

  test('what is wrong in a file is named with its step, and nothing is executed', { skip: notIn('file', 'offline') }, async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    const ask = { question: text('?'), kind: 'number', answer: { data: 'passwords' }, then: text('.') };
    const page = await linked(
      lesson(
        [
          step({ text: text(evil), state: { panel: 'basement', nope: 1, lang: 'zh', scheme: 'alibi' }, highlight: ['cellar'], ask }),
          { title: text('Two'), text: text('No state.') },
        ],
        { locus_lesson: 99 },
      ),
    );
    await page.waitForFunction(() => window.locus.get().scheme === 'alibi');
    const problems = page.locator('[data-testid=lesson-problems]');
    await problems.locator('summary').click();
    const lines = await problems.locator('li').allInnerTexts();
    for (const pattern of [/version 99/, /^Step 1: .*nope/, /^Step 1: .*panel.*basement/, /^Step 1: .*"lang"/, /^Step 1: .*HTML/, /^Step 1: .*cellar/, /^Step 1: .*passwords/, /^Step 2: .*"state"/]) {
      assert.ok(lines.some((line) => pattern.test(line)), `${pattern} in\n${lines.join('\n')}`);
    }
    assert.match(await page.locator('[data-testid=lesson-text]').innerText(), /<script>window\.hacked=1<\/script>/);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator('[data-testid=lesson] img, [data-testid=lesson] script').count(), 0);
    await page.locator('[data-testid=lesson-next]').click();
    await page.locator('[data-testid=lesson-text]', { hasText: 'No state.' }).waitFor();
  });

  test('a file that does not come, or is none, is said in one sentence', { skip: notIn('file', 'offline') }, async () => {
    const page = await at.open({ hash: { lesson: './nowhere.json' }, errors: /404/ });
    assert.match(await page.locator('[data-testid=lesson-refused]').innerText(), /HTTP 404/);
    const html = await linked('<html>', 'text/html');
    assert.match(await html.locator('[data-testid=lesson-refused]').innerText(), /not valid JSON/);
    const huge = await linked(' '.repeat(1_000_000));
    assert.match(await huge.locator('[data-testid=lesson-refused]').innerText(), /larger than 256 kB/);
  });

  test('on a phone the answer comes into sight', async () => {
    for (const lang of ['en', 'zh']) {
      const page = await at.open({ hash: `v=1&lang=${lang}&lesson=tokens&lesson_step=2`, viewport: { width: 360, height: 740 }, touch: true });
      await page.locator('.lesson-predict input[type=radio]').first().check();
      await page.getByTestId('lesson-check').click();
      await told(page).waitFor();
      await page.waitForFunction(() => {
        const [told, body] = ['[data-testid=lesson-told] [data-right]', '.lesson-body'].map((s) => document.querySelector(s).getBoundingClientRect());
        return told.top >= body.top - 1 && told.bottom <= body.bottom + 1;
      });
    }
  });

  test('on a phone the text and the picture are on the screen together', async () => {
    const page = await at.open({ hash: 'v=1&lesson=order&lesson_step=4', viewport: { width: 360, height: 740 }, touch: true });
    await page.waitForFunction(() => window.locus.get().panel === 'attention');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
    const picture = page.locator('#panel .heat').first();
    await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [card, map] = [await page.locator('[data-testid=lesson]').boundingBox(), await picture.boundingBox()];
    assert.ok(card.y >= -1 && card.height < 420, `the card stays: ${JSON.stringify(card)}`);
    const seen = Math.min(740, map.y + map.height) - Math.max(card.y + card.height, map.y);
    assert.ok(seen > 120, `${seen} pixels of the picture can be seen`);
  });
});
