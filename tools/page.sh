#!/bin/sh
# Builds the web page into src/santorini/server/page/ with Node 20 or newer: the machine's own, or else the one from the
# PyPI package pinned in requirements/node.txt.
set -eu

suits() { command -v "$1" >/dev/null && command -v npm >/dev/null && [ "$("$1" -p 'process.versions.node.split(".")[0]')" -ge 20 ]; }

PATH="$PWD/.venv/bin:$PATH"
if ! suits node; then
    .venv/bin/pip install -qq --disable-pip-version-check -r requirements/node.txt
    hash -r
fi
cd web
# Packages are reinstalled only when their pins have changed.
if [ ! -e node_modules/.ready ] || [ package-lock.json -nt node_modules/.ready ]; then
    npm ci --silent --no-fund --no-audit
    touch node_modules/.ready
fi
npm run --silent build -- --logLevel error
