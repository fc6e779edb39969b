#!/bin/sh
# SPDX-License-Identifier: MIT
# What people install: the archive of sources, the Debian package in a bare Debian, static
# programs in a root that has nothing but busybox. Needs root, and says what it skips.
# usage: sh tests/packages.sh, from anywhere; the last line is the count
set -u

cd -- "$(dirname -- "$0")/.." || exit 1
. tests/tally.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
version=$(sed -n 's/^VERSION := //p' Makefile)
suite=${SUITE:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null)}

has() { # skipped part, commands ...
	has_part=$1
	shift
	for has_command in "$@"; do
		if ! command -v "$has_command" >/dev/null; then
			tally_skip "$has_part" "needs $has_command"
			return 1
		fi
	done
	[ "$(id -u)" -eq 0 ] || { tally_skip "$has_part" "needs root"; return 1; }
}

# Made twice from the same sources it is the same, byte for byte.
twice() { # target, file
	make -s "$1" >/dev/null && cp "$2" "$work/first" && rm "$2" && make -s "$1" >/dev/null &&
		cmp "$work/first" "$2"
}

inside() { # command ...: in the bare Debian
	LC_ALL=C chroot "$work/debian" "$@"
}

# Without caches of the package manager and of man.
files_are() {
	inside find / -xdev -not -path '/proc/*' -not -path '/var/cache/*' | sort
}

# Its answer holds these words.
says() { # words, command ...
	says_words=$1
	shift
	"$@" 2>&1 | grep -q -- "$says_words"
}

debian_package() {
	deb=build/membench_${version}_$(dpkg --print-architecture).deb
	tally_fact "make deb, twice the same bytes" twice deb "$deb"
	if has "lintian" lintian; then
		tally_fact "lintian" lintian --fail-on error,warning --allow-root "$deb"
	fi
	has "the package in a bare Debian" debootstrap || return 0
	tally_fact "a bare Debian" debootstrap --variant=minbase \
		--include=man-db,bash-completion,zsh,fish "$suite" "$work/debian" || return
	files_are >"$work/before"
	cp "$deb" "$work/debian/tmp/membench.deb"
	tally_fact "apt-get install" inside apt-get install -y --no-install-recommends \
		/tmp/membench.deb
	tally_fact "membench --version" says "membench $version" inside membench --version
	tally_fact "a run and its file" inside sh -c 'cd /tmp && membench --sizes 4K,8K --runs 1 \
		--budget 2ms --levels L1=32K -o a.csv && membench compare a.csv a.csv; rm a.csv'
	tally_fact "man membench" says "before.csv" inside sh -c 'man membench | cat'
	tally_fact "bash completes" says "_membench membench" inside bash -c \
		'. /usr/share/bash-completion/bash_completion; _completion_loader membench; complete -p'
	tally_fact "zsh completes" says "^_membench" inside zsh -fc \
		'autoload -U compinit; compinit -u -D; print $_comps[membench]'
	tally_fact "fish completes" says "^completion" inside fish -c 'complete -C "membench compl"'
	tally_fact "apt-get remove" inside apt-get remove -y membench
	rm "$work/debian/tmp/membench.deb"
	files_are >"$work/after"
	tally_fact "nothing of membench is left" sh -c \
		"! comm -13 '$work/before' '$work/after' | grep membench"
}

# The program alone: no libc, no shell, no /proc, no /sys, no /tmp.
static_program() { # name, program
	root=$work/root-$1
	mkdir -p "$root/bin"
	cp "$2" "$root/bin/membench"
	tally_fact "$1: info" says "L1" chroot "$root" /bin/membench info
	tally_fact "$1: a short run" chroot "$root" /bin/membench --sizes 4K,8K --runs 2 \
		--budget 2ms --levels L1=32K -o /a.csv
	tally_fact "$1: compare" says "v a" chroot "$root" /bin/membench compare /a.csv /a.csv
}

static_programs() {
	has "static programs" chroot || return 0
	for name in $(uname -m) aarch64 riscv64; do
		out=build/static-$name
		[ "$name" = "$(uname -m)" ] && out=build/static
		tally_fact "make static, $name" make -s static "FOR=$name" || continue
		echo "$tally_output" | tail -n 1
		static_program "$name" "$out/membench"
	done
}

tally_fact "make dist, twice the same bytes" twice dist "build/membench-$version.tar.gz"
if command -v dpkg-deb >/dev/null; then
	debian_package
else
	tally_skip "make deb" "needs dpkg-deb"
fi
static_programs
tally_end
