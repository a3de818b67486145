// How fast we encode beside other libraries, from one run of the peers harness: writes the ratios into its JSON and
// prints them. Cold is the first time a text is seen in a page, warm the same text again.
//   node tokenizers.mjs TOKENIZERS_JSON
import fs from 'node:fs';

const file = process.argv[2];
const results = JSON.parse(fs.readFileSync(file));
const { agreement, ...encodings } = results.tasks.bpe;
const ratio = (theirs, ours, which) => theirs?.[which] / ours?.[which];
const both = (theirs, ours) => ({ median: ratio(theirs, ours, 'median'), min: ratio(theirs, ours, 'min') });

results.times_as_fast = {};
for (const [encoding, { locus, ...peers }] of Object.entries(encodings)) {
  const rows = (results.times_as_fast[encoding] = {});
  for (const [id, peer] of Object.entries(peers)) {
    if (locus.error || locus.load.error || peer.error || peer.load.error) {
      rows[id] = { error: [locus, peer].map((row) => row.error ?? row.load.error).find(Boolean) };
      continue;
    }
    rows[id] = { ready: both(peer.load.readyMs, locus.load.readyMs) };
    for (const [text, ours] of Object.entries(locus.texts)) {
      const theirs = peer.texts[text];
      rows[id][text] = {
        same_ids: ours.hash === theirs.hash && ours.tokens === theirs.tokens, cold: both(theirs.firstMs, ours.firstMs), warm: both(theirs.ms, ours.ms),
      };
    }
  }
}
fs.writeFileSync(file, JSON.stringify(results, null, 1));

const f = (x) => (x === undefined || Number.isNaN(x) ? '–' : x.toFixed(x < 10 ? 2 : 1));
const ms = (stat) => `${f(stat.median)} (${f(stat.min)})`;
for (const [encoding, rows] of Object.entries(results.times_as_fast)) {
  const ours = encodings[encoding].locus;
  console.log(`\nencoding with ${encoding}: ms of ours, median (fastest), then how many times as fast as each`);
  for (const [text, row] of Object.entries(ours.texts ?? {})) console.log(`  ${text}: ${row.bytes} bytes, ${row.tokens} tokens, cold ${ms(row.firstMs)}, warm ${ms(row.ms)}`);
  for (const [id, row] of Object.entries(rows)) {
    if (row.error) { console.log(`  ${id}: not measured (${JSON.stringify(row.error)})`); continue; }
    const texts = Object.entries(row).filter(([key]) => key !== 'ready').map(([text, r]) =>
      `${text} cold ${ms(r.cold)} warm ${ms(r.warm)}${r.same_ids ? '' : ', OTHER IDS'}`);
    console.log(`  ${id}: ${texts.join('; ')}; page opened until ready ${ms(row.ready)}`);
  }
  const ready = results.ready_from_bytes?.[encoding];
  if (ready) console.log(`  ready from bytes: ours ${ms(ready.locus.ms)} of ${ready.locus.bytes} bytes, gpt-tokenizer ${ms(ready['gpt-tokenizer'].ms)} of ${ready['gpt-tokenizer'].bytes}, not packed: ${ms(ready.times_as_fast)} times as fast`);
}
