#!/bin/sh
# SPDX-License-Identifier: MIT
# From a fresh machine to a first table: installs a C compiler and make if they are missing,
# builds, measures. Only the table goes to stdout.
# usage: sh scripts/quickstart.sh [option of `membench run` ...]
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"

packages_ensure compiler make
"$(packages_make)" -C "$top" -s >&2
exec "$top/build/membench" --sizes 2K-8M --runs 3 "$@"
