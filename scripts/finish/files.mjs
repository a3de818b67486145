// The files of a built site.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Names of all files below `root`, with `/`, sorted; without those that begin with a dot. */
export function names(root) {
  return readdirSync(root, { recursive: true })
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort();
}

export const read = (root, name) => readFileSync(join(root, name));
