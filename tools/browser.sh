#!/bin/sh
# Makes sure that the browser tests find a Chromium: installs Debian's if it may, otherwise says what to do.
set -eu
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests (once) ..."
    apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium >/dev/null && exit
fi
echo "The browser tests need Chromium; on Debian or Ubuntu: sudo apt install chromium" >&2
