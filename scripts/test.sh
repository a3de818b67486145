#!/usr/bin/env bash
# Installs what is missing and runs the tests; fails if any of them fails.
#
#   scripts/test.sh            everything, in this order:
#   scripts/test.sh host       cargo test: the maths, golden values, properties, layering, shaders
#   scripts/test.sh browser    unit tests that need a browser (wasm-bindgen-test), WebGPU included
#   scripts/test.sh e2e        the release build in a browser (Playwright, axe-core), under the CSP of HOSTING.md
#   scripts/test.sh ways       the same in a frame of another origin without storage, as the single file from the disk,
#                              and offline after one visit: an hour and a half; not among everything
#
# All parts run even if one fails; the last lines say how each ended.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
part=${1:-all}
case "$part" in
  host | browser | e2e | ways | all) ;;
  *)
    sed -n '4,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
. scripts/setup.sh test

# Host tests keep the ordinary toolchain wherever the wasm target comes from.
host() { env -u RUSTUP_TOOLCHAIN cargo test --locked --workspace; }

# Debug information triples the time that a browser needs to compile the module. The runner's own limit of 20 s for
# all tests together is too short for a software adapter on a busy machine.
browser() {
  WASM_BINDGEN_TEST_TIMEOUT="${WASM_BINDGEN_TEST_TIMEOUT:-600}" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner CARGO_PROFILE_DEV_DEBUG=0 \
    cargo test --locked --target wasm32-unknown-unknown --test browser
}

e2e() {
  release_build
  local failed
  failed=$(mktemp)
  (
    cd tests/e2e &&
      node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=./failed.mjs --test-reporter-destination="$failed" --test-concurrency=2
  ) || again "$failed"
}

# Tests that say themselves that a way has nothing for them are skipped in it.
ways() {
  release_build
  local way failed=0
  for way in frame file offline; do
    say "in this way: $way"
    (cd tests/e2e && LOCUS_WAY=$way node --test --test-reporter=spec --test-concurrency=2) || failed=1
  done
  return $failed
}

# A browser on a crowded machine can be late for any test. So up to three files with a failure run once more, alone, and
# the summary shows both runs; what is broken fails again.
again() {
  local files
  mapfile -t files <"$1"
  [ "${#files[@]}" -ge 1 ] && [ "${#files[@]}" -le 3 ] || return 1
  say "once more, alone: ${files[*]##*/}"
  (cd tests/e2e && node --test --test-reporter=spec --test-concurrency=1 "${files[@]}")
}

log=$(mktemp)
built=$(mktemp)
build=
trap 'rm -f "$log" "$built"; [ -z "$build" ] || kill "$build" 2>/dev/null || true' EXIT
failed=
summary=

# Runs one part to its end, keeps the runner's own summary lines, and remembers a failure.
run() {
  local name=$1 started=$SECONDS result=passed
  say "$name tests"
  # A condition would make the shell ignore errors inside the part: its subshell keeps `set -e` for itself.
  set +e
  (
    set -e
    "$name"
  ) 2>&1 | tee "$log"
  [ "${PIPESTATUS[0]}" = 0 ] || { result=FAILED; failed=1; }
  set -e
  summary+=$(printf '%s tests %s in %d s' "$name" "$result" $((SECONDS - started)))$'\n'
  summary+=$(grep -E '^(test result:|ℹ (tests|pass|fail|skipped|duration_ms) )' "$log" | sed 's/^/    /' || true)$'\n'
}

if [ "$part" = all ]; then
  # For minutes the release build has work for one core only (link-time optimisation), so it runs beside the first parts.
  release_build >"$built" 2>&1 &
  build=$!
  run host
  run browser
  say "waiting for the release build"
  wait "$build" || true # what failed fails again, and says so, in the part that needs it
  build=
  cat "$built"
  run e2e
else
  run "$part"
fi

printf '\n%s' "$summary"
[ -z "$failed" ]
