// Draws public/icons/ from public/icon.svg: node icons.mjs RESVG_MODULE ICON OUT
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [module, icon, out] = process.argv.slice(2);
const { Resvg } = (await import(pathToFileURL(module))).default;
const svg = readFileSync(icon, 'utf8');
const draw = (name, text, width) =>
  writeFileSync(join(out, name), new Resvg(text, { fitTo: { mode: 'width', value: width } }).render().asPng());

// Where the system cuts the corners itself, the ground reaches them, and the drawing stays within the middle 80 %.
const full = svg.replace(/ rx="\d+"/, '');
const inner = full.replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, '$1<g transform="translate(3.2 3.2) scale(.8)">$2</g>$3');
if (full === svg || inner === full) throw new Error('icon.svg is not as expected: a rounded rect, then the drawing');

mkdirSync(out, { recursive: true });
draw('192.png', svg, 192);
draw('512.png', svg, 512);
draw('180.png', full, 180);
draw('maskable.png', inner, 512);
