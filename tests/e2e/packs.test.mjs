// A vocabulary that does not come, or comes broken: one sentence, a button to try again, the picture before it stays.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, drawn, fingerprint, read, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const NETWORK = /Failed to load resource/;

/** The vocabularies' packs: the table of positions comes by itself, at any time. */
const VOCABULARIES = (url) => /\.pack$/.test(url.pathname) && !url.pathname.endsWith('minilm_positions.pack');

/** Answers requests for vocabularies by `answer` until it is set to null. */
async function intercept(page) {
  const fault = { answer: null, asked: 0 };
  await page.route(VOCABULARIES, async (route) => {
    fault.asked += 1;
    if (fault.answer) await fault.answer(route);
    else await route.continue();
  });
  return fault;
}

/** Cuts or changes the bytes of the real pack. */
const changed = (change) => async (route) => {
  const response = await route.fetch();
  await route.fulfill({ status: 200, contentType: 'application/octet-stream', body: change(Buffer.from(await response.body())) });
};

const FAULTS = {
  missing: (route) => route.fulfill({ status: 404, body: 'not found' }),
  'not reachable': (route) => route.abort('failed'),
  empty: (route) => route.fulfill({ status: 200, body: '' }),
  'a page instead of a pack': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in</p>' }),
  'cut in half': changed((bytes) => bytes.subarray(0, bytes.length >> 1)),
  'one byte wrong': changed((bytes) => {
    bytes[bytes.length >> 1] ^= 0x55;
    return bytes;
  }),
  'all ones': changed((bytes) => Buffer.alloc(bytes.length, 0xff)),
  'far too long': changed((bytes) => Buffer.concat([bytes, Buffer.alloc(8_000_000)])),
};

describe('vocabulary packs', { skip: notIn('file', 'offline') }, () => {
  const at = stage();

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`${name}: a sentence, the picture stays, and a second try works`, async () => {
      let pack;
      const page = await at.open({ errors: NETWORK, hash: { text: 'one two three', panel: 'attention', lang: 'en' }, prepare: async (p) => (pack = await intercept(p)) });
      const before = await fingerprint(page, 'weights');
      const vocabulary = page.getByTestId('load-failed');
      pack.answer = fault;
      await set(page, { tokenizer: 'bert' });
      await vocabulary.waitFor();
      assert.match(await read(vocabulary), /BERT.*did not load: \S+/s);
      assert.equal(await fingerprint(page, 'weights'), before, 'the last picture stays');
      assert.ok(await page.locator('.heat canvas').first().isVisible());

      await vocabulary.getByRole('button').click();
      await vocabulary.waitFor();
      pack.answer = null;
      await vocabulary.getByRole('button').click();
      await vocabulary.waitFor({ state: 'detached' });
      await drawn(page);
      assert.deepEqual((await data(page, 'ids')).values, [2028, 2048, 2093]);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'f-tokenizer', 'the focus is on the choice of vocabularies');
    });
  }

  test('a page whose first vocabulary is missing says so, and comes up on a second try', async () => {
    let pack;
    const page = await at.open({ errors: NETWORK, hash: { tokenizer: 'bert', text: 'one two three', lang: 'en' }, wait: false, prepare: async (p) => { pack = await intercept(p); pack.answer = FAULTS.missing; } });
    const failed = page.getByTestId('load-failed');
    await failed.waitFor();
    assert.match(await read(failed), /did not load: the host answered HTTP 404\. .*“Characters”/s);
    await page.locator('#panel h2').first().waitFor();
    assert.equal((await data(page, 'ids')).values.length, 13, 'meanwhile every character is a token');
    assert.match(await read(page.locator('[data-panel="tokens"]')), /Characters\s+13 ids/);
    pack.answer = null;
    await failed.getByRole('button').click();
    await failed.waitFor({ state: 'detached' });
    await drawn(page);
    assert.deepEqual((await data(page, 'ids')).values, [2028, 2048, 2093]);
  });

  test('while a vocabulary is on its way the rail says so, not the old number of ids', async () => {
    let pack;
    let release;
    const page = await at.open({ hash: { text: '狗咬人', lang: 'en' }, prepare: async (p) => (pack = await intercept(p)) });
    pack.answer = (route) => new Promise((done) => (release = () => done(route.continue())));
    await page.evaluate(() => void window.locus.set({ tokenizer: 'gpt2' }));
    while (!release) await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.match(await read(page.locator('[data-panel="tokens"]')), /GPT-2\s+loading … \d+ %/);
    assert.doesNotMatch(await read(page.locator('[data-panel="vectors"]')), /3 ×/);
    release();
    await drawn(page);
    assert.match(await read(page.locator('[data-panel="tokens"]')), /6 ids/);
  });

  test('in Chinese, so is the reason', async () => {
    let pack;
    const page = await at.open({ errors: NETWORK, hash: { text: '狗', lang: 'zh' }, prepare: async (p) => (pack = await intercept(p)) });
    for (const [name, fault] of Object.entries(FAULTS)) {
      pack.answer = fault;
      await page.evaluate(() => window.locus.set({ tokenizer: 'char' }).then(() => void window.locus.set({ tokenizer: 'bert' })));
      const sentence = await read(page.getByTestId('load-failed'));
      assert.doesNotMatch(sentence.replace(/BERT|uncased|HTTP/g, ''), /[A-Za-z]{3,}/, name);
    }
  });

  test('changing one’s mind while a vocabulary is on its way ends with the last choice', async () => {
    let pack;
    let release;
    const page = await at.open({ hash: { text: 'Hello world', tokenizer: 'gpt2' }, prepare: async (p) => (pack = await intercept(p)) });
    pack.answer = (route) => new Promise((done) => (release = () => done(route.continue())));
    await page.evaluate(() => void window.locus.set({ tokenizer: 'bert' }));
    while (!release) await page.evaluate(() => new Promise(requestAnimationFrame));
    await set(page, { tokenizer: 'gpt2' });
    assert.deepEqual((await data(page, 'ids')).values, [15496, 995]);
    const arrived = page.waitForResponse((response) => VOCABULARIES(new URL(response.url())));
    release();
    await (await arrived).finished();
    await drawn(page);
    assert.deepEqual((await data(page, 'ids')).values, [15496, 995]);
  });
});
