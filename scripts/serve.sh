#!/usr/bin/env bash
# Installs what is missing, builds Locus in release and serves it on 127.0.0.1.
#
#   scripts/serve.sh [--port 8080] [--base /a/b/] [--quality 5]     options of scripts/serve.mjs
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/setup.sh build

# A port that is taken is told before the build, not after it.
mkdir -p dist
node scripts/serve.mjs "$@" --try
release_build
exec node scripts/serve.mjs "$@"
