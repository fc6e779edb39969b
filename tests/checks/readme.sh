#!/bin/sh
# SPDX-License-Identifier: MIT
# What the README shows is what the program prints, byte for byte: option lists, which are
# fenced blocks that begin with `usage: membench COMMAND` (that of `run` must be there), and
# the example of a comparison with its picture, from the files in tests/data/pages.
# usage: MEMBENCH=/path/to/membench tests/checks/readme.sh, from the top of the sources
set -u

status=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The fenced block that begins with these words is the same as what was printed.
shows() { # first words, file
	awk -v first="$1" '
		/^```/ { inside = 0 }
		index($0, first) == 1 { inside = 1 }
		inside' README.md >"$work/README.md"
	(cd "$work" && diff -u README.md "$2") || status=1
}

commands=$(sed -n 's/^usage: membench \([a-z]*\) .*/\1/p' README.md)
for command in run $(echo "$commands" | grep -vx run); do
	"$MEMBENCH" "$command" --help >"$work/help" || status=1
	shows "usage: membench $command " help
done

(cd tests/data/pages && "$MEMBENCH" compare small.csv huge.csv --vary page_bytes \
	--plot "$work/pages.svg" >"$work/pages") || status=1
shows "small (baseline) v huge" pages
cmp tests/data/pages/pages.svg "$work/pages.svg" || status=1
grep -qF '(tests/data/pages/pages.svg)' README.md || status=1
exit $status
