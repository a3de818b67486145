// A link, or a file, opens exactly the state it was made of, and its reader can do what it allows.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { choose, data, drawn, fingerprint, get, notices, random, set, stage, visit } from './harness.mjs';
import { draw, rows } from './schema.mjs';

const STATES = Number(process.env.STATES ?? 200);
/** What a test of two hundred states has no time for, or what a page has of its own. */
const NARROWED = {
  panel: '`tokens`, `vectors`, `position`, `attention`, `permutation`', mode: '`text`',
  tokenizer: '`char`, `gpt2`', d_model: '16 … 64 in steps of 16', n_heads: '1 … 4', backend: '`cpu`', embed: '`0`',
  lang: '`en`, `zh`', theme: '`light`, `dark`', compare: '`none`, `rope`, `alibi`', image: '`chelsea`, `coffee`', sound: '`speech`',
};

function anyState(next) {
  const state = {};
  for (const { key, values } of rows()) {
    // Half of the fields keep their defaults, as in the links of readers.
    const value = next() < 0.5 || key in NARROWED ? draw(NARROWED[key] ?? values, next, 60) : null;
    if (value !== null) state[key] = value;
  }
  return { ...state, lock: next() < 0.3 ? 'base-text-lang' : '', hide: next() < 0.3 ? 'seed-scheme' : '' };
}

/** Sets `state`, or opens the link `hash`, and gives what the page then shows: its address, its state, prints of its numbers. */
const show = (page, { state, hash }) => page.evaluate(async ({ state, hash }) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const before = location.hash;
  if (hash !== undefined && hash !== before) {
    const came = new Promise((done) => addEventListener('hashchange', () => setTimeout(done), { once: true }));
    location.hash = hash;
    await came;
  }
  const notices = window.locus.notices(); // of the link; what is set next has its own
  const now = await window.locus.set(state ?? {});
  for (let i = 0; state && i < 200 && location.hash === before; i += 1) await pause(20); // the address follows after a rest
  const print = async (name) => {
    const { shape, values } = window.locus.data(name);
    return [...shape, ...new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(values.buffer.slice(0))))].join(' ');
  };
  return { address: location.hash, notices, state: now, stale: window.locus.data('ids').stale, ids: await print('ids'), weights: await print('weights') };
}, { state, hash });

/** Opens a link in a page that is there. */
const follow = (page, hash) => show(page, { hash: hash.startsWith('#') ? hash : `#${hash}` });

describe('a link', () => {
  const at = stage();

  test(`${STATES} random states of the schema come back from their links, with the same weights`, async (t) => {
    const next = random(6);
    const [first, second] = [await at.open(), await at.open()];
    let compared = 0;
    for (let round = 0; round < STATES; round += 1) {
      const wanted = await show(first, { state: { ...anyState(next), seed: round } });
      const found = await show(second, { hash: wanted.address });
      assert.deepEqual(found.state, wanted.state, wanted.address);
      if (wanted.stale) continue; // what stood before stays, and that was another picture in each
      compared += 1;
      for (const name of ['ids', 'weights']) assert.equal(found[name], wanted[name], `${name}: ${wanted.address}`);
    }
    t.diagnostic(`${compared} pictures compared`);
    assert.ok(compared > STATES / 2, `${compared}`);
  });

  test('text of 20,000 characters is packed, unpacked, and cut to what the page takes, in one sentence', async () => {
    const next = random(4);
    const text = Array.from({ length: 20_000 }, () => '狗咬人 and a dog 123'[Math.floor(next() * 17)]).join('');
    const z = deflateSync(`text=${text}`).toString('base64url');
    assert.ok(z.length < 32_000);
    const page = await at.open({ hash: `v=1&seed=7&d_model=16&n_heads=1&z=${z}` });
    const state = await get(page);
    assert.deepEqual([state.text, state.seed], [text.slice(0, 8192), 7]);
    assert.equal((await notices(page)).length, 1);
    const { address: own } = await show(page, { state: { seed: 8 } });
    assert.match(own, /^#v=1&seed=8&d_model=16&n_heads=1&z=[\w-]+$/);
    await visit(page, at.site.url, own);
    assert.equal((await get(page)).text, text.slice(0, 8192));
    assert.deepEqual(await notices(page), []);
    // Cut anywhere: the rest works, one sentence says so.
    for (let cut = own.length - 1; cut > 40; cut -= Math.ceil(own.length / 8)) {
      const { state: { seed, text: left }, notices: told } = await follow(page, own.slice(0, cut));
      assert.equal(seed, 8, `cut at ${cut}`);
      assert.ok(text.startsWith(left) || left === '狗咬人', `cut at ${cut}`);
      assert.equal(told.length, 1, `cut at ${cut}`);
      assert.ok((await data(page, 'weights')).values.length > 0);
    }
  });

  test('hostile links are named and harm nothing', async () => {
    const page = await at.open();
    const bomb = deflateSync(`text=${'a'.repeat(40_000_000)}`).toString('base64url');
    for (const hash of ['z=%00', 'z=AAAA', `z=${bomb}`, 'text=ab%E7%8B', 'lock=%3Cimg%20src=x%20onerror=alert(1)%3E', 'hide=nope', 'panels=1', 'embed=2', 'v=9&seed=7', 'lang=xx']) {
      const { notices: told } = await follow(page, `#seed=1&${hash}`);
      assert.equal(told.length, 1, `${hash.slice(0, 60)}: ${told}`);
      assert.ok((await data(page, 'weights')).values.length > 0);
      await follow(page, '#seed=2');
    }
    assert.equal(await page.locator('img[src="x"]').count(), 0);
  });

  test('a locked control is shown and does nothing, a hidden one is not there, the rail offers what is allowed', async () => {
    for (const [lang, says] of [['en', 'locked by this link'], ['zh', '已由链接锁定']]) {
      const page = await at.open({ hash: { panel: 'position', scheme: 'rope', lock: 'base-text-query-lang', hide: 'rope_type-tokenizer', panels: 'position-attention', lang } });
      const base = page.locator('fieldset[data-key="base"]');
      assert.ok(await base.isVisible());
      assert.match(await base.innerText(), new RegExp(says));
      for (const selector of ['#r-base', '#f-base', '#f-text', '[data-testid="language"]']) assert.ok(await page.locator(selector).isDisabled(), selector);
      for (const selector of ['[data-key="rope_type"]', '#f-tokenizer', '[data-panel="tokens"]']) assert.ok(await page.locator(selector).isHidden(), selector);
      assert.deepEqual(await page.locator('.rail a:visible').evaluateAll((all) => all.map((a) => a.dataset.panel)), ['position', 'attention']);
      await choose(page, 'attention');
      const grid = page.locator('#panel [role="grid"], #panel [role="application"], #panel .heatmap').first();
      if (await grid.count()) await grid.press('ArrowDown').catch(() => {});
      const { query, base: kept, lock } = await get(page);
      assert.deepEqual([query, kept, lock], [0, 10000, 'base-text-query-lang'].map((v, i) => (i === 2 ? lock : v)));
      await set(page, { base: 20000 });
      assert.equal((await get(page)).base, 20000, 'a script of the page itself may');
    }
  });
});

describe('the dialog', () => {
  const at = stage();
  const open = async (page) => {
    await page.getByTestId('share').click();
    await page.getByTestId('share-dialog').waitFor();
  };

  test('makes a link and a frame of what was chosen in it', async () => {
    const page = await at.open({ hash: { panel: 'position', scheme: 'rope', text: 'a "b" & <c>' } });
    await open(page);
    const touch = (key, what) => page.locator(`[data-row="${key}"] [data-touch="${what}"]`).check();
    await touch('base', 'locked');
    await touch('seed', 'hidden').catch(() => touch('scheme', 'hidden'));
    await touch('text', 'locked');
    await page.locator('.offered summary').click();
    await page.locator('[data-offer="training"]').uncheck();
    await page.locator('#share-lang').selectOption('zh');
    const link = await page.locator('#share-link').inputValue();
    assert.match(await page.getByTestId('share-length').innerText(), new RegExp(`${link.length}`));
    const other = await at.open({ wait: false });
    await visit(other, link.split('#')[0], link.split('#')[1]);
    const state = await get(other);
    assert.deepEqual([state.lang, state.theme, state.text], ['zh', 'auto', 'a "b" & <c>']);
    assert.deepEqual(state.lock.split('-').sort(), ['base', 'lang', 'text']);
    assert.equal(state.panels.split('-').length, 14);
    assert.ok(await other.locator('#f-base').isDisabled());
    assert.ok(await other.locator('[data-panel="training"]').isHidden());
    assert.equal(await fingerprint(other, 'weights'), await fingerprint(page, 'weights'));

    const snippet = await page.locator('#share-frame').inputValue();
    const frame = await page.evaluate((html) => {
      const found = new DOMParser().parseFromString(html, 'text/html').querySelector('iframe');
      return Object.fromEntries(Array.from(found.attributes, (a) => [a.name, a.value]));
    }, snippet);
    assert.deepEqual([frame.loading, frame.height, frame.title], ['lazy', '640', 'Locus: Position']);
    assert.ok(frame.allow && new URLSearchParams(new URL(frame.src).hash.slice(1)).get('embed') === '1');
    await page.keyboard.press('Escape');
    await page.getByTestId('share-dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'share');
    assert.equal((await get(page)).lock, '', 'the page itself is as it was');
  });

  test('says when the link is too long, and the state goes through a file', async () => {
    const next = random(3);
    const noise = (length) => Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(next() * 20_000))).join('');
    const text = noise(8192);
    const page = await at.open({ hash: { panel: 'attention', scheme: 'alibi' } });
    await set(page, { text, train_corpus: noise(4000) });
    await open(page);
    assert.match(await page.getByTestId('share-length').innerText(), /32,000/);
    assert.equal(await page.locator('#share-link').count(), 0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('share-save').click()]);
    const file = await readFile(await download.path());
    const other = await at.open();
    await open(other);
    for (const [bad, says] of [['no', /not JSON/], ['{"locus_state":"1"}', /no state file/], [' '.repeat(3 << 20), /too many/], ['[[[[', /not JSON/]]) {
      await other.getByTestId('share-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(bad) });
      await other.getByTestId('share-refused').getByText(says).waitFor();
      assert.equal((await get(other)).text, '狗咬人');
    }
    await other.getByTestId('share-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: file });
    await other.getByTestId('share-dialog').waitFor({ state: 'detached' });
    await drawn(other);
    assert.deepEqual(await get(other), await get(page));
    assert.equal(await fingerprint(other, 'weights'), await fingerprint(page, 'weights'));
    await other.evaluate(() => history.back());
    await other.waitForFunction(() => window.locus.get().text === '狗咬人');
    await other.evaluate(() => history.forward());
    await other.waitForFunction(() => window.locus.get().scheme === 'alibi');
  });

  test('a newer file is read as far as it is understood', async () => {
    const page = await at.open();
    await open(page);
    const newer = JSON.stringify({ locus_state: 7, state: { scheme: 'rope', soon: '<b>' } });
    await page.getByTestId('share-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(newer) });
    await page.waitForFunction(() => window.locus.get().scheme === 'rope');
    assert.equal((await notices(page)).length, 2);
  });
});
