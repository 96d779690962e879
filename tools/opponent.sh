#!/bin/sh
# Builds 0.1.0 as it was released, with its weights, to play against: always the same opponent to measure progress by.
#   tools/opponent.sh            makes build/opponent/santorini-0.1.0, a program that speaks the engine protocol
# Needs a clone with the history. It is built with the packages in .venv, like everything else.
set -eu

version=0.1.0
commit=dd263ffb5a3e0d9c1fa0072b407624f0c2fc36cf
root=$PWD
home=$root/build/opponent
program=$home/santorini-$version

# A program that was built elsewhere (a copied folder) or with another Python is useless.
stamp="$commit $root $("$root/.venv/bin/python" -V)"
[ "$(cat "$home/.built" 2>/dev/null)" != "$stamp" ] || exit 0

if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
    echo "0.1.0 (commit $commit) is not in this clone. Fetch the history with: git fetch --unshallow" >&2
    exit 1
fi

echo "Building 0.1.0 as an opponent ..."
rm -rf "$home"
mkdir -p "$home/source"
git archive "$commit" CMakeLists.txt bench bindings core src | tar -x -C "$home/source"
"$root/.venv/bin/cmake" -S "$home/source" -B "$home/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_MAKE_PROGRAM="$root/.venv/bin/ninja" -DPython_EXECUTABLE="$root/.venv/bin/python" >/dev/null
"$root/.venv/bin/cmake" --build "$home/build" -- --quiet
"$root/.venv/bin/cmake" --install "$home/build" --prefix "$home/source/src" >/dev/null
tools/isolated.sh "$home/source/src" >"$home/python"
chmod +x "$home/python"
cat >"$program" <<SH
#!/bin/sh
exec '$home/python' -m santorini engine "\$@"
SH
chmod +x "$program"
echo "$stamp" >"$home/.built"
