#!/usr/bin/env node
// A zip of a built site, the same for the same files: sorted, and dated the first day that a zip can name.
//
//   node scripts/finish/zip.mjs dist release/locus.zip
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { names, read, sha256 } from './files.mjs';

// Where scripts/setup.sh puts the tools of the npm registry.
const { zipSync } = createRequire(new URL('../../tests/e2e/package.json', import.meta.url))('fflate');

const [root, target] = process.argv.slice(2);
// Local time: zip has no zones.
const options = { level: 9, mtime: new Date(1980, 0, 1), os: 3 };
const files = Object.fromEntries(names(root).map((name) => [`locus/${name}`, [new Uint8Array(read(root, name)), options]]));
const zip = zipSync(files);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, zip);
console.log(`${target}: ${zip.length} bytes, ${Object.keys(files).length} files, sha256 ${sha256(zip).slice(0, 16)}`);
