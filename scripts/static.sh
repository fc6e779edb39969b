#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that needs nothing of the system it runs on: with musl where the processor has it
# here, else with glibc, and the last line says which. Installs what it needs.
# usage: sh scripts/static.sh [x86_64 | aarch64 | riscv64 ...]; default: this machine's
# The program is build/static/membench, that of another processor build/static-NAME/membench.
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/scripts/packages.sh"
cd -- "$top"

here=$(uname -m)
name=${1:-$here}

# The compiler of another processor and, where Debian has it, musl for it.
foreign_install() {
	command -v apt-get >/dev/null || return 0
	case $name in
	aarch64) set -- gcc-aarch64-linux-gnu libc6-dev-arm64-cross musl-dev:arm64 ;;
	*) set -- "gcc-$name-linux-gnu" "libc6-dev-$name-cross" ;;
	esac
	case $* in *:arm64) packages_as_root dpkg --add-architecture arm64 ;; esac
	packages_install apt-get "$@"
}

# What musl-gcc does for its own processor, for another one.
foreign_compiler() {
	compiler=$name-linux-gnu-gcc
	[ -e "/usr/lib/$name-linux-musl/libc.a" ] || command -v "$compiler" >/dev/null || foreign_install
	specs=$(find /usr/lib/*-linux-musl -name musl-gcc.specs 2>/dev/null | head -n 1)
	if [ -e "/usr/lib/$name-linux-musl/libc.a" ] && [ -n "$specs" ]; then
		own=${specs%-linux-musl/*}
		mkdir -p "$out"
		sed "s/${own##*/}/$name/g" "$specs" >"$out/musl.specs"
		compiler="$compiler -specs $out/musl.specs"
	fi
}

if [ "$name" = "$here" ]; then
	out=build/static
	packages_ensure compiler make musl
	compiler=$(packages_musl)
else
	out=build/static-$name
	packages_ensure make musl
	foreign_compiler
fi
"$(packages_make)" -s -j2 OUT="$out" CC="$compiler" LDFLAGS="-static ${LDFLAGS-}" all
case $compiler in
*musl*) echo "$out/membench: static, $name, musl" ;;
*) echo "$out/membench: static, $name, glibc: there is no musl for it here" ;;
esac
