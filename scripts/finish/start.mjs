// Trunk starts the page from a module inside index.html. A content security policy without 'unsafe-inline' forbids that:
// it becomes a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, sha256 } from './files.mjs';

const INLINE = /<script type="module">([\s\S]*?)<\/script>/;

/** `page` with its inline module in a file beside it. A page that has none is left as it is. */
export function started(root, page) {
  const code = page.match(INLINE)?.[1];
  if (code === undefined) return page;
  const name = `start-${sha256(code).slice(0, 16)}.js`;
  writeFileSync(join(root, name), `${code.trim()}\n`);
  const out = page.replace(INLINE, () => `<script type="module" src="./${name}"></script>`);
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(out)) throw new Error('index.html has another inline script');
  return out;
}
