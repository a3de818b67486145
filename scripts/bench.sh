#!/usr/bin/env bash
# Measures Locus in headless Chromium. Not part of the tests: a number that depends on the machine fails nobody.
#
#   scripts/bench.sh [REGEX]    every measurement of tests/bench/measure (or those whose file name matches)
#
# Results: JSON on the standard output and in tests/bench/out/results.json, medians over RUNS (20) runs or more.
# If PEERS_DIR (default ../shared/peers) holds the harness that runs other libraries, attention, log-mel and the
# encoding of text are run there too, with us as one more column; the first time it installs those libraries. PEERS=0
# leaves it out.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test

out="$root/tests/bench/out"
# A folder of its own: this release build takes minutes, and would hold up the others' builds.
export CARGO_TARGET_DIR="${BENCH_TARGET_DIR:-$root/target/bench}"
page="$CARGO_TARGET_DIR/page"
export CHROMIUM="${CHROMIUM:-$(command -v chromium)}"
mkdir -p "$out" "$page/pkg"

build_page() {
  say "building the bench page in release (several minutes the first time)"
  (cd "$root" && cargo build --quiet --release --target wasm32-unknown-unknown --example bench)
  wasm-bindgen --target web --no-typescript --out-dir "$page/pkg" \
    "$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/examples/bench.wasm"
  wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-reference-types \
    --enable-multivalue --enable-nontrapping-float-to-int "$page/pkg/bench_bg.wasm" -o "$page/pkg/bench_bg.wasm"
  cp "$root/tests/bench/bench.html" "$page/"
  mkdir -p "$page/packs"
  cp "$root"/public/packs/{gpt2,cl100k}.pack "$page/packs/"
}

# The harness is copied, so that what it installs and writes stays out of its own folder.
prepare_peers() {
  peers="$CARGO_TARGET_DIR/peers"
  mkdir -p "$peers"
  cp -R "$1/." "$peers/"
  chmod -R u+w "$peers"
  (
    cd "$peers"
    if ! cmp -s package.json node_modules/.installed; then
      say "installing the libraries to compare with"
      npm install --ignore-scripts --no-audit --no-fund --silent
      cp package.json node_modules/.installed
    fi
    sample_texts
    if [ ! -e models/attn_mha.onnx ]; then
      [ -x .venv/bin/pip ] || python3 -m venv .venv
      .venv/bin/pip install --quiet onnx==1.19.1 numpy
      node scripts/gen-models.mjs >/dev/null
    fi
    [ -e data/audio.f32 ] || node scripts/gen-audio.mjs >/dev/null
    node scripts/build.mjs >/dev/null
  )
}

# A megabyte each of English, Chinese and code. The Chinese is the harness's own; the rest is what every machine with
# these libraries has, so other machines have other texts: their hashes are in the results.
sample_texts() {
  [ -e data/en.txt ] && return
  say "gathering the sample texts"
  mkdir -p texts
  # its generator reads no file over 400 kB
  head -c 399000 data/zh.txt | iconv -cf UTF-8 -t UTF-8 >texts/zh.txt || true # its last character may be cut
  node scripts/gen-data.mjs --en node_modules,/usr/share/perl,/usr/lib/python3,/usr/share/doc --zh texts \
    --code "node_modules/d3-array/src,node_modules/d3-geo/src,node_modules/d3-scale/src,node_modules/@observablehq/plot/src,node_modules/@huggingface/transformers/src,$root/src" \
    >/dev/null
}

run_tokenizers() {
  say "encoding a megabyte beside other libraries (about 6 minutes)"
  # tiktoken's wasm and tables are read from where npm put them
  (cd "$peers" && node run.mjs --tasks bpe --only '^(locus|gpt-tokenizer|transformers|tiktoken|js-tiktoken)$' \
    --rounds 3 --loads 5 --mount "locus=$page" --add bpe:locus=/locus/bench.html --out "$out/tokenizers.json") >&2
  node "$root/tests/bench/ready.mjs" "$page" "$peers" "$out/tokenizers.json"
  node "$root/tests/bench/tokenizers.mjs" "$out/tokenizers.json" >&2
}

run_peers() {
  say "attention and log-mel beside other libraries (about 4 minutes)"
  (cd "$peers" && node run.mjs --tasks attention,logmel \
    --only '^(locus|ort-wasm-(mat|mha|op23)|plain-js|tfjs-wasm(-2d)?|transformers)$' --ns 128,512,2048 \
    --mount "locus=$page" --add attention:locus=/locus/bench.html --add logmel:locus=/locus/bench.html \
    --out "$out/peers.json") >&2
  node "$root/tests/bench/peers.mjs" "$out/peers.json" >&2
}

build_page
node "$root/tests/bench/run.mjs" "$page" "$out/results.json" "${1:-}"

peers_dir="${PEERS_DIR:-$root/../shared/peers}"
if [ "${PEERS:-1}" = 0 ]; then
  say "PEERS=0: no comparison with other libraries"
elif [ ! -e "$peers_dir/run.mjs" ]; then
  say "no comparison with other libraries: there is no harness in $peers_dir (set PEERS_DIR)"
else
  prepare_peers "$peers_dir"
  run_peers
  run_tokenizers
fi
