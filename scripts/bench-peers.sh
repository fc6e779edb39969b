#!/bin/sh
# SPDX-License-Identifier: MIT
# membench beside likwid-bench, mbw and sysbench: rounds in which each measures each size
# once, on the same CPU, so that a slow minute of the machine meets all of them.
# usage: sh scripts/bench-peers.sh [ROUNDS [FILE.csv]]; default 20 peers.csv
# Rounds are added to FILE, and the tables are of all its rounds: long sessions can be cut
# in pieces. Debian and its relatives, as root or with sudo.
#
# Bytes are counted as membench does, a copied byte once, in 10^6 bytes a second:
#   membench   a launch with its own defaults, for one size; its figure is the median over
#              the launch's runs. copy, and write for sysbench's sake
#   likwid     likwid-bench copy_avx512 (or the widest the CPU has), two arrays of one
#              block each, at least a second; it counts bytes read and written: halved
#   mbw        memcpy, average of its 10 runs; counts copied bytes in MiB of 2^20. Its
#              arrays are whole MiB, so there is no 8K and no 128K
#   sysbench   memory writes by a plain loop into one block of that size, for one second;
#              counts written bytes in MiB of 2^20: to be read beside `membench write`
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"
rounds=${1:-20}
file=${2:-peers.csv}
kib='8 128 4096 262144' # the sizes
tools='membench-copy likwid mbw membench-write sysbench'

median() {
	sort -g | awk '{ v[NR] = $1 }
		END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

membench() { # op, KiB
	"$top/build/membench" run --op "$1" --cpu "$cpu" --sizes "$2K" --quiet --no-progress \
		--print mb_per_s | median
}

likwid_kernel() {
	for width in avx512f:avx512 avx:avx sse2:sse; do
		if grep -qw "${width%:*}" /proc/cpuinfo; then
			echo "copy_${width#*:}"
			return
		fi
	done
	echo copy
}

# One thread goes to the first CPU of the node.
measure_likwid() { # KiB
	likwid-bench -t "$(likwid_kernel)" -w "N:$(($1 * 2048))B:1" 2>/dev/null |
		awk '/^MByte\/s:/ { print $2 / 2 }'
}

measure_mbw() { # KiB
	taskset -c "$cpu" mbw -q -t0 $(($1 / 1024)) | awk '/^AVG/ { print $(NF - 1) * 1.048576 }'
}

measure_sysbench() { # KiB
	taskset -c "$cpu" sysbench memory --memory-oper=write --memory-block-size="$1K" \
		--memory-total-size=100T --time=1 run | sed -n 's/.*(\([0-9.]*\) MiB\/sec).*/\1/p' |
		awk '{ print $1 * 1.048576 }'
}

measure() { # tool, KiB
	case $1 in
	membench-*) membench "${1#membench-}" "$2" ;;
	*) "measure_$1" "$2" ;;
	esac
}

# One row: who, where, how much, and how long the launch took.
row() { # round, tool, KiB
	[ "$2" != mbw ] || [ "$3" -ge 1024 ] || return 0
	begun=$(date +%s%N)
	rate=$(measure "$2" "$3")
	ended=$(date +%s%N)
	if [ -z "$rate" ]; then
		echo "$2 measured nothing at $3K" >&2
		exit 1
	fi
	echo "$1,$2,$(($3 * 1024)),$rate,$(((ended - begun) / 1000000))" >>"$file"
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

column() { # tool, bytes, column
	awk -F, -v tool="$1" -v bytes="$2" -v column="$3" \
		'$2 == tool && $3 == bytes { print $column }' "$file"
}

# Within each round: membench by the other, both at that size.
ratios() { # membench tool, tool, bytes
	awk -F, -v ours="$1" -v theirs="$2" -v bytes="$3" '
		$3 == bytes && $2 == ours { a[$1] = $4 }
		$3 == bytes && $2 == theirs { b[$1] = $4 }
		END { for (round in b) if (round in a) print a[round] / b[round] }' "$file"
}

summary_row() { # tool, KiB
	bytes=$(($2 * 1024))
	rates=$(column "$1" $bytes 4 | sort -g | awk "$figures")
	[ -n "$rates" ] || return 0
	wall=$(column "$1" $bytes 5 | median)
	case $1 in
	membench-*) ratio='- - -' ;;
	sysbench) ratio=$(ratios membench-write "$1" $bytes | sort -g | awk "$figures") ;;
	*) ratio=$(ratios membench-copy "$1" $bytes | sort -g | awk "$figures") ;;
	esac
	echo "$2 $1 $rates $wall $ratio" | awk '{
		block = $1 < 1024 ? $1 "K" : $1 / 1024 "M"
		compared = $10 == "-" ? "" : sprintf("%.2f (%.2f - %.2f)", $10, $9, $11)
		printf "%7s  %-14s %9.0f  %6.2f  %-20s %7.2f  %6d\n",
			block, $2, $4, $6, compared, $8 / 1000, $7
	}'
}

summary() {
	echo "on CPU $cpu; ratio: membench by this one in the same round, median (quartiles);"
	echo "likwid and mbw beside membench-copy, sysbench beside membench-write"
	echo
	echo "  block  tool                MB/s    CV %  ratio                 wall s  rounds"
	for size in $kib; do
		for tool in membench-copy likwid mbw membench-write sysbench; do
			summary_row "$tool" "$size"
		done
	done
}

for tool in likwid-bench mbw sysbench; do
	command -v $tool >/dev/null || packages_install apt-get likwid mbw sysbench
done
packages_ensure compiler make
"$(packages_make)" -C "$top" -s >&2
# likwid-bench cannot be told a CPU; the others go where it goes.
cpu=$(likwid-bench -p | awk '$1 == "Tag" && $2 == "N:" { print $3 }')
[ -s "$file" ] || echo "round,tool,block_bytes,mb_per_s,wall_ms" >"$file"
done_before=$(tail -n 1 "$file" | awk -F, '{ print $1 + 0 }')
round=$((done_before + 1))
while [ "$round" -le $((done_before + rounds)) ]; do
	# Each round starts with another tool, so that none always follows the same.
	tools="${tools#* } ${tools%% *}"
	for size in $kib; do
		for tool in $tools; do
			row "$round" "$tool" "$size"
		done
	done
	round=$((round + 1))
done
summary
