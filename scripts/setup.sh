#!/usr/bin/env bash
# Installs what building and testing Locus needs and is missing, saying what and why. Safe to run again: the
# second time it only checks. `setup.sh build` is enough to build; `setup.sh test` adds browsers and test tools.
#
# Sourcing it (`. scripts/setup.sh build`) also leaves the environment set for the build: PATH, and
# RUSTUP_TOOLCHAIN where the wasm target comes from Debian's own compiler source. LOCUS_WASM_FROM_DEBIAN=1 asks
# for that compiler even where rustup has the target.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools="$root/tests/e2e/node_modules/.bin"
export PATH="$HOME/.cargo/bin:$tools:$PATH"

node_major=20 # the oldest that Playwright runs on
trunk_version=0.21.14
bindgen_version=0.2.130 # equal to wasm-bindgen in Cargo.toml
split_version=0.2.4 # of the same make as wasm_split_helpers in Cargo.lock

if [ -t 2 ]; then bold=$'\033[1m' plain=$'\033[0m'; else bold='' plain=''; fi
say() { printf '%s==> %s%s\n' "$bold" "$*" "$plain" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }
version_is() { have "$1" && [[ "$("$1" --version 2>/dev/null)" == *"$2"* ]]; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

apt_updated=
apt_install() {
  have apt-get || { say "please install by hand: $*"; return 1; }
  if [ -z "$apt_updated" ]; then as_root apt-get update -qq; apt_updated=1; fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# The wasm32 standard library: from rustup where it can be reached, else built from Debian's compiler source.
wasm_target() {
  local lib
  if [ "${LOCUS_WASM_FROM_DEBIAN:-}" = 1 ]; then
    debian_wasm_target
    return
  fi
  if lib=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) && compgen -G "$lib/libcore-*.rlib" >/dev/null; then
    return
  fi
  have rustup || { say "Rust has no wasm32-unknown-unknown target and there is no rustup to add it: see https://rustup.rs"; return 1; }
  if ! debian_target_stands; then
    say "the wasm32-unknown-unknown target is missing: asking rustup for it"
    if timeout 90 rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then return; fi
    say "rustup cannot fetch it"
  fi
  debian_wasm_target
}

# Not grep -q: it would end the pipe early, which pipefail takes for a failure.
web_is_linked() { rustup toolchain list | grep '^web\b' >/dev/null; }

debian_target_stands() {
  web_is_linked && compgen -G "/usr/lib/rustlib/wasm32-unknown-unknown/lib/libtest-*.rlib" >/dev/null
}

# Debian 12's newest compiler (package rustc-web, of its security archive) with a standard library built from its source.
debian_wasm_target() {
  if debian_target_stands; then
    export RUSTUP_TOOLCHAIN=web
    return
  fi
  say "building the wasm32 standard library from Debian's compiler source (about 3 minutes)"
  apt_install rustc-web cargo-web rust-web-src
  local llvm
  llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
  apt_install "lld-$llvm"
  web_is_linked || rustup toolchain link web /usr
  local dir
  dir=$(mktemp -d)
  mkdir "$dir/src"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[lib]\n[workspace]\n' >"$dir/Cargo.toml"
  echo '#![no_std]' >"$dir/src/lib.rs"
  # embed-bitcode: LTO needs it. force-unstable: the library is built outside the compiler's own tree. test: wasm-bindgen tests.
  (cd "$dir" && RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes -Zforce-unstable-if-unmarked" CARGO_TARGET_DIR="$dir/target" \
    cargo +web build --quiet --release --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort,panic_unwind,test)
  local lib=/usr/lib/rustlib/wasm32-unknown-unknown/lib
  as_root mkdir -p "$lib" /usr/lib/rustlib/x86_64-unknown-linux-gnu/bin
  rm -f "$dir"/target/wasm32-unknown-unknown/release/deps/libempty-*
  as_root cp "$dir"/target/wasm32-unknown-unknown/release/deps/*.rlib "$lib/"
  as_root ln -sf "/usr/bin/lld-$llvm" /usr/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
  rm -rf "$dir"
  export RUSTUP_TOOLCHAIN=web
}

# trunk and wasm-bindgen are fast enough unoptimised, and are then installed in minutes, not a quarter of an hour.
cargo_tools() {
  if ! version_is trunk "$trunk_version"; then
    say "installing trunk $trunk_version (builds and serves the page; about 4 minutes)"
    env -u RUSTUP_TOOLCHAIN CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
      cargo install --quiet --locked "trunk@$trunk_version"
  fi
  if ! version_is wasm-bindgen "$bindgen_version" || ! have wasm-bindgen-test-runner; then
    say "installing wasm-bindgen-cli $bindgen_version (makes the JavaScript glue; about 2 minutes)"
    env -u RUSTUP_TOOLCHAIN cargo install --quiet --debug "wasm-bindgen-cli@$bindgen_version"
  fi
  # It does not say its version itself.
  if ! have wasm-split-cli || [[ "$(cargo install --list)" != *"wasm_split_cli_support v$split_version:"* ]]; then
    say "installing wasm-split-cli $split_version (takes the page apart into what the first picture needs and the rest; about 2 minutes)"
    env -u RUSTUP_TOOLCHAIN CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
      cargo install --quiet --locked "wasm_split_cli_support@$split_version" --features build-binary
  fi
}

# Debian 12's own Node.js is older than Playwright takes: npm carries the program too.
newer_node() {
  local package
  package="node-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')"
  PATH="$root/.tools/node_modules/$package/bin:$PATH"
  if [ "$(node -p 'parseInt(process.versions.node)')" -lt "$node_major" ]; then
    say "installing Node.js $node_major (the one here is $(node --version))"
    npm install --loglevel=error --no-audit --no-fund --no-save --ignore-scripts --prefix "$root/.tools" "$package@$node_major"
    hash -r
  fi
}

# wasm-opt, Playwright's driver and axe-core come from the npm registry, at the versions of the lock file.
node_tools() {
  have npm || { say "installing Node.js (wasm-opt and the end-to-end tests run on it)"; apt_install nodejs npm; }
  newer_node
  if ! cmp -s "$root/tests/e2e/package-lock.json" "$root/tests/e2e/node_modules/.locked" 2>/dev/null; then
    say "installing wasm-opt, and what the end-to-end tests run on, from npm"
    (cd "$root/tests/e2e" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.locked)
  fi
}

chromium_found() { [ -n "${CHROMIUM:-}" ] || have chromium || have chromium-browser || have google-chrome; }

browser() {
  if ! chromium_found || ! have chromedriver; then
    say "installing Chromium and ChromeDriver (browser tests; CHROMIUM names another one)"
    apt_install chromium chromium-driver
  fi
  if have apt-get && [ -z "$(fc-list :lang=zh 2>/dev/null)" ]; then
    say "installing a CJK font (screenshots show Chinese text)"
    apt_install fontconfig fonts-noto-cjk fonts-noto-color-emoji || true
  fi
}

# wasm-opt warns once per part that it leaves out a kind of name that it does not know: of no use to anybody.
unnamed() { grep --line-buffered -v 'unknown name subsection' >&2 || true; }

# Builds dist/ in release unless it is newer than everything that it is made from. A development build by trunk empties
# dist/ and with it the stamp. What is not needed for the first picture goes to dist/parts/: see scripts/split.
release_build() {
  local stamp=dist/.release started parts
  if [ -e "$stamp" ] && [ -z "$(find Cargo.toml Cargo.lock Trunk.toml index.html .cargo src style public scripts/split scripts/finish -newer "$stamp" -print -quit)" ]; then
    say "dist/ is up to date"
    return
  fi
  say "building in release: the first time some 20 minutes on two cores, later a part of that"
  started=$(mktemp)
  parts=$(mktemp -d)
  LOCUS_BINDGEN=$(command -v wasm-bindgen) LOCUS_PARTS="$parts" PATH="$root/scripts/split:$PATH" \
    trunk build --release --features split 2>&1 | unnamed
  cp -R "$parts" dist/parts
  chmod 755 dist/parts
  rm -rf "$parts"
  node scripts/finish/finish.mjs dist
  mv "$started" "$stamp"
}

have cargo || { say "Rust is missing: install it with rustup (https://rustup.rs) and run this again"; exit 1; }
wasm_target
cargo_tools
node_tools
if [ "${1:-build}" = test ]; then browser; fi
