#!/bin/sh
# SPDX-License-Identifier: MIT
# Pictures are well-formed XML whatever the labels hold: xmllint reads them, where it is
# installed.
# usage: MEMBENCH=/path/to/membench tests/checks/svg.sh, from the top of the sources
set -u

if ! command -v xmllint >/dev/null; then
	echo "skipped: xmllint is not installed"
	exit 0
fi
status=0
data=tests/data/plot
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

well_formed() { # what, option of plot ...
	what=$1
	shift
	if ! "$MEMBENCH" plot --quiet "$@" >"$work/x.svg" ||
		! xmllint --noout --nonet "$work/x.svg"; then
		echo "$what: not well-formed"
		status=1
	fi
}

relabelled() { # label
	awk -v label="$1" 'NR > 1 { sub(/,CL3,/, "," label ",") } { print }' "$data/cl3.csv"
}

well_formed "one file" "$data/cl3.csv"
well_formed "two files" "$data/cl3.csv" "$data/cl2.csv"
well_formed "a chart alone" --charts rate "$data/cl3.csv"
well_formed "levels alone" --charts levels "$data/cl3.csv"
well_formed "one row" --only run=1,block_bytes=524288 "$data/cl3.csv"
well_formed "a configuration a size" --by block_bytes "$data/cl3.csv"
relabelled '<\\&\\&]]>-- $(x) %s %n' >"$work/markup.csv"
well_formed "markup in a label" "$work/markup.csv" "$data/cl2.csv"
relabelled "$(printf 'latin \351 \001 \033[31m')" >"$work/bytes.csv"
well_formed "bytes that XML cannot hold" "$work/bytes.csv" "$data/cl2.csv"
relabelled "$(printf '%0500d' 0)" >"$work/long.csv"
well_formed "a label of 500 characters" "$work/long.csv" "$data/cl2.csv"
exit $status
