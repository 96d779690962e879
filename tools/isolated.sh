#!/bin/sh
# Prints a script that runs a Python which imports santorini from the folder $1 and everything else from .venv.
# PYTHONPATH alone is not enough: the editable installation in .venv has a hook that finds our own sources first; -S
# leaves it out.
set -eu

python=$PWD/.venv/bin/python
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
PYTHONPATH="$1:$packages" "$python" -S -c '
import sys
import santorini
if not santorini._core.__file__.startswith(sys.argv[1]):
    sys.exit(f"santorini is imported from {santorini.__file__}, not from {sys.argv[1]}")' "$1"
cat <<SH
#!/bin/sh
PYTHONPATH='$1:$packages' exec '$python' -S "\$@"
SH
