#!/bin/sh
# SPDX-License-Identifier: MIT
# Functions and files stay small enough to be read: 50 lines, 300 lines, main.c 80, the
# Makefile 150. A function begins and ends with a brace in the first column; tables of
# data, whose brace stands behind the =, are no functions. Unit tests are lists of facts,
# which may be as many as there are.
# usage: tests/checks/sizes.sh, from the top of the sources
set -u

status=0

functions=$(awk '
	FNR == 1 { begun = 0 }
	/^{/ { begun = FNR }
	/^[a-z].*\(/ { signature = $0 }
	/^}/ && begun {
		if (FNR - begun - 1 > 50)
			print FILENAME ":" begun ": " FNR - begun - 1 " lines: " signature
		begun = 0
	}' src/*/*.[ch] src/*/*.inc include/*/*.h tests/*.h tests/*/*.[ch] scripts/*.c)
if [ -n "$functions" ]; then
	echo "functions of more than 50 lines:"
	echo "$functions"
	status=1
fi

file_limit() { # file
	case $1 in
	src/cli/main.c) echo 80 ;;
	Makefile) echo 150 ;;
	*) echo 300 ;;
	esac
}

for file in Makefile src/*/* include/*/*.h tests/*.h tests/*/*.h tests/*.sh tests/*/*.sh scripts/*; do
	[ -f "$file" ] || continue
	lines=$(wc -l <"$file")
	if [ "$lines" -gt "$(file_limit "$file")" ]; then
		echo "$file: $lines lines, more than $(file_limit "$file")"
		status=1
	fi
done
exit $status
