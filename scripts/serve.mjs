#!/usr/bin/env node
// A static file server without dependencies, for looking at the built site and for testing it.
//
//   node scripts/serve.mjs [--root dist] [--base /a/b/] [--port 8080] [--quality 5] [--csp]
//
// --base serves the site under a sub-path, as many static hosts do; everything outside it is 404. Text and wasm go
// out as brotli or gzip where the browser takes them; --quality 11 is what a host with files compressed ahead of
// time would send. Only files below --root are served. --csp sends
// the content security policy of HOSTING.md.
import { createServer } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.wasm', '.webmanifest']);

const PACKERS = {
  br: (bytes, quality) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, quality) => promisify(gzip)(bytes, { level: Math.min(quality, 9) }),
};

/** The policy under which the page works; HOSTING.md explains it. */
export const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The encodings that an Accept-Encoding header takes, best first; `q=0` refuses one. */
export function encodings(header = '') {
  const taken = header.split(',').map((part) => part.trim().split(/\s*;\s*/));
  const allowed = new Set(taken.filter(([, q]) => !/^q=0(\.0*)?$/.test(q ?? '')).map(([name]) => name.toLowerCase()));
  return ['br', 'gzip'].filter((name) => allowed.has(name));
}

/** The file below `root` that a request path under `base` names; null if it names none. */
export function locate(root, base, path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (!name.startsWith(base) || name.includes('\0')) return null;
  const file = resolve(root, `.${sep}${name.slice(base.length)}`);
  if (file !== root && !file.startsWith(root + sep)) return null;
  return name.endsWith('/') ? join(file, 'index.html') : file;
}

/** Compressed bodies by file, modification time and encoding, so that each is made once. */
function compressor(quality) {
  const made = new Map();
  return (file, modified, encoding, bytes) => {
    const key = `${file}\n${modified}\n${encoding}`;
    if (!made.has(key)) made.set(key, PACKERS[encoding](bytes, quality));
    return made.get(key);
  };
}

/** The answer to one GET: a file with its headers, a redirect to the folder, or a status alone. */
async function answer({ root, base, compress, extra }, { url, headers }) {
  const { pathname } = new URL(url, 'http://localhost');
  if (`${pathname}/` === base) return { status: 301, headers: { location: base } };
  const file = locate(root, base, pathname);
  const info = file && (await stat(file).catch(() => null));
  // A symbolic link may not lead out of the root either.
  const real = info?.isFile() ? await realpath(file) : null;
  if (!real?.startsWith(root + sep)) return { status: 404, headers: {} };
  const extension = extname(file);
  const out = {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    // A sandboxed frame is an origin of its own; public hosts such as GitHub Pages send this too.
    'access-control-allow-origin': '*',
    ...extra,
  };
  let body = await readFile(real);
  const [encoding] = COMPRESSIBLE.has(extension) ? encodings(headers['accept-encoding']) : [];
  if (encoding) {
    body = await compress(real, info.mtimeMs, encoding, body);
    out['content-encoding'] = encoding;
  }
  return { status: 200, headers: { ...out, 'content-length': body.length }, body };
}

/**
 * Serves `root` under `base` on 127.0.0.1, with `headers` besides its own. Resolves with `{ url, sent, close }`, where `sent` grows by
 * `{ path, status, bytes, encoding }` for every answer; `bytes` is the size of the body on the wire.
 */
export async function serve({ root = 'dist', base = '/', port = 0, host = '127.0.0.1', quality = 5, headers: extra = {} } = {}) {
  const site = { extra, root: await realpath(root), base: `/${base}/`.replace(/\/+/g, '/'), compress: compressor(quality) };
  const sent = [];
  const server = createServer(async (request, response) => {
    const readable = request.method === 'GET' || request.method === 'HEAD';
    const failed = (error) => ({ status: 500, headers: {}, body: Buffer.from(String(error)) });
    const { status, headers, body = Buffer.alloc(0) } = readable
      ? await answer(site, request).catch(failed)
      : { status: 405, headers: { allow: 'GET, HEAD' } };
    sent.push({ path: request.url, status, bytes: body.length, encoding: headers['content-encoding'] ?? 'identity' });
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise((done, failed) => server.once('error', failed).listen(port, host, done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://${host}:${server.address().port}${site.base}`, sent, close };
}

async function main() {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..', 'dist') },
      base: { type: 'string', default: '/' },
      port: { type: 'string', default: '8080' },
      quality: { type: 'string', default: '5' },
      csp: { type: 'boolean', default: false },
      try: { type: 'boolean', default: false }, // says only whether the port is free
    },
  });
  const { url, close } = await serve({
    ...values,
    port: Number(values.port),
    quality: Number(values.quality),
    headers: values.csp ? { 'content-security-policy': CSP } : {},
  });
  if (values.try) return close();
  console.log(`Locus is at ${url} (Ctrl-C ends it)`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.code === 'EADDRINUSE' ? 'The port is taken; choose another with --port.' : String(error.message));
    process.exitCode = 1;
  });
}
