// Random values of the state's fields, drawn from the README's table, which is made of the schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './harness.mjs';

/** Key and values of every row, as the table words them. */
export function rows() {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const table = readme.split('<!-- state keys: made by tests/state.rs -->')[1].split('<!-- end of state keys -->')[0];
  return table.split('\n').slice(3).filter(Boolean).map((line) => {
    const [key, values] = line.split(' | ').map((cell) => cell.replace(/^\| /, ''));
    return { key: key.replaceAll('`', ''), values };
  });
}

const TEXTS = ['狗咬人', 'The dog bites the man.', 'a&b=c#d%20+e f', '👩‍🚀 🇨🇳\tשלום\n"q" <i>', '１２３ ½ ﷽', 'ab '.repeat(90)];

/** A value of a field, as a link would spell it; null for what only the page itself knows to make. */
export function draw(values, next, max_text = Infinity) {
  const whole = (min, max) => min + Math.floor(next() * (max - min + 1));
  const pick = (list) => list[whole(0, list.length - 1)];
  const choices = [...values.matchAll(/`([^`]+)`/g)].map(([, choice]) => choice).filter((choice) => choice !== '-');
  const [, min, max, step] = values.match(/(-?[\d.]+) … (-?[\d.]+)(?: in steps of (\d+))?/) ?? [];
  if (values.startsWith('text')) return pick(TEXTS).slice(0, Math.min(Number(values.match(/\d+/)[0]), max_text));
  if (values.startsWith('any of')) return choices.filter(() => next() < 0.4).join('-');
  if (/joined|numbers/.test(values)) return null;
  if (min === undefined) return pick(choices);
  if (choices.includes('auto') && next() < 0.5) return 'auto';
  if (step) return String(Number(min) + Number(step) * whole(0, Math.floor((max - min) / step)));
  return String(whole(Math.ceil(Number(min)), Math.floor(Number(max))));
}
