#!/bin/sh
# SPDX-License-Identifier: MIT
# The README's option lists are what --help prints, byte for byte. A list is a fenced block
# that begins with `usage: membench COMMAND`; that of `run` must be there.
# usage: MEMBENCH=/path/to/membench tests/checks/readme.sh, from the top of the sources
set -u

status=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

commands=$(sed -n 's/^usage: membench \([a-z]*\) .*/\1/p' README.md)
for command in run $(echo "$commands" | grep -vx run); do
	awk -v usage="usage: membench $command " '
		/^```/ { inside = 0 }
		index($0, usage) == 1 { inside = 1 }
		inside' README.md >"$work/README.md"
	"$MEMBENCH" "$command" --help >"$work/help" || status=1
	(cd "$work" && diff -u README.md help) || status=1
done
exit $status
