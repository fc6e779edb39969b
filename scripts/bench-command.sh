#!/bin/sh
# SPDX-License-Identifier: MIT
# What `run --command` adds and finds, on a machine that does nothing else, in 2 to 5 minutes:
# the same command by hyperfine (the ratio should be 1 +- 0.02), the time between two commands
# (below 3 ms), false alarms among pairs without a difference (at most 10 of 100), a planted
# `sleep 0.05`, and reads with and without the page cache by fio.
# usage: sh scripts/bench-command.sh [hyperfine | overhead | pairs | sleep | fio]...
set -eu

cd -- "$(dirname -- "$0")/.." || exit 1
membench=$PWD/build/membench
work=$(mktemp -d)
disk=$(mktemp -d "$PWD/build/bench-XXXXXX") # where a file system takes O_DIRECT
memory=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work" "$disk" "$memory"' EXIT
cd "$work"

dd_of() { # blocks of 64K
	echo "dd if=/dev/zero of=$memory/x bs=64K count=$1 status=none"
}

median() { # of the numbers in a file
	sort -g "$1" | awk '{ a[NR] = $1 } END { print (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2 }'
}

measure() { # file, runs, volume, command ...: quietly, behind what the file holds
	file=$1 runs=$2 volume=$3 command=$4
	shift 4
	"$membench" run --command "$command" --volume "$volume" --runs "$runs" -o "$file" --append \
		--label "${file%.csv}" --quiet --print run "$@" >/dev/null
}

bench_hyperfine() {
	command=$(dd_of 4096)
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
		hyperfine -N -r 4 --export-csv h.csv --export-json h.json "sh -c '$command'" \
			>/dev/null 2>&1
		tr ',' '\n' <h.json | sed -n '/"times"/,/]/p' | grep -o '[0-9.e-]*[0-9]' >>theirs
		"$membench" run --command "$command" --volume 256M --runs 4 -q --print ns_q1 >>ours
	done
	awk -v ours="$(median ours)" -v theirs="$(median theirs)" -v n="$(wc -l <ours)" 'BEGIN {
		printf "dd of 256M: %.2f ms here, %.2f ms by hyperfine, ratio %.4f (medians, n = %d each, turn by turn)\n",
			ours / 1e6, theirs * 1e3, ours / 1e6 / (theirs * 1e3), n }'
}

bench_overhead() {
	begin=$(date +%s%N)
	"$membench" run --command : --volume 1M --runs 300 -q --print ns_q1 >cells
	end=$(date +%s%N)
	awk -v all=$((end - begin)) '{ sum += $1 } END {
		printf "%d commands that do nothing: %.3f ms each, and %.3f ms around each\n", NR,
			sum / NR / 1e6, (all - sum) / NR / 1e6 }' cells
}

bench_pairs() {
	for design in interleaved blocks; do
		: >found
		for _ in $(seq "${PAIRS:-100}"); do
			rm -f a.csv b.csv
			for _ in 1 2 3 4 5; do
				[ $design = interleaved ] || break
				measure a.csv 2 8M "$(dd_of 128)"
				measure b.csv 2 8M "$(dd_of 128)"
			done
			if [ $design = blocks ]; then
				measure a.csv 10 8M "$(dd_of 128)"
				measure b.csv 10 8M "$(dd_of 128)"
			fi
			"$membench" compare a.csv b.csv --print conclusion >>found
		done
		echo "$(wc -l <found) pairs without a difference, $design: $(sort found | uniq -c | tr -s ' \n' ' ')"
	done
}

bench_sleep() {
	measure plain.csv 10 256M "$(dd_of 4096)"
	measure sleeps.csv 10 256M "$(dd_of 4096); sleep 0.05"
	"$membench" compare plain.csv sleeps.csv | sed -n '1,5p'
}

bench_fio() {
	head -c 256M /dev/urandom >"$disk/x"
	for job in 'randread 4K 32M' 'read 1M 256M'; do
		# Its three words are meant to fall apart.
		# shellcheck disable=SC2086
		set -- $job
		rm -f direct.csv cached.csv
		for _ in 1 2 3 4 5; do
			for direct in 1 0; do
				file=cached.csv
				[ $direct = 0 ] || file=direct.csv
				measure $file 2 "$3" "fio --name=x --filename=$disk/x --size=256M --rw=$1 \
--bs=\$BLOCK --io_size=\$VOLUME --iodepth=32 --ioengine=libaio --direct=$direct" --sizes "$2"
			done
		done
		echo "fio, $1 in blocks of $2:"
		"$membench" compare direct.csv cached.csv | sed -n '1,6p'
	done
}

[ $# -gt 0 ] || set -- hyperfine overhead pairs sleep fio
for part in "$@"; do
	"bench_$part"
done
