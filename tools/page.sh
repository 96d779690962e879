#!/bin/sh
# Runs a script of the page's package.json with Node 20 or newer: the machine's, or, where there is none, the one that
# the PyPI package pinned in requirements/node.txt brings into .venv. Packages are fetched when their pins have changed.
#   tools/page.sh build    builds the page into src/santorini/server/page/
#   tools/page.sh site     builds it as plain files that need no server into build/page/
#   tools/page.sh check    formatting and lint
#   tools/page.sh format   formats, and mends what can be mended safely
#   tools/page.sh test     the tests of the page's functions
set -eu

suits() { command -v "$1" >/dev/null && command -v npm >/dev/null && [ "$("$1" -p 'process.versions.node.split(".")[0]')" -ge 20 ]; }

PATH="$PWD/.venv/bin:$PATH"
if ! suits node; then
    .venv/bin/pip install -qq --disable-pip-version-check -r requirements/node.txt
    hash -r
fi
cd web
if [ ! -e node_modules/.ready ] || [ package-lock.json -nt node_modules/.ready ]; then
    npm ci --silent --no-fund --no-audit
    touch node_modules/.ready
fi
script=$1
shift
npm run --silent "$script" -- "$@"
