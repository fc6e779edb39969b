#!/bin/sh
# SPDX-License-Identifier: MIT
# Are the false alarms of the tests what they claim, and what do the tests find?
#   simulated  runs with effects, outliers, drift, blocked order and boots, as CSV:
#              percent of trials with p < .05, and the exact interval of that
#   real       one configuration against itself, measured here. For each pair 12 runs are
#              measured one after the other, each drawn to A or B by chance before it is
#              measured, until 6 v 6 (random order). The same 12 runs, taken as the first
#              6 against the last 6, show what blocked order would have made of them.
# usage: scripts/calibrate.sh simulated [TRIALS [SEED]]
#        scripts/calibrate.sh real [PAIRS [FOLDER]]
#        scripts/calibrate.sh            both, 4000 trials and 40 pairs
# MEMBENCH is the program for the real part; what it measured stays in FOLDER.
set -eu
cd -- "$(dirname -- "$0")/.."
: "${MEMBENCH:=build/membench}" "${SIZES:=8K,16K,128K,256K,64M,128M}" "${BUDGET:=10ms}"
# Which cache is which makes no difference to A against A: nothing is looked for each time.
: "${LEVELS:=L1=32K,L2=1M,L3=8M}"
TOOL=build/release/tools/calibrate

# An unbiased draw: how many of the `left` runs are A's yet, against a random number.
draw() { # a_left, left
	bits=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	[ $((bits % $2)) -lt "$1" ]
}

# 12 runs into $folder/pair-N.csv, each labelled before it is measured.
measure_pair() { # number
	a_left=6
	left=12
	rm -f "$folder/pair-$1.csv"
	while [ "$left" -gt 0 ]; do
		label=B
		if draw "$a_left" "$left"; then
			label=A
			a_left=$((a_left - 1))
		fi
		left=$((left - 1))
		"$MEMBENCH" run --sizes "$SIZES" --budget "$BUDGET" --levels "$LEVELS" --runs 1 \
			--quiet --label "$label" --append -o "$folder/pair-$1.csv" >/dev/null
	done
}

# Rows of one pair as run,random,blocked,block,rate. Quoted fields are blanked first, so
# that commas in them do no harm; columns are found by name.
pair_rows() { # number
	awk -F, '
	{ gsub(/"[^"]*"/, "") }
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,random,blocked,block,rate"; next }
	{
		if ($at["session"] != last) { last = $at["session"]; run++ }
		print run "," $at["label"] "," (run <= 6 ? "first" : "last") "," \
			$at["block_bytes"] "," $at["mb_per_s"]
	}' "$folder/pair-$1.csv"
}

# p of one test of one pair and level.
pair_p() { # file, group column, test
	"$MEMBENCH" utest --data "$1" --value rate --group "$2" --stratum block --cluster run \
		--test "$3" --format csv | awk -F, 'NR == 2 { print $8 }'
}

# The level of a size: small, middle and large thirds of the list, by block.
level_rows() { # rows, lowest, highest
	awk -F, -v low="$2" -v high="$3" 'NR == 1 || ($4 >= low && $4 < high)' "$1"
}

test_pair() { # number
	pair_rows "$1" >"$folder/rows.csv"
	for level in "up-to-32K 0 32769" "up-to-1M 32769 1048577" "above-1M 1048577 1e18"; do
		# The name and the two ends.
		set -- $level
		level_rows "$folder/rows.csv" "$2" "$3" >"$folder/level.csv"
		for order in random blocked; do
			for test in clustered stratified pooled; do
				echo "$1,$order,$test,$(pair_p "$folder/level.csv" $order $test)"
			done
		done
	done >>"$folder/p.csv"
}

real() { # pairs, folder
	pairs=$1
	folder=${2:-$(mktemp -d)}
	mkdir -p "$folder"
	make -s all "$TOOL"
	: >"$folder/p.csv"
	pair=0
	while [ "$pair" -lt "$pairs" ]; do
		pair=$((pair + 1))
		[ -s "$folder/pair-$pair.csv" ] || measure_pair "$pair"
		test_pair "$pair"
	done
	echo "real A/A, $pairs pairs of 6 v 6 runs, p < .05 ($folder)"
	cut -d, -f1-3 "$folder/p.csv" | sort -u | while IFS=, read -r level order test; do
		hits=$(awk -F, -v l="$level" -v o="$order" -v t="$test" \
			'$1 == l && $2 == o && $3 == t && $4 < .05 { n++ } END { print n + 0 }' \
			"$folder/p.csv")
		printf '%-10s %-8s %-11s ' "$level" "$order" "$test"
		"$TOOL" count "$hits" "$pairs" || :
	done
}

simulated() { # trials, seed
	make -s "$TOOL"
	"$TOOL" simulate "$1" "$2"
}

case ${1:-both} in
simulated) simulated "${2:-4000}" "${3:-1}" ;;
real) real "${2:-40}" "${3:-}" ;;
both)
	simulated 4000 1
	real 40 ''
	;;
*)
	sed -n 's/^# usage: /usage: /p; s/^#  *\(scripts\/\)/       \1/p' "$0" >&2
	exit 2
	;;
esac
