#!/bin/sh
# Runs a script of the page's package.json with Node 20 or newer: the machine's, or, where there is none, the one that
# the PyPI package pinned in requirements/node.txt brings into .venv. Packages are fetched when their pins have changed;
# those for checks and tests only where they are needed.
#   tools/page.sh build    builds the page into src/santorini/server/page/
#   tools/page.sh early    builds it without its core into src/santorini/server/early/
#   tools/page.sh site     builds it as plain files that need no server into build/page/
#   tools/page.sh bundle   like these, without generating files first; `--mode early`, `--mode site`
#   tools/page.sh check    types, formatting and lint
#   tools/page.sh format   formats, and fixes what can be fixed safely
#   tools/page.sh test     the tests of the page's functions
set -eu

suits() { command -v "$1" >/dev/null && command -v npm >/dev/null && [ "$("$1" -p 'process.versions.node.split(".")[0]')" -ge 20 ]; }

PATH="$PWD/.venv/bin:$PATH"
if ! suits node; then
    .venv/bin/pip install -qq --disable-pip-version-check -r requirements/node.txt
    hash -r
fi
cd web
script=$1
shift
fetched() { [ -e "node_modules/$1" ] && [ ! package-lock.json -nt "node_modules/$1" ]; }
if ! fetched .ready; then
    case $script in
    build | bundle | early | site)
        fetched .build || npm ci --silent --no-fund --no-audit --omit=dev
        touch node_modules/.build
        ;;
    *)
        npm ci --silent --no-fund --no-audit
        touch node_modules/.ready
        ;;
    esac
fi
npm run --silent "$script" -- "$@"
