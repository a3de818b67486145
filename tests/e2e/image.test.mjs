// Pictures: a sample becomes patches, patches become numbers that can be derived again, and files that are none are
// refused in one sentence while the last good picture stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { LANGUAGES, data, drawn, fingerprint, set, stage } from './harness.mjs';
import { notIn } from './ways.mjs';

const shared = stage();

const PANELS_OF_A_PICTURE = ['signal', 'tokens', 'vectors', 'position', 'attention'];

// ---- files made here

function crc(bytes) {
  let c = ~0;
  for (const byte of bytes) {
    c ^= byte;
    for (let bit = 0; bit < 8; bit += 1) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

/** A PNG of width × height whose pixels are `at(row, column, channel)`; 16-bit samples if asked for. */
function png(width, height, at, depth = 8) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, 2, 0, 0, 0], 8);
  const bytes = depth / 8;
  const rows = Buffer.alloc(height * (1 + width * 3 * bytes));
  let place = 0;
  for (let row = 0; row < height; row += 1) {
    place += 1;
    for (let k = 0; k < width * 3; k += 1, place += bytes) rows[place] = at(row, Math.floor(k / 3), k % 3);
  }
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A 2 × 2 GIF of `frames` frames. */
function gif(frames) {
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 0x34, 0x05, 0];
  return Buffer.from([...Buffer.from('GIF89a'), 2, 0, 2, 0, 0x80, 0, 0, 200, 30, 30, 30, 30, 200, ...Array(frames).fill(frame).flat(), 0x3b]);
}

const byte = (row, column, channel) => (row * 7 + column * 13 + channel * 61) % 256;

/** Gives `bytes` to locus.setInput; `{ state }` or `{ error }`. */
function bring(page, bytes, type = 'image/png') {
  return page.evaluate(
    async ([list, type]) => {
      const blob = new Blob([Uint8Array.from(atob(list), (c) => c.charCodeAt(0))], { type });
      try {
        return { state: await locus.setInput(blob) };
      } catch (error) {
        return { error: error.message };
      }
    },
    [Buffer.from(bytes).toString('base64'), type],
  );
}

const patches = (page) =>
  page.evaluate(() => {
    const { shape, values } = locus.data('patches');
    return { shape, values: [...values] };
  });

// ---- the main job

test('a sample becomes a sequence of patches, and everything after works on it', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens' } });
  const state = await page.evaluate(() => locus.get());
  assert.deepEqual([state.mode, state.image, state.image_size, state.patch_size], ['image', 'chelsea', 224, 16]);
  assert.match(await page.getByTestId('patches-title').innerText(), /N = 196.*197 tokens/);
  const shapes = await page.evaluate(() => ['tokens', 'embedding', 'weights', 'patches'].map((name) => locus.data(name).shape));
  assert.deepEqual(shapes, [[197], [197, 64], [4, 197, 197], [196, 768]]);
  assert.equal(await page.locator('.thumb').count(), 197);
  // the slider: N follows, and what does not fit is counted
  await page.evaluate(() => locus.set({ patch_size: 32 }));
  assert.match(await page.getByTestId('patches-title').innerText(), /N = 49.*50 tokens/);
  await page.evaluate(() => locus.set({ patch_size: 4 }));
  assert.match(await page.getByTestId('patches-title').innerText(), /N = 3,136/);
  assert.match(await page.getByTestId('cut').innerText(), /512.*3,137/);
});

test('patches are the pixels, in both orders', async () => {
  const page = await shared.open({ hash: { mode: 'image', image_size: 32, patch_size: 8 } });
  const { state } = await bring(page, png(32, 32, byte));
  assert.deepEqual([state.mode, state.image], ['image', 'own']);
  const p = 8;
  for (const order of ['hwc', 'chw']) {
    await page.evaluate((patch_order) => locus.set({ patch_order }), order);
    const { shape, values } = await patches(page);
    assert.deepEqual(shape, [16, 192]);
    values.forEach((x, at) => {
      const [index, k] = [Math.floor(at / 192), at % 192];
      const [r, c, channel] = order === 'hwc' ? [Math.floor(k / 3 / p), Math.floor(k / 3) % p, k % 3] : [Math.floor(k / p) % p, k % p, Math.floor(k / (p * p))];
      const [row, column] = [Math.floor(index / 4) * p + r, (index % 4) * p + c];
      assert.ok(Math.abs(x - (byte(row, column, channel) / 127.5 - 1)) < 1e-6, `${order}: patch ${index}, number ${k}`);
    });
  }
  // the rows that come of both orders are those of E permuted: not the same, since E is not
  await page.evaluate(() => locus.set({ panel: 'tokens', patch: 5 }));
  const text = await page.getByTestId('vector-hwc').innerText();
  const first = text.trim().split(/\s+/)[0].replace('−', '-');
  assert.ok(Math.abs(Number(first) - (byte(8, 8, 0) / 127.5 - 1)) < 0.01, text.slice(0, 40));
});

test('a side that is no multiple of the patch is cropped or padded, and said so', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', image_size: 100, patch_size: 16 } });
  assert.match(await page.getByTestId('edge').innerText(), /100.*16.*4/);
  assert.deepEqual((await patches(page)).shape, [36, 768]);
  await page.evaluate(() => locus.set({ patch_edge: 'pad' }));
  assert.deepEqual((await patches(page)).shape, [49, 768]);
});

test('hidden patches stay in their places as [MASK]', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', mask_ratio: 0.75 } });
  const tokens = await page.evaluate(() => [...locus.data('tokens').values]);
  assert.equal(tokens.length, 197);
  assert.equal(tokens.filter((token) => token === '[MASK]').length, 147);
  assert.match(await page.getByTestId('masked').innerText(), /147 of 196.*49/);
  assert.equal(await page.locator('.thumb[data-hidden]').count(), 147);
});

test('codes are fitted in the worker, and more of them lose less', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', image_tokens: 'codes', codebook_size: 16, patch_size: 16 } });
  const read = () =>
    page.evaluate(() => {
      const { shape, values } = locus.data('codes');
      return { shape, values: [...values], ids: [...locus.data('ids').values] };
    });
  const few = await read();
  assert.deepEqual(few.shape, [14, 14]);
  assert.ok(new Set(few.values).size <= 16 && Math.max(...few.values) < 16);
  assert.deepEqual(few.ids.slice(1), few.values, 'the tokens are the codes');
  const error = async () => Number((await page.getByTestId('code-error').innerText()).match(/squared error ([\d.e-]+)/)[1]);
  const before = await error();
  await page.evaluate(() => locus.set({ codebook_size: 196 }));
  assert.ok((await error()) < before);
  await page.evaluate(() => locus.set({ codebook_size: 16 }));
  assert.deepEqual((await read()).values, few.values, 'deterministic by seed');
});

test('what the cards count is the sequence on the screen', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', patch_size: 13, patch_edge: 'pad' } });
  assert.match(await page.getByTestId('budget-own').innerText(), /325 tokens, 105,625 pairs/);
  await page.evaluate(() => locus.set({ image_tokens: 'pooled', patch_size: 16 }));
  assert.match(await page.getByTestId('budget-own').innerText(), /50 tokens, 2,500 pairs/);
});

test('a patch larger than the picture is filled up, and said so', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', patch_size: 64, image_size: 32 } });
  assert.match(await page.getByTestId('patch-too-large').innerText(), /64.*32/);
  assert.deepEqual((await patches(page)).shape, [1, 64 * 64 * 3]);
});

test('one’s own picture can be chosen again after a sample', async () => {
  const page = await shared.open({ hash: { mode: 'image', image_size: 32, patch_size: 8 } });
  const own = page.locator('[data-testid=image-bar] [data-value=own]');
  assert.equal(await own.count(), 0);
  assert.ok((await bring(page, png(1, 1, () => 200))).state);
  const before = await fingerprint(page, 'patches');
  await set(page, { image: 'coffee' });
  assert.notEqual(await fingerprint(page, 'patches'), before);
  await own.click();
  await page.waitForFunction(() => Math.abs(locus.data('patches').values[0] - (200 / 127.5 - 1)) < 1e-6);
  assert.equal(await fingerprint(page, 'patches'), before);
});

// ---- bad input

test('what is no picture is refused in one sentence, and the last good picture stays', async () => {
  const huge = png(8, 8, byte);
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(crc(huge.subarray(12, 29)), 29);
  const bad = {
    'an empty file': [Buffer.alloc(0), /empty|空/],
    'a text': [Buffer.from('hello, this is a text and no picture'), /no picture|不是图片/],
    'a truncated PNG': [png(64, 64, byte).subarray(0, 200), /damaged|损坏/],
    'twenty thousand pixels a side': [huge, /20.?000 × 20.?000/],
    'an SVG': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /SVG/],
    'a video': [Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), /video|视频/],
    'a HEIC': [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC|damaged|损坏/],
  };
  for (const lang of LANGUAGES) {
    const page = await shared.open({ hash: { mode: 'image', lang, image_size: 64 } });
    const before = await patches(page);
    for (const [name, [bytes, sentence]] of Object.entries(bad)) {
      const { error } = await bring(page, bytes);
      assert.match(error ?? '', sentence, `${lang}: ${name}`);
      assert.equal(await page.getByTestId('image-refused').innerText(), error, `${lang}: ${name}`);
      assert.equal(await page.evaluate(() => locus.get().image), 'chelsea');
    }
    assert.deepEqual(await patches(page), before, 'the last good picture stays');
    // and the next good one is taken
    const { state } = await bring(page, png(20, 10, byte));
    assert.equal(state.image, 'own');
    assert.equal(await page.getByTestId('image-refused').count(), 0);
  }
});

test('what decoding leaves out is said', async () => {
  const page = await shared.open({ hash: { mode: 'image', image_size: 32, patch_size: 8 } });
  const note = () => page.getByTestId('image-notes').innerText();
  assert.ok((await bring(page, gif(3), 'image/gif')).state);
  assert.match(await note(), /animation.*first frame/i);
  assert.ok((await bring(page, png(9, 9, byte, 16))).state);
  assert.match(await note(), /16 bits/);
  assert.ok((await bring(page, png(1, 1, () => 200))).state);
  assert.match(await note(), /1 × 1/);
  const { values } = await patches(page);
  assert.ok(values.every((x) => Math.abs(x - (200 / 127.5 - 1)) < 1e-6));
});

test('a camera that is refused is one sentence', async () => {
  const page = await shared.open({
    hash: { mode: 'image' },
    prepare: (page) =>
      page.addInitScript(() => {
        const refuse = async () => {
          throw new DOMException('no', 'NotAllowedError');
        };
        Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: refuse } });
      }),
  });
  await page.getByTestId('camera').click();
  await page.getByTestId('image-refused').filter({ hasText: /not allowed/ }).waitFor();
});

test('a link cannot carry a picture: the first sample stands in, and the page says so', async () => {
  const page = await shared.open({ hash: { mode: 'image', image: 'own' } });
  assert.equal(await page.evaluate(() => locus.get().image), 'chelsea');
  assert.match(await page.getByTestId('image-refused').innerText(), /link/);
});

test('setInput takes nothing but a Blob', async () => {
  const page = await shared.open();
  const said = await page.evaluate(() => locus.setInput('cat.png').catch((error) => `${error.name}: ${error.message}`));
  assert.match(said, /^TypeError: .*Blob/);
});

// ---- ways in

test('a file is chosen, dropped and pasted', async () => {
  const page = await shared.open({ hash: { mode: 'image', image_size: 32, patch_size: 8 } });
  const waited = (shade) =>
    page.waitForFunction((x) => Math.abs(locus.data('patches').values[0] - (x / 127.5 - 1)) < 1e-6, shade);
  await page.getByTestId('image-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(5, 5, () => 10) });
  await waited(10);
  for (const [kind, shade] of [['drop', 90], ['paste', 170]]) {
    const bytes = png(5, 5, () => shade).toString('base64');
    await page.evaluate(
      ([kind, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'b.png', { type: 'image/png' }));
        const about = { bubbles: true, cancelable: true };
        const event = kind === 'drop' ? new DragEvent('drop', { ...about, dataTransfer: data }) : new ClipboardEvent('paste', { ...about, clipboardData: data });
        document.body.dispatchEvent(event);
      },
      [kind, bytes],
    );
    await waited(shade);
  }
});

test('set resolves when the picture of the new mode stands', async () => {
  const page = await shared.open();
  await set(page, { mode: 'image' });
  assert.deepEqual((await data(page, 'patches')).shape, [196, 768]);
  assert.deepEqual((await data(page, 'ids')).shape, [197]);
});

for (const good of [true, false]) {
  test(`a ${good ? '' : 'broken '}file that comes while the sample is on its way`, { skip: notIn('file', 'offline') }, async () => {
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    const hold = async (route) => { await held; await route.continue(); };
    const page = await shared.open({ prepare: (page) => page.route('**/pictures/*.webp', hold) });
    const switched = set(page, { mode: 'image', image_size: 32, patch_size: 8 });
    const bytes = good ? png(5, 5, () => 10) : png(5, 5, () => 10).subarray(0, 60);
    const brought = page.evaluate(async (base64) => {
      const file = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      return locus.setInput(new Blob([file], { type: 'image/png' })).then(() => 'taken', () => 'refused');
    }, bytes.toString('base64'));
    if (good) assert.equal(await brought, 'taken');
    release();
    assert.equal(await brought, good ? 'taken' : 'refused');
    await switched;
    await drawn(page);
    const first = (await data(page, 'patches')).values[0];
    assert.equal(Math.abs(first - (10 / 127.5 - 1)) < 1e-6, good);
    assert.equal((await page.evaluate(() => locus.get().image)), good ? 'own' : 'chelsea');
    assert.equal(await page.getByTestId('image-refused').isVisible(), !good);
  });
}

// ---- keyboard, widths

test('patches are walked by arrow keys, in the grid and in the strip', async () => {
  const page = await shared.open({ hash: { mode: 'image', panel: 'tokens', patch: 20 } });
  const at = () => page.evaluate(() => [locus.get().patch, locus.get().query]);
  await page.locator('.patchgrid').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await at(), [35, 36]);
  assert.match(await page.locator('.patchgrid .sr').first().innerText(), /patch 35, row 2, column 7/);
  await page.locator('.thumb[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.deepEqual(await at(), [0, 1]);
});

test('no panel of a picture scrolls sideways on a phone', async () => {
  for (const panel of PANELS_OF_A_PICTURE) {
    const page = await shared.open({ hash: { mode: 'image', panel }, viewport: { width: 360, height: 780 }, touch: true });
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${panel}: ${inner} > ${outer}`);
  }
});

// How long it takes is measured by scripts/bench.sh.
test('a photo of twelve megapixels becomes patches', async () => {
  const page = await shared.open({ hash: { mode: 'image' } });
  const shape = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    const shade = context.createLinearGradient(0, 0, 4000, 3000);
    ['red', 'gold', 'teal', 'navy'].forEach((color, at) => shade.addColorStop(at / 3, color));
    context.fillStyle = shade;
    context.fillRect(0, 0, 4000, 3000);
    await locus.setInput(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }));
    return locus.data('patches').shape;
  });
  assert.deepEqual(shape, [196, 768]);
});

test('with rows and columns RoPE’s pictures say the distance on each axis, as the scores have it', async () => {
  // One column, one row apart.
  const hash = { lang: 'en', mode: 'image', panel: 'position', scheme: 'rope', rope_axes: '2d', query: 21, key: 35, curve: 'clocks' };
  const page = await shared.open({ hash });
  await drawn(page);
  assert.match(await page.getByTestId('clocks-caption').innerText(), /Δ row = −1 · Δ column = 0\./);
  const faces = await page.locator('.clocks figcaption').allInnerTexts();
  assert.match(faces[0], /^0 · row\n0\.159$/, '1 radian is 1/2π turns');
  assert.ok(faces.filter((face) => face.includes('column')).every((face) => /\n0(\.0+)?$/.test(face)), faces.join());
  assert.match(await page.locator('.own-cell').innerText(), /Δ row = −1 · Δ·θ₀ = −1\.000\nΔ column = 0 · Δ·θ\S+ = 0/);
  assert.match(await page.locator('.card .lead').first().innerText(), /how many rows and how many columns/);
  await set(page, { curve: 'map' });
  await drawn(page);
  assert.match(await page.getByTestId('farthest').innerText(), /Δ row = 13 · Δ column = 13/);
});
