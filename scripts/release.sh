#!/usr/bin/env bash
# Makes what is given away: release/locus-VERSION.zip, the folder for any static host, and release/locus.html, the single
# file. The same source gives the same bytes.
#
#   scripts/release.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/single-file.sh release/locus.html
. scripts/setup.sh build

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
node scripts/finish/zip.mjs dist "release/locus-$version.zip"
