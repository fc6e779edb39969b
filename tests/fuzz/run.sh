#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzz the readers of other people's data with libFuzzer and sanitizers. What is found new
# stays out of the sources: only the seeds lie in tests/fuzz/corpus.
# A seed other than 0 in SEED makes the same inputs each time.
# usage: sh tests/fuzz/run.sh [SECONDS for each, default 10] [append|sysfs|cpuid|dimms|utest|compare]
set -eu

cd -- "$(dirname -- "$0")/../.."
seconds=${1:-10}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- append sysfs cpuid dimms utest compare
command -v clang >/dev/null || { echo "fuzz: skipped, clang is not here"; exit 0; }

make -s CC=clang VARIANT=fuzz build/fuzz/libmembench.a
# Memory that was freed is kept back for a while, to see who still uses it: 8 MB of it, as
# more costs half the speed in new pages.
export ASAN_OPTIONS="quarantine_size_mb=8${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target; do
	clang -std=c17 -Iinclude -D_POSIX_C_SOURCE=200809L -O1 -g -pthread \
		-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
		"tests/fuzz/fuzz_$target.c" build/fuzz/libmembench.a -lm -o "build/fuzz/fuzz_$target"
	mkdir "$work/$target"
	TMPDIR=$work "build/fuzz/fuzz_$target" -max_total_time="$seconds" -max_len=8192 -timeout=10 \
		-seed="${SEED:-0}" \
		-artifact_prefix="build/fuzz/$target-" -print_final_stats=1 \
		"$work/$target" "tests/fuzz/corpus/$target" >"build/fuzz/$target.log" 2>&1 || {
		tail -40 "build/fuzz/$target.log"
		echo "fuzz: $target FAILED; the input lies in build/fuzz/"
		exit 1
	}
	echo "fuzz: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' \
		"build/fuzz/$target.log") inputs in $seconds s, no finding"
done
