#!/bin/sh
# Prepares a machine for the Makefile.
#   tools/setup.sh missing   prints one line that says what to install first, or nothing
#   tools/setup.sh play      creates .venv, installs the packages pinned in requirements/play.txt and the command
#   tools/setup.sh NAME      also installs those of requirements/NAME.txt
set -eu

# Is $1 a Python of at least 3.11?
suits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Debian has venv and the headers in packages of their own: names those that $1 lacks.
lacks() {
    "$1" - <<'PYTHON'
import importlib.util, pathlib, sys, sysconfig
package = "python{}.{}".format(*sys.version_info)
if not importlib.util.find_spec("ensurepip"):
    print(package + "-venv")
if not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists():
    print(package + "-dev")
PYTHON
}

# The first suitable Python that lacks nothing, or else the first suitable one. PYTHON=... overrides the search.
find_python() {
    first=
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        suits "$candidate" || continue
        if [ -z "$(lacks "$candidate")" ]; then
            echo "$candidate"
            return
        fi
        first=${first:-$candidate}
    done
    echo "$first"
}

# Does the compiler that CMake will choose support C++20 well enough?
has_compiler() {
    for compiler in ${CXX:-c++ g++ clang++}; do
        command -v "$compiler" >/dev/null || continue
        "$compiler" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null <<'CPP' && return
#include <concepts>
#if defined __clang__ ? __clang_major__ < 15 : __GNUC__ < 12
#error too old
#endif
CPP
        return 1
    done
    return 1
}

python=$(find_python)

if [ "${1:-}" = missing ]; then
    packages=
    has_compiler || packages=g++
    if [ -n "$python" ]; then
        packages="$packages $(lacks "$python")"
    elif command -v python3 >/dev/null; then # too old, but its distribution may have 3.11 beside it
        packages="$packages python3.11 python3.11-venv python3.11-dev"
    else
        packages="$packages python3 python3-venv python3-dev"
    fi
    packages=$(echo $packages) # one line, single spaces
    [ -z "$packages" ] || echo "santorini needs a C++20 compiler (gcc 12, clang 15 or newer) and Python 3.11 or newer" \
        "with venv and headers; on Debian or Ubuntu: sudo apt install $packages"
    exit
fi

# A .venv from elsewhere (a copied folder) or for a Python that is gone is useless, and so is what was built with it.
if [ "$(cat .venv/.home 2>/dev/null)" != "$PWD" ] || ! suits .venv/bin/python; then
    rm -rf .venv build
    "$python" -m venv .venv
    echo "$PWD" >.venv/.home
fi
# The lists are complete. Without --no-deps pip would resolve them again, and an older pip fails on a requirement with
# an extra (psycopg[pool]) as soon as there is a newer version than the pinned one.
.venv/bin/pip install -qq --disable-pip-version-check --require-hashes --no-deps -r "requirements/$1.txt"
[ "$1" = play ] || exit 0
# Only the command and the metadata: the sources are used in place, and ninja compiles the module next to them.
.venv/bin/pip install -qq --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
    --config-settings=wheel.cmake=false --config-settings=editable.mode=inplace -e .
