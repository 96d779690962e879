#!/bin/sh
# Trains on a machine without this project's virtual environment: builds the core with the machine's own Python, which
# needs nanobind, numpy and torch but none of our other dependencies, then plays and learns.
# Usage: tools/train.sh PLAN OUT [PLAN OUT ...]
set -eu
cd "$(dirname "$0")/.."
python="${PYTHON:-python3}"
cmake -S . -B build/train -G Ninja -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE="$(command -v "$python")" >build-train.log 2>&1 ||
    { cat build-train.log; exit 1; }
cmake --build build/train --target _core >>build-train.log 2>&1 || { tail -50 build-train.log; exit 1; }
rm -f build-train.log
cp build/train/_core*.so src/santorini/
while [ $# -ge 2 ]; do
    PYTHONPATH=src "$python" -m santorini train "$1" --out "$2"
    shift 2
done
