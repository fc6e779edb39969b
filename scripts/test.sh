#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the tests need, builds, runs all tests. The last line is the count.
# usage: sh scripts/test.sh
# MEMBENCH_TESTDATA names the folder of real data that is not part of the sources.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"

if [ -z "${MEMBENCH_TESTDATA-}" ]; then
	echo "MEMBENCH_TESTDATA is not set: tests on data from outside the sources are skipped."
elif [ ! -d "$MEMBENCH_TESTDATA" ]; then
	echo "MEMBENCH_TESTDATA: $MEMBENCH_TESTDATA is not a folder." >&2
	exit 2
else
	MEMBENCH_TESTDATA=$(CDPATH='' cd -- "$MEMBENCH_TESTDATA" && pwd)
	export MEMBENCH_TESTDATA
fi
packages_ensure compiler make cmocka
make=$(packages_make)
if ! "$make" -C "$top" -s all tests; then
	echo "0 passed, 1 failed"
	exit 1
fi
exec sh "$top/tests/run.sh" release
