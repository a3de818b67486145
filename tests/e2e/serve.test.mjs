// The static server that the tests and scripts/serve.sh use.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodings, serve } from '../../scripts/serve.mjs';
import { onlyHost } from './ways.mjs';

/** A request whose path is sent as it is: fetch would tidy up dots. */
const ask = (url, path, { headers = {}, method = 'GET' } = {}) =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, path, method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    });
    call.on('error', failed).end();
  });

describe('the static server', { skip: onlyHost }, () => {
  const PAGE = '<!doctype html>'.repeat(100);
  let folder;
  let site;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locus-serve-'));
    await mkdir(join(folder, 'root', 'in side'), { recursive: true });
    await mkdir(join(folder, 'root-secret'));
    await writeFile(join(folder, 'root', 'index.html'), PAGE);
    await writeFile(join(folder, 'root', 'in side', 'm.wasm'), 'wasm');
    await writeFile(join(folder, 'root', 'v.pack'), 'pack');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'root-secret', 'secret.txt'), 'secret');
    await symlink(join(folder, 'secret.txt'), join(folder, 'root', 'link.txt'));
    site = await serve({ root: join(folder, 'root'), base: '/a/b/' });
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  test('files come with their types, under the sub-path only', async () => {
    const types = { '/a/b/': 'text/html; charset=utf-8', '/a/b/in%20side/m.wasm': 'application/wasm', '/a/b/v.pack': 'application/octet-stream' };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await ask(site.url, path);
      assert.deepEqual([status, headers['content-type']], [200, type], path);
    }
    assert.equal((await ask(site.url, '/a/b')).headers.location, '/a/b/');
    for (const path of ['/', '/index.html', '/a/', '/a/b/none', '/a/b/in%20side', '/a/bc/']) assert.equal((await ask(site.url, path)).status, 404, path);
  });

  test('nothing outside the folder can be read', async () => {
    const ways = ['../secret.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', '..\\secret.txt', 'x/../../secret.txt', '../root-secret/secret.txt', 'link.txt', '%00', '%', '/etc/passwd'];
    for (const way of ways) {
      const { status, body } = await ask(site.url, `/a/b/${way}`);
      assert.equal(status, 404, way);
      assert.doesNotMatch(body.toString(), /secret/);
    }
  });

  test('brotli and gzip go to those who take them, and are counted', async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accept, encoding] of [['gzip, deflate, br', 'br'], ['gzip', 'gzip'], ['br;q=0, gzip;q=0.5', 'gzip']]) {
      const { headers, body } = await ask(site.url, '/a/b/', { headers: { 'accept-encoding': accept } });
      assert.equal(headers['content-encoding'], encoding, accept);
      assert.equal(unpack[encoding](body).toString(), PAGE);
      assert.ok(body.length < PAGE.length / 4);
      assert.deepEqual(site.sent.at(-1), { path: '/a/b/', status: 200, bytes: body.length, encoding });
    }
    const pack = await ask(site.url, '/a/b/v.pack', { headers: { 'accept-encoding': 'br' } });
    assert.equal(pack.headers['content-encoding'], undefined, 'packs are compressed already');
    assert.deepEqual(encodings(undefined), []);
  });

  test('only GET and HEAD are answered', async () => {
    assert.equal((await ask(site.url, '/a/b/', { method: 'POST' })).status, 405);
    const head = await ask(site.url, '/a/b/', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });
});
