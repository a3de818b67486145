// Taking pictures away: for every panel every format is there, is what it says it is, and holds the numbers of the screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { PANELS, data, drawn, get, set, settled, stage, visit } from './harness.mjs';

const FORMATS = ['png', 'svg', 'csv', 'json', 'npy'];
const MODES = [
  { mode: 'image', panel: 'signal' },
  { mode: 'image', panel: 'tokens' },
  { mode: 'audio', panel: 'signal' },
  { mode: 'audio', panel: 'tokens' },
  { mode: 'mixed', panel: 'signal' },
  { mode: 'mixed', panel: 'tokens' },
];

/** The file that `locus.export` gives, as bytes; the panel's first picture once it stands. */
async function file(page, format, name) {
  const url = await page.evaluate(
    async ([n, f]) => {
      for (let tries = 0; ; tries += 1) {
        try {
          const reader = new FileReader();
          reader.readAsDataURL(await window.locus.export(n ?? undefined, f));
          await new Promise((done) => (reader.onload = done));
          return reader.result;
        } catch (error) {
          if (tries > 60) throw error;
          await new Promise((again) => setTimeout(again, 250));
        }
      }
    },
    [name ?? null, format],
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Header and values of a NumPy file, taken apart as numpy.lib.format says. */
function npy(bytes) {
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x93NUMPY\x01\x00');
  const length = bytes.readUInt16LE(8);
  assert.equal((10 + length) % 64, 0, 'the data are aligned');
  const header = bytes.subarray(10, 10 + length).toString('latin1');
  const [, kind, sizes] = header.match(/^\{'descr': '<f([48])', 'fortran_order': False, 'shape': \(([^)]*)\), \} *\n$/) ?? [];
  assert.ok(kind, header);
  const shape = sizes.split(',').filter((size) => size.trim()).map(Number);
  const data = bytes.subarray(10 + length);
  const many = shape.reduce((a, b) => a * b, 1);
  assert.equal(data.length, many * Number(kind), 'as many numbers as the shape says');
  const values = Array.from({ length: many }, (_, at) => (kind === '4' ? data.readFloatLE(4 * at) : data.readDoubleLE(8 * at)));
  return { shape, values };
}

/** RFC 4180. */
function csv(bytes) {
  const text = bytes.toString('utf8');
  assert.equal(text.codePointAt(0), 0xfeff, 'Excel needs the mark');
  const [rows, all] = [[], text.slice(1)];
  let [row, field, quoted] = [[], '', false];
  const end = () => {
    row.push(field);
    field = '';
  };
  for (let at = 0; at < all.length; at += 1) {
    const c = all[at];
    if (quoted) {
      if (c === '"' && all[at + 1] === '"') [field, at] = [field + c, at + 1];
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"') quoted = true;
    else if (c === ',') end();
    else if (c === '\n') {
      field = field.replace(/\r$/, '');
      end();
      rows.push(row);
      row = [];
    } else field += c;
  }
  assert.ok(!quoted && field === '' && row.length === 0, 'the last line is whole');
  return { about: new Map(rows.filter(([key]) => key.startsWith('# ')).map(([key, value]) => [key.slice(2), value])), rows: rows.filter(([key]) => !key.startsWith('# ')) };
}

/** Texts of a PNG by keyword, and its size. */
function png(bytes) {
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const texts = {};
  for (let at = 8; at < bytes.length; ) {
    const [length, name] = [bytes.readUInt32BE(at), bytes.subarray(at + 4, at + 8).toString('latin1')];
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'iTXt') texts[body.subarray(0, body.indexOf(0)).toString()] = body.subarray(body.indexOf(0) + 5).toString('utf8');
    at += 12 + length;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), texts };
}

/** Size, title, texts of an SVG as the browser parses it, and how many colours the PNG has. */
const inspect = (page, svg, picture) =>
  page.evaluate(
    async ([text, bytes]) => {
      const xml = new DOMParser().parseFromString(text, 'image/svg+xml');
      const root = xml.documentElement;
      const png = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([png], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const ctx = canvas.getContext('2d');
      ctx.drawImage(bitmap, 0, 0);
      const pixels = new Uint32Array(ctx.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
      return {
        wrong: xml.querySelector('parsererror')?.textContent,
        size: [root.getAttribute('width'), root.getAttribute('height')].map(Number),
        title: root.querySelector('title')?.textContent,
        texts: [...root.querySelectorAll('text')].map((t) => t.textContent),
        colours: new Set(pixels).size,
      };
    },
    [svg.toString('utf8'), picture.toString('base64')],
  );

async function check(page, where) {
  const files = {};
  for (const format of FORMATS) files[format] = await file(page, format);
  const json = JSON.parse(files.json);
  const state = await get(page);
  assert.ok(json.title && json.permalink && json.citation, `${where}: ${JSON.stringify({ ...json, values: 0 })}`);
  assert.equal(json.values.length, json.shape.reduce((a, b) => a * b, 1), where);
  assert.ok(json.values.length > 0, `${where} has numbers`);
  const shown = png(files.png);
  const seen = await inspect(page, files.svg, files.png);
  assert.equal(seen.wrong, undefined, where);
  assert.deepEqual([shown.width, shown.height], seen.size.map((x) => Math.round(2 * x)), `${where}: PNG is twice the size`);
  assert.ok(seen.colours > 3, `${where}: ${seen.colours} colours`);
  assert.equal(seen.title, json.title, where);
  assert.ok(seen.texts.length > 4, where);
  assert.equal(JSON.parse(shown.texts.Comment).permalink, json.permalink, where);
  const table = csv(files.csv);
  assert.equal(table.about.get('title'), json.title, where);
  assert.equal(table.about.get('permalink'), json.permalink, where);
  const numbers = npy(files.npy);
  assert.ok(numbers.shape.length >= 2, where);
  assert.equal(json.parameters.panel ?? 'permutation', state.panel, where);
  return { json, table, numbers, where };
}

describe('a picture and its numbers as files', () => {
  const at = stage();

  for (const lang of ['en', 'zh']) {
    test(`every panel, every format, ${lang}`, async () => {
      const page = await at.open({ hash: { lang, text: '狗 bites 人', scheme: 'rope', rope_type: 'yarn', factor: 4, long_n: 256 } });
      for (const panel of PANELS) {
        await set(page, { panel });
        await settled(page);
        const { json } = await check(page, panel);
        if (['position', 'attention', 'long'].includes(panel)) assert.match(json.citation, /YaRN/, panel);
      }
    });
  }

  for (const state of MODES) {
    test(`${state.mode}, ${state.panel}`, async () => {
      const page = await at.open({ hash: { ...state, lang: 'en', patch_size: 32 } });
      await check(page, `${state.mode} ${state.panel}`);
    });
  }

  test('the numbers are those of locus.data, and the link opens the same state', async () => {
    const page = await at.open({ hash: { lang: 'en', text: 'the quick brown fox', tokenizer: 'gpt2', scheme: 'alibi', mask: 'full', panel: 'attention' } });
    const { json, table, numbers } = await check(page, 'attention');
    const { values, shape, rows } = await data(page, 'weights');
    const [, n] = shape;
    const head = values.slice(0, n * n);
    assert.deepEqual(numbers.values, head);
    assert.deepEqual(json.values.map(Math.fround), head);
    assert.deepEqual(json.rows, rows);
    assert.deepEqual(table.rows.slice(1).flatMap((row) => row.slice(2).map((x) => Math.fround(Number(x)))), head);
    const before = await get(page);
    await visit(page, json.permalink.split('#')[0], json.permalink.split('#')[1]);
    const after = await get(page);
    assert.deepEqual({ ...after, lang: 0 }, { ...before, lang: 0 });
  });

  test('the long map gives the tile in view', async () => {
    const page = await at.open({ hash: { panel: 'long', long_n: 512, scheme: 'rope' } });
    const { numbers } = await check(page, 'long');
    const { values, shape } = await data(page, 'long');
    assert.deepEqual(numbers.shape, shape);
    assert.deepEqual(numbers.values, values);
  });

  test('labels that a spreadsheet would run are text', async () => {
    const page = await at.open({ hash: { panel: 'tokens', text: '=+a@' } });
    const { table } = await check(page, 'formulas');
    const labels = table.rows.slice(1).map((row) => row[1]);
    assert.deepEqual(labels, ["'=", "'+", 'a', "'@"]);
  });

  test('by keyboard: open, save, and the sentence that it was saved', async () => {
    const page = await at.open({ hash: { lang: 'en', panel: 'attention' } });
    const save = page.locator('.save').first();
    await save.getByRole('button', { name: 'Save …' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.equal(download.suggestedFilename(), 'locus-attention-map.csv');
    const saved = csv(await readFile(await download.path()));
    assert.ok(saved.rows.length > 1);
    await save.getByText('Saved as locus-attention-map.csv.').waitFor();
  });

  test('copy as image, and the sentence where the browser refuses', async () => {
    const page = await at.open({ hash: { lang: 'en', panel: 'vectors' }, apart: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const save = page.locator('.save').first();
    await save.getByRole('button', { name: 'Save …' }).click();
    await save.getByRole('button', { name: 'Copy as image' }).click();
    await save.getByText('Copied as an image.').waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    assert.ok(types.includes('image/png'), types.join());
    await page.evaluate(() => delete window.ClipboardItem);
    await save.getByRole('button', { name: 'Copy as image' }).click();
    await save.getByText('save it as PNG instead').waitFor();
  });

  test('on a phone nothing is wider than the screen, and targets are large enough', async () => {
    const page = await at.open({ hash: { lang: 'zh', panel: 'attention' }, viewport: { width: 360, height: 740 }, touch: true });
    const save = page.locator('.save').first();
    await save.getByRole('button', { name: '保存……' }).click();
    const boxes = await save.getByRole('button').evaluateAll((all) => all.map((b) => b.getBoundingClientRect()).map((r) => [r.height, r.right]));
    for (const [height, right] of boxes) assert.ok(height >= 24 && right <= 360, `${height} ${right}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
  });

  test('names that are not there are named in one sentence', async () => {
    const page = await at.open({ hash: { lang: 'en', panel: 'attention' } });
    await drawn(page);
    const why = (name, format) => page.evaluate(([n, f]) => window.locus.export(n, f).then(() => 'made', (e) => e.message), [name, format]);
    assert.match(await why('nothing', 'csv'), /“nothing”.*map/);
    assert.match(await why('map', 'gif'), /“gif”.*png, svg, csv, json, npy/);
  });

  test('on paper: light, without controls, with parameters and link, no wider than the page', async () => {
    const page = await at.open({ hash: { lang: 'en', panel: 'attention', theme: 'dark', scheme: 'rope' } });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    const note = page.locator('.paper-only');
    assert.match(await note.innerText(), /scheme = rope[\s\S]*#v=1/);
    assert.ok(!(await page.locator('.controls').isVisible()));
    const pdf = await page.pdf({ format: 'A4' });
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  });

  test('on paper the layers of a picture keep their places on each other', async () => {
    for (const panel of ['attention', 'permutation', 'compare', 'position']) {
      // As for a printer: the page gets the paper's width, and no script hears of it.
      const deaf = (page) => page.addInitScript(() => { window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }; });
      const page = await at.open({ hash: { lang: 'en', panel, scheme: 'rope', text: 'abc=d' }, prepare: deaf });
      await drawn(page);
      const places = () => page.evaluate(() => [...document.querySelectorAll('.heat, .plot')].filter((frame) => frame.offsetWidth).map((frame) => {
        const whole = frame.querySelector('.axes, canvas').getBoundingClientRect();
        const ratio = whole.width / whole.height;
        const layers = [...frame.querySelectorAll(':scope > canvas')].filter((canvas) => canvas.offsetWidth).map((canvas) => {
          const box = canvas.getBoundingClientRect();
          return [(box.left - whole.left) / whole.width, (box.top - whole.top) / whole.height, box.width / whole.width, box.height / whole.height];
        });
        return { ratio, layers: layers.flat(), right: whole.right };
      }));
      const before = await places();
      assert.ok(before.length > 0, panel);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 688, height: 1017 });
      const after = await places();
      assert.equal(after.length, before.length, panel);
      for (const [k, frame] of after.entries()) {
        assert.ok(frame.right <= 689, `${panel}: a picture ends at ${frame.right}`);
        assert.ok(Math.abs(frame.ratio / before[k].ratio - 1) < 0.01, `${panel}: ${frame.ratio}, was ${before[k].ratio}`);
        frame.layers.forEach((share, l) => assert.ok(Math.abs(share - before[k].layers[l]) < 0.01, `${panel}: ${frame.layers} was ${before[k].layers}`));
      }
    }
  });

  test('maps of points are saved as they stand on the screen, and nothing runs out of the picture', async () => {
    for (const [panel, name, texts] of [['economics', 'surface', ['GPT-2', '10 M']], ['meaning', 'map', []]]) {
      const page = await at.open({ hash: { lang: 'en', panel } });
      await settled(page);
      const svg = (await file(page, 'svg', name)).toString('utf8');
      for (const text of texts) assert.ok(svg.includes(`>${text}`), `${text} is missing`);
      const boxes = await page.evaluate((markup) => {
        const holder = document.body.appendChild(document.createElement('div'));
        holder.innerHTML = markup.slice(markup.indexOf('<svg'));
        const { width } = holder.querySelector('svg').viewBox.baseVal;
        return { width, texts: [...holder.querySelectorAll('text')].map((text) => {
          const { x, y, width, height } = text.getBBox();
          return { text: text.textContent, size: Number(text.getAttribute('font-size')), x, y, right: x + width, bottom: y + height };
        }) };
      }, svg);
      for (const box of boxes.texts) assert.ok(box.x >= 0 && box.right <= boxes.width, `${box.text} ends at ${box.right} of ${boxes.width}`);
      const names = boxes.texts.filter((box) => box.size === 14);
      assert.ok(names.length >= 10, `${names.length} names`);
      for (const [k, a] of names.entries()) for (const b of names.slice(k + 1)) {
        const over = Math.min(a.right, b.right) - Math.max(a.x, b.x) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 2;
        assert.ok(!over, `${a.text} lies on ${b.text}`);
      }
    }
  });
});
