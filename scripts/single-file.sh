#!/usr/bin/env bash
# Builds Locus in release (if need be) and makes one .html of it, which opens from the disk by a double click.
#
#   scripts/single-file.sh [release/locus.html]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/setup.sh build

release_build
node scripts/single/single.mjs dist "${1:-release/locus.html}"
