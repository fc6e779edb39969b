#!/bin/sh
# SPDX-License-Identifier: MIT
# Pages of the manual (include/cli/manual.h) as C, a string a line.
# usage: sh scripts/manual.sh src/manual/PAGE.md ...
set -eu

echo '#include "cli/manual.h"'
echo 'const struct manual_page manual_pages[] = {'
for page in "$@"; do
	name=${page##*/}
	printf '\t{ "%s", (const char *const[]){\n' "${name%.md}"
	sed 's/[\\"]/\\&/g; s/.*/\t\t"&",/' "$page"
	printf '\t\tNULL } },\n'
done
printf '\t{ NULL, NULL },\n};\n'
