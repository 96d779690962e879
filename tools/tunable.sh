#!/bin/sh
# Builds the core with parameters that can be set (core/search/parameters.h), beside the normal build.
#   tools/tunable.sh             makes build/tune/santorini, the command `santorini` with that core
# The Python sources are the ones in src; only the compiled module is different.
set -eu

root=$PWD
home=$root/build/tune
"$root/.venv/bin/cmake" --preset tune >/dev/null
"$root/.venv/bin/cmake" --build "$home" -- --quiet
mkdir -p "$home/src/santorini"
find "$home/src/santorini" -mindepth 1 -maxdepth 1 -type l -exec rm {} +
for file in "$root"/src/santorini/*; do
    case $file in
    */_core.* | */__pycache__) ;;
    *) ln -s "$file" "$home/src/santorini/" ;;
    esac
done
"$root/.venv/bin/cmake" --install "$home" --prefix "$home/src" >/dev/null
tools/isolated.sh "$home/src" >"$home/python"
chmod +x "$home/python"
cat >"$home/santorini" <<SH
#!/bin/sh
exec '$home/python' -m santorini "\$@"
SH
chmod +x "$home/santorini"
