#!/bin/sh
# SPDX-License-Identifier: MIT
# All tests of one variant, as `make check` built it: unit tests, command lines, and for
# the release also the checks of the sources. The last line is the count.
# usage: sh tests/run.sh VARIANT [NAME], for what lies in build/VARIANT; NAME is that of one
# unit test (report for tests/unit/test_report.c) or of one folder of tests/cli
set -u

cd -- "$(dirname -- "$0")/.." || exit 1
. tests/tally.sh
VARIANT=${1:?usage: sh tests/run.sh VARIANT [NAME]}
MEMBENCH=$PWD/build/$VARIANT/membench
[ "$VARIANT" = release ] && MEMBENCH=$PWD/build/membench
export MEMBENCH VARIANT

# cmocka's lines to `passed failed`. A test that began and did not end has crashed: it
# failed; so has a program that ended badly though no test did.
unit_counts() { # log, status
	awk -v status="$2" '
	/^\[ RUN      \]/ { if (running != "") crashed++; running = $4; next }
	/^\[       OK \]/ { passed++; running = "" }
	/^\[  SKIPPED \]/ { skipped++; running = "" }
	/^\[  FAILED  \]/ { if ($4 == running) { failed++; running = "" } }
	END {
		failed += crashed + (running != "")
		if (failed == 0 && (status != 0 || passed + skipped == 0)) failed = 1
		print passed + 0, failed + 0
	}' "$1"
}

unit_run() { # program
	log=$(mktemp) || exit 1
	"$1" >"$log" 2>&1
	status=$?
	counts=$(unit_counts "$log" "$status")
	set -- "${1##*/}" $counts
	tally_add "$2" "$3"
	if [ "$3" -gt 0 ]; then
		cat "$log"
		echo "FAILED: $1: $2 passed, $3 failed, status $status; the last test begun was" \
			"$(sed -n 's/^\[ RUN      \] //p' "$log" | tail -n 1)"
	else
		echo "ok: $1: $2 passed"
		grep -Ei '^# |skip' "$log"
	fi
	rm -f "$log"
}

if [ -n "${2-}" ]; then
	if [ -e "tests/unit/test_$2.c" ]; then
		unit_run "build/$VARIANT/tests/test_$2"
	elif [ -e "tests/cli/$2/command" ]; then
		tally_script sh tests/cli/run.sh "$2"
	else
		tally_fail "$2" "neither tests/unit/test_$2.c nor tests/cli/$2"
	fi
	tally_end
	exit
fi
for program in "build/$VARIANT/tests"/test_*; do
	case $program in
	*.d) ;;
	*'*') tally_fail "unit tests" "none in build/$VARIANT/tests" ;;
	*) unit_run "$program" ;;
	esac
done
tally_script sh tests/cli/run.sh
if [ "$VARIANT" = release ]; then
	for check in tests/checks/*.sh; do
		tally_fact "$check" sh "$check"
	done
fi
tally_end
