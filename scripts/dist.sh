#!/bin/sh
# SPDX-License-Identifier: MIT
# The sources as build/membench-VERSION.tar.gz, the same bytes each time: sorted, owned by
# nobody, of the time SOURCE_DATE_EPOCH. In a clone it is what is committed; the file .commit
# says which. usage: make dist, which calls it: sh scripts/dist.sh VERSION COMMIT
set -eu

version=$1 commit=$2
: "${SOURCE_DATE_EPOCH:?is the time of the sources, in seconds}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/membench-$version
mkdir -p "$top" build
umask 022
if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
	git archive HEAD | tar -x -C "$top"
else
	tar -c --exclude=./build . | tar -x -C "$top"
fi
echo "$commit" >"$top/.commit"
chmod -R u=rwX,go=rX "$top"
tar -c -C "$work" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner \
	--mtime="@$SOURCE_DATE_EPOCH" "membench-$version" | gzip -9n >"build/membench-$version.tar.gz"
echo "build/membench-$version.tar.gz"
