#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows how much of a sample is not the work that it times: two readings of the clock, and
# the start and end of the kernel. Method: scripts/overhead.c.
# usage: sh scripts/bench-overhead.sh
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"

packages_ensure compiler make
"$(packages_make)" -C "$top" -s build/release/tools/overhead >&2
exec "$top/build/release/tools/overhead"
