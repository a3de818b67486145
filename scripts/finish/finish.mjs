#!/usr/bin/env node
// What follows a build by Trunk: index.html without inline scripts, and a service worker that knows every file. The page
// works without this too, only neither offline nor under a strict content security policy. Safe to run again.
//
//   node scripts/finish/finish.mjs [dist]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from './files.mjs';
import { started } from './start.mjs';
import { withWorker } from './worker.mjs';

const root = process.argv[2] ?? 'dist';
const { page, version } = withWorker(root, started(root, read(root, 'index.html').toString()));
writeFileSync(join(root, 'index.html'), page);
console.error(`${root}: version ${version}`);
