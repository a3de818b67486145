// Takes the arguments of wasm-bindgen. The page's own module is split into what the first picture needs and the parts that
// follow it (src/app/parts), each optimised as the main module is by Trunk; any other module goes through untouched.
//
//   LOCUS_BINDGEN   the real wasm-bindgen
//   LOCUS_PARTS     the folder that receives the parts; the page looks for them in parts/ beside its glue
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlined } from './glue.mjs';

const MODULE = 'locus';
const { LOCUS_BINDGEN: bindgen, LOCUS_PARTS: folder } = process.env;
if (!bindgen || !folder) throw new Error('LOCUS_BINDGEN and LOCUS_PARTS are not set: scripts/setup.sh does that');

const run = (tool, args) => execFileSync(tool, args, { stdio: 'inherit' });

/** How index.html has Trunk call wasm-opt for the main module: the parts get the same. */
function optimisation() {
  const page = readFileSync(fileURLToPath(new URL('../../index.html', import.meta.url)), 'utf8');
  const link = page.match(new RegExp(`<link[^>]*data-bin="${MODULE}"[^>]*>`))?.[0] ?? '';
  const level = link.match(/data-wasm-opt="([^"]+)"/)?.[1];
  const flags = link.match(/data-wasm-opt-params="([^"]+)"/)?.[1];
  if (!level || !flags) throw new Error(`index.html does not say how ${MODULE} is optimised`);
  return [`-O${level}`, ...flags.split(/\s+/)];
}

/** Optimises every part into the folder under a name with its hash; gives those names by the splitter's own. */
function finish(work) {
  const flags = optimisation();
  mkdirSync(folder, { recursive: true });
  const parts = readdirSync(work).filter((name) => name.endsWith('.wasm') && name !== `${MODULE}.wasm`);
  return Object.fromEntries(
    parts.map((name) => {
      const small = join(work, `${name}.opt`);
      run('wasm-opt', [...flags, join(work, name), '-o', small]);
      const bytes = readFileSync(small);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      const final = `${name.replace(/^split_|\.wasm$/g, '')}-${hash}.wasm`;
      writeFileSync(join(folder, final), bytes);
      return [name, final];
    }),
  );
}

function split(args) {
  const input = args.find((arg) => arg.endsWith('.wasm'));
  const out = args.find((arg) => arg.startsWith('--out-dir='))?.slice('--out-dir='.length);
  const work = mkdtempSync(join(tmpdir(), 'locus-split-'));
  try {
    run('wasm-split-cli', [input, work, '--out-name', MODULE]);
    // The parts need what the linker exports, the table of functions and the memory.
    const own = args.map((arg) => (arg === input ? join(work, `${MODULE}.wasm`) : arg));
    run(bindgen, ['--keep-lld-exports', ...own]);
    const glue = join(out, `${MODULE}.js`);
    const loaders = readFileSync(join(work, '__wasm_split.js'), 'utf8');
    writeFileSync(glue, inlined(readFileSync(glue, 'utf8'), loaders, finish(work)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
if (args.some((arg) => basename(arg) === `${MODULE}.wasm`)) split(args);
else run(bindgen, args);
