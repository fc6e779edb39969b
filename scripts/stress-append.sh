#!/bin/sh
# SPDX-License-Identifier: MIT
# Many sessions append to one new file at once, some of them killed half-way: prints the
# number of headers, of lines with a wrong number of fields, and of finished rows lost.
# usage: MEMBENCH=/path/to/membench sh scripts/stress-append.sh [SESSIONS] [RUNS] [KILLED]
set -u

sessions=${1:-64}
runs=${2:-5}
killed=${3:-8}
: "${MEMBENCH:?is the absolute path of the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# What a session reports on standard output once its rows are in the file.
pids=
session=0
while [ "$session" -lt "$sessions" ]; do
	session=$((session + 1))
	"$MEMBENCH" --sizes 2K,4K --runs "$runs" --budget 1ms --kernel word --levels L1=32K \
		--label "s$session" --quiet --append -o rows.csv --format csv >"$session.own" 2>/dev/null &
	pids="$pids $!"
done
# Killed as soon as there is anything: some before their first row, some between two runs.
while [ ! -s rows.csv ]; do :; done
for pid in $(echo "$pids" | tr ' ' '\n' | head -n $((killed + 1))); do
	kill -KILL "$pid" 2>/dev/null
done
# shellcheck disable=SC2086
wait $pids 2>/dev/null

# The file is written before standard output: a row that is there must be in the file.
headers=$(grep -c '^schema,' rows.csv)
fields=$(head -n 1 rows.csv | tr , '\n' | wc -l)
torn=$(awk -F, -v fields="$fields" 'NF != fields' rows.csv | wc -l)
twice=$(sort rows.csv | uniq -d | wc -l)
cat ./*.own | awk -F, -v fields="$fields" 'NF == fields' | grep -v '^schema,' | sort >finished
lost=$(sort rows.csv | comm -13 - finished | wc -l)
whole=$(cut -d, -f2 rows.csv | sort | uniq -c | awk -v rows=$((2 * runs)) '$1 == rows' | wc -l)
echo "headers $headers, torn lines $torn, rows twice $twice, rows lost $lost"
[ "$whole" -ge $((sessions - killed)) ] || echo "only $whole sessions are complete"
