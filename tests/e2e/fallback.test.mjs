// Without WebGPU, and with one that goes away: the CPU draws, the page says why, the state is kept.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { data, drawn, fingerprint, get, onGpu, read, reveal, set, stage, visit } from './harness.mjs';

/** Keeps every device that the page is given, so that a test can take it away. */
const keepDevices = (page) =>
  page.addInitScript(() => {
    if (!window.GPUAdapter) return;
    window.devices = [];
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function requestDevice(...given) {
      const device = await request.apply(this, given);
      window.devices.push(device);
      return device;
    };
  });

const badge = (page) => read(page.getByTestId('backend').first());

describe('no WebGPU', () => {
  const at = stage();

  test('the CPU draws and the page says so', async () => {
    const page = await at.open();
    for (const backend of ['auto', 'cpu', 'gpu']) {
      await visit(page, at.site.url, { panel: 'attention', backend, lang: 'en' });
      assert.equal((await data(page, 'weights')).backend, 'cpu', backend);
      assert.match(await badge(page), /CPU · (< )?[\d.]+ ms/);
    }
  });

  test('asked for the GPU, the page says in a sentence why it is not used', async () => {
    const page = await at.open({ hash: { panel: 'attention', backend: 'gpu', lang: 'en' } });
    const status = page.getByTestId('gpu-status');
    await page.waitForFunction(() => document.querySelector('[data-testid="gpu-status"]')?.innerText.trim());
    assert.match(await read(status), /WebGPU is not available.+CPU/s);
    await set(page, { lang: 'zh' });
    assert.match(await read(status), /WebGPU[\s\S]*CPU[\s\S]*[\u4e00-\u9fff]/);
  });

  for (const [name, hide] of Object.entries({
    'navigator.gpu is missing': () => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined, configurable: true }),
    'the adapter request fails': () => navigator.gpu && (navigator.gpu.requestAdapter = () => Promise.reject(new Error('no'))),
    'the adapter never answers': () => navigator.gpu && (navigator.gpu.requestAdapter = () => new Promise(() => {})),
  })) {
    test(`${name}: the first picture comes all the same`, async () => {
      const page = await at.open({ hash: { backend: 'gpu', panel: 'attention' }, prepare: (p) => p.addInitScript(hide) });
      assert.equal((await data(page, 'weights')).backend, 'cpu');
    });
  }
});

describe('WebGPU', () => {
  const at = stage({ gpu: true });
  const STATE = { panel: 'attention', scheme: 'rope', text: 'The dog bites the man, and the man bites the dog.', lang: 'en' };

  test('GPU and CPU give the same weights within 1e-5', async () => {
    const page = await at.open({ hash: STATE });
    await onGpu(page);
    for (const partial of [{ scheme: 'rope', base: 1e7 }, { scheme: 'alibi', mask: 'causal' }, { scheme: 'sinusoidal', n_heads: 32, d_model: 512 }]) {
      const both = {};
      for (const backend of ['gpu', 'cpu']) {
        await set(page, { ...partial, backend });
        both[backend] = await data(page, 'weights');
        assert.equal(both[backend].backend, backend);
      }
      const worst = both.gpu.values.reduce((most, x, e) => Math.max(most, Math.abs(x - both.cpu.values[e])), 0);
      assert.ok(worst <= 1e-5, `${JSON.stringify(partial)}: ${worst}`);
    }
  });

  test('a device lost in the middle of a drag: the CPU takes over with the same state, and the page says so', async () => {
    const page = await at.open({ hash: STATE, prepare: keepDevices });
    await onGpu(page);
    assert.match(await badge(page), /GPU/);
    const range = page.locator('[data-key="base"] input[type="range"]');
    const { left: x, top: y, width, height } = await reveal(range);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
    await page.evaluate(() => window.devices.forEach((device) => device.destroy()));
    await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await drawn(page);
    const state = await get(page);
    assert.ok(state.base > 1e5, `the drag went on: ${state.base}`);
    await page.waitForFunction(() => window.locus.data('weights').backend === 'cpu');
    assert.match(await badge(page), /CPU/);
    assert.match(await read(page.getByTestId('gpu-status')), /WebGPU device was lost/);
    const after = await fingerprint(page, 'weights');
    await set(page, { backend: 'cpu' });
    assert.equal(await fingerprint(page, 'weights'), after, 'the numbers are the CPU’s for the state on the screen');
  });
});
