#!/usr/bin/env node
// Makes one .html of a built site, which opens from the disk by a double click: nothing is fetched.
//
//   node scripts/single/single.mjs [dist] [release/locus.html] [6000000]      from, to, most bytes
//
// It takes the release build with its parts as it is, so that nothing is compiled twice. The default packs must fit;
// further samples and packs are put in while there is room, and the page says of the rest that they are not inside.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, posix } from 'node:path';
import { deflateSync } from 'node:zlib';
import { DEFAULT_PACKS } from '../finish/default_packs.mjs';
import { names, read, sha256 } from '../finish/files.mjs';
import { encoded } from './text7.mjs';

/** Samples besides the first of their kind: they go in before other packs, and like these only while there is room. */
const MORE_SAMPLES = ['pictures/rocket.webp', 'pictures/coffee.webp'];
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.webp': 'image/webp', '.flac': 'audio/flac' };
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** `text` with its one occurrence of `what` replaced. */
function once(text, what, by) {
  const pieces = text.split(what);
  if (pieces.length !== 2) throw new Error(`expected one ${what} and found ${pieces.length - 1}`);
  return pieces.join(typeof by === 'function' ? by() : by);
}

/** A script whose relative names of files are written `locus:name`, and those names. */
function named(files, name, text) {
  const found = [];
  // Where a file is loaded; not where wasm-bindgen names a module of imports.
  const code = text.replace(/(\b(?:from|import|URL|module_or_path:)[\s(]*)(["'])(\.\.?\/[^"'\n]+)\2/g, (whole, before, quote, path) => {
    const target = posix.join(posix.dirname(name), path);
    if (!files.has(target)) return whole;
    found.push(target);
    return `${before}${quote}locus:${target}${quote}`;
  });
  return { code, found };
}

/** `files` with scripts rewritten, each behind the files that it names. */
function ordered(files) {
  const done = new Map();
  const put = (name, above) => {
    if (done.has(name)) return;
    if (above.includes(name)) throw new Error(`${name} imports itself`);
    const bytes = files.get(name);
    if (!name.endsWith('.js')) return void done.set(name, bytes);
    const { code, found } = named(files, name, bytes.toString());
    for (const other of found) put(other, [...above, name]);
    done.set(name, Buffer.from(code));
  };
  for (const name of files.keys()) put(name, []);
  return done;
}

/** A file as an element of the page. */
function element(name, bytes) {
  const small = deflateSync(bytes, { level: 9 });
  const packed = small.length < bytes.length * 0.98;
  const stored = packed ? small : bytes;
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return `<script type="text/plain" data-name="${name}" data-type="${type}" data-size="${stored.length}"${packed ? ' data-packed' : ''}>${encoded(stored)}</script>\n`;
}

/** The page with its style sheets, icon and boot script inside, and with nothing else that the browser would fetch. */
function self(root, page) {
  const start = page.match(/<script type="module"(?: src="\.\/([^"]+)")?>([\s\S]*?)<\/script>/);
  if (!start) throw new Error('index.html starts no module');
  let out = page.replace(start[0], '');
  const inside = (href) => read(root, posix.normalize(href)).toString();
  out = out.replace(/<link rel="stylesheet" href="([^"]+)"\s*\/?>/g, (_, href) => `<style>\n${inside(href)}</style>`);
  out = out.replace(/<link rel="icon" href="([^"]+)"[^>]*>/, (_, href) => `<link rel="icon" href="data:image/svg+xml;base64,${read(root, href).toString('base64')}">`);
  out = out.replace(/<link rel="(?:modulepreload|preload|manifest|apple-touch-icon)"[^>]*>\n?/g, '');
  out = out.replace(/<meta name="locus-version"[^>]*>\n?/, '');
  out = once(out, '<script src="boot.js"></script>', `<script>\nwindow.locusFiles = new Map();\n${inside('boot.js')}</script>`);
  if (/(?:src|href)="(?!data:)/.test(out)) throw new Error(`the page still fetches ${out.match(/(?:src|href)="[^"]*"/)[0]}`);
  const module = start[1] ? { name: start[1], code: inside(start[1]) } : { name: 'start.js', code: start[2] };
  return { out, module };
}

/** What the page may fetch while it runs. */
function fetched(root) {
  const apart = /\.(css|html|svg|png|webmanifest|zip)$|^(?!lessons\/).*\.json$|^(boot|sw|embed)\.js$|^start-/;
  return new Map(names(root).filter((name) => !apart.test(name)).map((name) => [name, read(root, name)]));
}

function single(root, limit) {
  const { out, module } = self(root, read(root, 'index.html').toString());
  const files = fetched(root);
  const packs = [...files.keys()].filter((name) => name.endsWith('.pack'));
  const spare = packs.filter((name) => !DEFAULT_PACKS.includes(name)).sort((a, b) => files.get(a).length - files.get(b).length);
  const extra = [...MORE_SAMPLES, ...spare].filter((name) => files.has(name));
  for (const name of extra) files.delete(name);
  files.set(module.name, Buffer.from(module.code));
  const { extra: kept, body } = filled(root, ordered(files), extra, limit - 10_000 - out.length - here('open.js').length);
  const open = once(here('open.js'), "'START'", JSON.stringify(module.name));
  const text = once(out, '</body>', () => `${body}<script>\n${open}</script>\n</body>`);
  return { text, kept, left: extra.filter((name) => !kept.includes(name)) };
}

/** The elements of all `files`, and of as many `extra` packs as fit into `room` bytes. */
function filled(root, files, extra, room) {
  const size = (text) => Buffer.byteLength(text);
  let body = [...files].map(([name, bytes]) => element(name, bytes)).join('');
  const kept = [];
  for (const name of extra) {
    const more = element(name, read(root, name));
    if (size(body) + size(more) > room) break;
    body = more + body;
    kept.push(name);
  }
  return { extra: kept, body };
}

function main([root = 'dist', target = 'release/locus.html', most = '6000000']) {
  const limit = Number(most);
  const { text, kept, left } = single(root, limit);
  const bytes = Buffer.from(text);
  if (bytes.length > limit) throw new Error(`the single file has ${bytes.length} bytes, more than ${limit}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  const list = (packs) => packs.join(', ') || 'none';
  console.log(`${target}: ${bytes.length} bytes, sha256 ${sha256(bytes).slice(0, 16)}\n  besides the default packs: ${list(kept)}\n  not inside: ${list(left)}`);
}

main(process.argv.slice(2));
