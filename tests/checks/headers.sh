#!/bin/sh
# SPDX-License-Identifier: MIT
# Each header compiles alone, under every compiler that is here.
# usage: tests/checks/headers.sh, from the top of the sources
set -u

status=0
compilers=0
for compiler in ${CC-} gcc clang cc; do
	# cc is one of the others, where they are.
	[ "$compiler" != cc ] || [ $compilers -eq 0 ] || continue
	command -v "$compiler" >/dev/null || continue
	compilers=$((compilers + 1))
	for header in include/*/*.h; do
		"$compiler" -std=c17 -Iinclude -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic \
			-Werror -Wno-unused-function -fsyntax-only -x c - <<-END || status=1
			#include "${header#include/}"
			typedef int a_file_is_not_empty;
		END
	done
done
[ $compilers -gt 0 ] || { echo "no compiler here"; status=1; }
exit $status
