// Runs every measurement of measure/ in headless Chromium and prints the results as JSON.
//   node run.mjs PAGE_DIR OUT_FILE [REGEX of measurements]
//
// A measurement is one file that exports a default function of { browser, page, origin, runs } and returns JSON.
// `page` is the open bench page; one that needs another page (the app itself, WebGPU) opens it with `browser`.
import fs from 'node:fs';
import os from 'node:os';
import { launch } from './lib/browser.mjs';
import { serve } from './lib/server.mjs';

const [pageDir, outFile, only = ''] = process.argv.slice(2);
const runs = Math.max(20, Number(process.env.RUNS ?? 20));

const server = await serve(pageDir);
const browser = await launch();
const results = {
  date: new Date().toISOString(), chromium: browser.version(), cpu: os.cpus()[0]?.model, load: os.loadavg(), runs, measurements: {},
};
const files = fs.readdirSync(new URL('measure/', import.meta.url)).filter((file) => file.endsWith('.mjs') && new RegExp(only).test(file));
for (const file of files.sort()) {
  const { default: measure } = await import(new URL(`measure/${file}`, import.meta.url));
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(`${server.origin}/bench.html`);
  console.error(`measuring ${file}`);
  results.measurements[file.replace('.mjs', '')] = await measure({ browser, page, origin: server.origin, runs });
  await page.close();
}
await browser.close();
server.close();

const json = JSON.stringify(results, null, 1);
fs.mkdirSync(new URL('.', `file://${outFile}`), { recursive: true });
fs.writeFileSync(outFile, json);
console.log(json);
