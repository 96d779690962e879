#!/bin/sh
# Makes sure that the tests find PostgreSQL: installs Debian's if it may, otherwise says what to do.
set -eu
for folder in $(printf '%s' "$PATH" | tr : ' ') /usr/lib/postgresql/*/bin; do
    [ -x "$folder/postgres" ] && exit
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing PostgreSQL for the tests (once) ..."
    # The tests start servers of their own, so the installation should neither create nor start a database.
    settings=/etc/postgresql-common/createcluster.conf
    [ -e "$settings" ] || { mkdir -p "${settings%/*}" && echo "create_main_cluster = false" >"$settings"; }
    apt-get -qq update && apt-get -qq install -y --no-install-recommends postgresql >/dev/null && exit
fi
echo "The tests need PostgreSQL; on Debian or Ubuntu: sudo apt install postgresql" >&2
