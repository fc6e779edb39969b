#!/bin/sh
# SPDX-License-Identifier: MIT
# membench beside likwid-bench, libc, mbw and sysbench: rounds in which each measures each
# size once, on the same CPUs, so that a slow minute of the machine meets all of them.
# usage: sh scripts/bench-peers.sh [ROUNDS [FILE.csv]]; default 20 peers.csv
# FILE is completed to that many rounds: what it holds is not measured again. Long sessions
# can be cut in pieces: PEERS_SECONDS=50 stops after that time, even within a round.
# PEERS_TOOLS='membench-copy likwid' takes only these. Debian and its relatives, as root or
# with sudo.
#
# Bytes are counted as membench does, a copied byte once, in 10^6 bytes a second, all threads
# together; a size is the block of one thread:
#   membench    a launch with its own defaults but 5 runs, for one size; its figure is the
#               median over the launch's runs. copy, and write for sysbench's sake
#   memcpy      the same with --kernel memcpy: libc's, as lmbench's bcopy and mbw call it
#   likwid      likwid-bench copy_avx512 (or the widest the CPU has), two arrays of one
#               block each, 16 GiB of copies a thread (4 GiB of blocks beyond 8M), half a
#               second or so; it counts bytes read and written: halved
#   likwid-mem  the same with copy_mem_avx512: stores past the caches
#   mbw         memcpy, average of its 10 runs; counts copied bytes in MiB of 2^20. Its
#               arrays are whole MiB, so there is no 8K and no 128K, and one thread
#   sysbench    memory writes by a plain loop into one block of that size, for one second;
#               counts written bytes in MiB of 2^20: to be read beside `membench write`
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"
rounds=${1:-20}
file=${2:-peers.csv}
sizes='8 128 1024 4096 65536 262144 131072x2' # KiB, and how many threads
all_tools='membench-copy likwid likwid-mem memcpy mbw membench-write sysbench'
tools=${PEERS_TOOLS:-$all_tools}
begun_s=$(date +%s)

median() {
	sort -g | awk '{ v[NR] = $1 }
		END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# The rate, and the level that membench gives the size.
membench() { # op, kernel, KiB, threads
	"$top/build/membench" run --op "$1" --kernel "$2" --cpu "$(cpus "$4")" --sizes "$3K" \
		--runs 5 --quiet --no-progress --format csv |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print $at["mb_per_s"], $at["level"] }' |
		sort -g | awk '{ rate[NR] = $1; level[NR] = $2 }
			END { if (NR) print rate[int((NR + 1) / 2)], level[int((NR + 1) / 2)] }'
}

likwid_kernel() { # copy or copy_mem
	for width in avx512f:avx512 avx:avx sse2:sse; do
		if grep -qw "${width%:*}" /proc/cpuinfo; then
			echo "$1_${width#*:}"
			return
		fi
	done
	echo "$1"
}

# Its threads go to the first CPUs of the node.
measure_likwid() { # KiB, threads, copy or copy_mem
	volume=$((16 << 20))
	[ "$1" -le 8192 ] || volume=$((4 << 20))
	likwid-bench -t "$(likwid_kernel "${3:-copy}")" -i $((volume / $1)) \
		-w "N:$(($1 * 2048 * $2))B:$2" 2>/dev/null | awk '/^MByte\/s:/ { print $2 / 2 }'
}

# The first so many CPUs, in likwid's order.
cpus() { # threads
	echo "$node" | cut -d' ' -f1-"$1" | tr ' ' ','
}

measure_mbw() { # KiB
	taskset -c "$(cpus 1)" mbw -q -t0 $(($1 / 1024)) |
		awk '/^AVG/ { print $(NF - 1) * 1.048576 }'
}

measure_sysbench() { # KiB
	taskset -c "$(cpus 1)" sysbench memory --memory-oper=write --memory-block-size="$1K" \
		--memory-total-size=100T --time=1 run | sed -n 's/.*(\([0-9.]*\) MiB\/sec).*/\1/p' |
		awk '{ print $1 * 1.048576 }'
}

measure() { # tool, KiB, threads
	case $1 in
	membench-*) membench "${1#membench-}" auto "$2" "$3" ;;
	memcpy) membench copy memcpy "$2" "$3" ;;
	likwid-mem) measure_likwid "$2" "$3" copy_mem ;;
	*) "measure_$1" "$2" "$3" ;;
	esac
}

# What cannot be measured at that size by that tool.
is_left_out() { # tool, KiB, threads
	case $1 in
	mbw) [ "$2" -lt 1024 ] || [ "$3" -gt 1 ] ;;
	sysbench | membench-write) [ "$3" -gt 1 ] ;;
	*) [ "$3" -gt "$(echo "$node" | wc -w)" ] ;;
	esac
}

is_time_over() {
	[ $(($(date +%s) - begun_s)) -ge "${PEERS_SECONDS:-1000000000}" ]
}

# One row: who, where, how much, and how long the launch took.
row() { # round, tool, size
	kib=${3%x*} threads=1
	[ "$kib" = "$3" ] || threads=${3#*x}
	key="$1,$2,$((kib * 1024)),$threads"
	if is_time_over || is_left_out "$2" "$kib" "$threads" || grep -q "^$key," "$file"; then
		return 0
	fi
	begun=$(date +%s%N)
	rate=$(measure "$2" "$kib" "$threads")
	ended=$(date +%s%N)
	if [ -z "$rate" ]; then
		echo "$2 measured nothing at $3K" >&2
		exit 1
	fi
	level=${rate#* }
	[ "$level" != "$rate" ] || level=
	echo "$key,${rate%% *},$(((ended - begun) / 1000000)),$level" >>"$file"
}

# Quartiles of what comes in, and the coefficient of variation.
figures='
function quantile(share,   at, low) {
	at = 1 + (count - 1) * share
	low = int(at)
	return v[low] + (at - low) * (v[low < count ? low + 1 : low] - v[low])
}
{ v[++count] = $1; sum += $1; squares += $1 * $1 }
END {
	if (!count)
		exit
	mean = sum / count
	variance = count > 1 ? (squares - count * mean * mean) / (count - 1) : 0
	cv = 100 * sqrt(variance > 0 ? variance : 0) / mean
	print quantile(0.25), quantile(0.5), quantile(0.75), cv, count
}'

column() { # tool, bytes, threads, column
	awk -F, -v tool="$1" -v bytes="$2" -v threads="$3" -v column="$4" \
		'$2 == tool && $3 == bytes && $4 == threads { print $column }' "$file"
}

# Within each round: membench by the other, both at that size.
ratios() { # membench tool, tool, bytes, threads
	awk -F, -v ours="$1" -v theirs="$2" -v bytes="$3" -v threads="$4" '
		$3 == bytes && $4 == threads && $2 == ours { a[$1] = $5 }
		$3 == bytes && $4 == threads && $2 == theirs { b[$1] = $5 }
		END { for (round in b) if (round in a) print a[round] / b[round] }' "$file"
}

summary_row() { # tool, bytes, threads
	rates=$(column "$1" "$2" "$3" 5 | sort -g | awk "$figures")
	[ -n "$rates" ] || return 0
	wall=$(column "$1" "$2" "$3" 6 | median)
	case $1 in
	membench-*) ratio='- - -' ;;
	sysbench) ratio=$(ratios membench-write "$1" "$2" "$3" | sort -g | awk "$figures") ;;
	*) ratio=$(ratios membench-copy "$1" "$2" "$3" | sort -g | awk "$figures") ;;
	esac
	echo "$2 $1 $rates $wall $3 $ratio" | awk '{
		kib = $1 / 1024
		block = (kib < 1024 ? kib "K" : kib / 1024 "M") ($9 > 1 ? " x" $9 : "")
		compared = $11 == "-" ? "" : sprintf("%.2f (%.2f - %.2f)", $11, $10, $12)
		printf "%7s  %-14s %9.0f  %6.2f  %-20s %7.2f  %6d\n",
			block, $2, $4, $6, compared, $8 / 1000, $7
	}'
}

# Medians over rounds: membench by the fastest other. Stores past the caches count where
# membench itself calls the size DRAM, in most rounds.
best_row() { # bytes, threads
	level=$(column membench-copy "$1" "$2" 7 | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
	for tool in likwid likwid-mem memcpy mbw; do
		[ "$tool" != likwid-mem ] || [ "$level" = DRAM ] || continue
		rate=$(column "$tool" "$1" "$2" 5 | median)
		[ -z "$rate" ] || echo "$rate $tool"
	done | sort -rg | head -n 1 | awk -v ours="$(column membench-copy "$1" "$2" 5 | median)" '
		ours { printf "%7s  %-14s %.3f of %s\n", "", "auto", ours / $1, $2 }'
}

summary() {
	echo "on CPU $(cpus 1); ratio: membench by this one in the same round, median (quartiles);"
	echo "likwid, memcpy and mbw beside membench-copy, sysbench beside membench-write"
	echo
	echo "  block  tool                MB/s    CV %  ratio                 wall s  rounds"
	for size in $sizes; do
		kib=${size%x*} threads=1
		[ "$kib" = "$size" ] || threads=${size#*x}
		for tool in $all_tools; do
			summary_row "$tool" $((kib * 1024)) "$threads"
		done
		best_row $((kib * 1024)) "$threads"
	done
}

for tool in likwid-bench mbw sysbench; do
	command -v $tool >/dev/null || packages_install apt-get likwid mbw sysbench
done
packages_ensure compiler make
"$(packages_make)" -C "$top" -s >&2
# likwid-bench cannot be told a CPU; the others go where it goes.
node=$(likwid-bench -p | awk '$1 == "Tag" && $2 == "N:" { $1 = $2 = ""; print }' | tr -s ' ' |
	sed 's/^ //;s/ $//')
[ -s "$file" ] || echo "round,tool,block_bytes,threads,mb_per_s,wall_ms,level" >"$file"
round=1
while [ "$round" -le "$rounds" ] && ! is_time_over; do
	# Each round starts with another tool, so that none always follows the same.
	tools="${tools#* } ${tools%% *}"
	for size in $sizes; do
		for tool in $tools; do
			row "$round" "$tool" "$size"
		done
	done
	round=$((round + 1))
done
summary
