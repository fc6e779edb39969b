#!/bin/sh
# SPDX-License-Identifier: MIT
# Command lines: each folder here is a case. Its files:
#   command  shell lines; the program is "$MEMBENCH", data of all tests lie in "$DATA"
#   stdout, stderr, status   what must come of it, byte for byte; nothing, nothing and 0
#            where a file is missing
#   flags    where it is there, lines about flagged values and busy or shared CPUs stay in
#   filter   sed script that takes words out of stdout and stderr that differ each time
#   needs    shell lines; where they fail the case is skipped by name
#   value    where it is there, stdout holds values and this file names their source (R,
#            SciPy, an enumeration, a count by hand): they are never rewritten. Without it the
#            case shows how things are laid out, and `make golden` rewrites stdout and stderr
#            to what comes of it now: read the difference before it is committed.
# and whatever else the command reads. It runs in a copy of the folder, in the C locale,
# with no terminal.
# usage: MEMBENCH=/path/to/membench [GOLDEN=1] sh tests/cli/run.sh [case ...]; default: all
set -u

cd -- "$(dirname -- "$0")" || exit 1
. ../tally.sh
: "${MEMBENCH:?is the absolute path of the program to test}" "${VARIANT:=release}"
DATA=$(CDPATH='' cd -- .. && pwd)/data
LC_ALL=C
export MEMBENCH VARIANT DATA LC_ALL
unset NO_COLOR COLUMNS

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# An expected file, or its default where the case has none.
case_expects() { # case, file, default
	if [ -e "$1/$2" ]; then
		cat "$1/$2"
	else
		printf '%s' "$3"
	fi >"$work/expected/$2"
}

# Which values are flagged is the machine's affair, what other tests run beside this one, and
# whether rates bear out the caches that were given.
case_filter() { # case, file
	[ -e "$1/filter" ] && cp "$1/filter" "$work/filter" || : >"$work/filter"
	if [ ! -e "$1/flags" ]; then
		echo '/ values are flagged: /d; /is measured on by another membench/d' >>"$work/filter"
		echo '/^A quota of CPU time /d; /^CPU .* was busy with other work/d' >>"$work/filter"
	fi
	sed -f "$work/filter" "$work/raw/$2" >"$work/actual/$2"
}

# What came of it becomes what is expected; a status never does.
case_rewrite() { # case, file
	cmp -s "$work/expected/$2" "$work/actual/$2" && return
	cp "$work/actual/$2" "$work/expected/$2"
	if [ -s "$work/actual/$2" ]; then
		cp "$work/actual/$2" "$1/$2"
	else
		rm -f "$1/$2"
	fi
	echo "rewritten: tests/cli/$1/$2"
}

case_run() { # case
	rm -rf "${work:?}"/*
	mkdir "$work/expected" "$work/raw" "$work/actual"
	cp -R "$1" "$work/here"
	if [ -e "$1/needs" ] && ! (cd "$work/here" && sh ./needs) >/dev/null 2>&1; then
		tally_skip "cli/$1" "needs $(tr '\n' ' ' <"$1/needs")"
		return
	fi
	(cd "$work/here" && exec sh ./command) </dev/null >"$work/raw/stdout" \
		2>"$work/raw/stderr"
	echo $? >"$work/actual/status"
	case_filter "$1" stdout
	case_filter "$1" stderr
	case_expects "$1" stdout ''
	case_expects "$1" stderr ''
	case_expects "$1" status '0
'
	if [ -n "${GOLDEN-}" ] && [ ! -e "$1/value" ]; then
		case_rewrite "$1" stdout
		case_rewrite "$1" stderr
	fi
	if differences=$(cd "$work" && diff -ru expected actual); then
		tally_pass
	else
		tally_fail "cli/$1" "$(cat "$1/command")"
		echo "$differences"
	fi
}

[ $# -gt 0 ] || set -- */
for case in "$@"; do
	case_run "${case%/}"
done
[ "$tally_failed" -gt 0 ] || echo "ok: tests/cli: $tally_passed passed"
tally_end
