#!/bin/sh
# Does a wheel work on a Debian that has nothing but Python? Creates such a system in a folder and tries it there.
# Needs root, mmdebstrap, and outside that system a Python of the same version, which fetches the packages.
#   tools/clean_root.sh dist/santorini-0.1.0-cp311-cp311-linux_x86_64.whl FOLDER [SUITE]
set -eu
cd "$(dirname "$0")/.."
wheel=$1 root=$2 suite=${3:-bookworm}
[ -d "$root/usr" ] || mmdebstrap --quiet --variant=minbase --include=python3,python3-venv "$suite" "$root"
rm -rf "$root/try" && mkdir -p "$root/try/wheels"
cp tools/wheel_test.py "$root/try/"
"${PYTHON:-.venv/bin/python}" -m pip download -q --dest "$root/try/wheels" "santorini[web,env] @ file://$(realpath "$wheel")"
cp "$wheel" "$root/try/wheels/"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
chroot "$root" /bin/sh -eu <<'INSIDE'
cd /try
cat /etc/debian_version
python3 -m venv venv
venv/bin/pip install -q --no-index --find-links wheels 'santorini[web,env]'
venv/bin/python wheel_test.py --installed
INSIDE
