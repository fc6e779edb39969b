#!/bin/sh
# SPDX-License-Identifier: MIT
# Plain loops stay loops: at every level of optimisation loops.c and reference.c call no
# function of libc, and loops.c uses no vector.
# usage: tests/loops.sh [compiler ...], from the top of the sources; else CC, gcc, clang
set -u

object=$(mktemp) || exit 1
trap 'rm -f "$object"' EXIT
failures=0

fail() {
	echo "loops.sh: $1" >&2
	failures=$((failures + 1))
}

# The object must need nothing from outside but tables of kernels/ itself.
check_calls() { # compiler, level, source, further flags
	"$1" -std=c17 -Iinclude -D_POSIX_C_SOURCE=200809L "$2" ${4-} \
		-c "$3" -o "$object" || fail "$1 $2 cannot build $3"
	calls=$(nm -u "$object" | grep -Ev ' (op_facts|_GLOBAL_OFFSET_TABLE_)$')
	[ -z "$calls" ] || fail "$1 $2: $3 calls $calls"
}

# Packed registers, loads, stores and sums of x86 and AArch64. Between registers a scalar
# double may move as if packed.
vectors='%[yz]mm|(movdq|mov[au]p|movl?hp).*\(|(add|mul)pd|padd|\<q[0-9]+|\<v[0-9]+\.'

check_vectors() { # compiler, level: of the object that stands
	objdump=$("$1" -print-prog-name=objdump)
	code=$("$objdump" -d --no-show-raw-insn "$object" | grep -v 'file format') &&
		[ -n "$code" ] ||
		fail "$1 $2: no disassembly"
	found=$(echo "$code" | grep -E "$vectors" | head -3)
	[ -z "$found" ] || fail "$1 $2: loops.c is vectorised: $found"
}

found_one=no
[ $# -gt 0 ] || set -- ${CC-} gcc clang
for compiler in "$@"; do
	command -v "$compiler" >/dev/null || continue
	found_one=yes
	for level in -O1 -O2 -O3; do
		check_calls "$compiler" "$level" src/kernels/reference.c -fno-builtin
		check_calls "$compiler" "$level" src/kernels/loops.c
		check_vectors "$compiler" "$level"
	done
done
[ $found_one = yes ] || fail "no compiler found"
[ $failures -eq 0 ] && echo "loops.sh: plain loops stay loops"
exit $((failures > 0))
