#!/bin/sh
# SPDX-License-Identifier: MIT
# How long the exact statistics take, against what is promised. Status 1 where one is over.
# usage: scripts/bench-stats.sh
set -eu
cd -- "$(dirname -- "$0")/.."
make -s build/release/tools/bench_stats
exec build/release/tools/bench_stats
