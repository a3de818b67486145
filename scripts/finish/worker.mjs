// Writes the service worker of a built site: sw.js of this folder, told what there is. Its version is a hash of all files,
// so that two builds of the same files are the same version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PACKS } from './default_packs.mjs';
import { names, read, sha256 } from './files.mjs';

const WORKER = 'sw.js';
const PAGE = 'index.html';
const META = /<meta name="locus-version" content="[^"]*">\n/;

/** Files that the page never asks for. */
const isApart = (name) => name === WORKER || name.endsWith('.zip') || name === 'locus.html';

/** What the worker is told: hashes of the shell by name (the page itself is ''), and the packs that are fetched on demand. */
export function listed(root, page) {
  const shell = { '': sha256(page) };
  const extra = {};
  for (const name of names(root)) {
    if (isApart(name) || name === PAGE) continue;
    const bytes = read(root, name);
    if (name.endsWith('.pack') && !DEFAULT_PACKS.includes(name)) extra[name] = { hash: sha256(bytes), bytes: bytes.length };
    else shell[name] = sha256(bytes);
  }
  const missing = DEFAULT_PACKS.filter((name) => !(name in shell));
  if (missing.length > 0) throw new Error(`no ${missing.join(', ')} in ${root}`);
  return { shell, extra };
}

/** Writes the worker and marks the page with the version, by which it knows that there is one. Gives the page and the version. */
export function withWorker(root, marked) {
  const page = marked.replace(META, '');
  const { shell, extra } = listed(root, page);
  const source = readFileSync(new URL(WORKER, import.meta.url), 'utf8');
  const version = sha256(JSON.stringify({ shell, extra, source })).slice(0, 16);
  const told = { VERSION: version, SHELL: shell, EXTRA: extra };
  const head = Object.entries(told).map(([name, value]) => `const ${name} = ${JSON.stringify(value, null, 1)};\n`);
  writeFileSync(join(root, WORKER), `${head.join('')}\n${source}`);
  return { version, page: page.replace('<title>', () => `<meta name="locus-version" content="${version}">\n<title>`) };
}
