# SPDX-License-Identifier: MIT
# Counting. Sourced by every script that runs tests: each ends with `N passed, N failed`
# as its last line, and whoever called it adds that up.

tally_passed=0
tally_failed=0

tally_pass() {
	tally_passed=$((tally_passed + 1))
}

tally_fail() { # what [, why]
	tally_failed=$((tally_failed + 1))
	echo "FAILED: $1${2:+: $2}"
}

tally_skip() { # what, why
	echo "skipped: $1: $2"
}

tally_add() { # passed, failed
	tally_passed=$((tally_passed + $1))
	tally_failed=$((tally_failed + $2))
}

# One fact: the command's status is 0. Where it is not, what it printed is shown, and the
# status here is 1.
tally_fact() { # name, command ...
	tally_name=$1
	shift
	if tally_output=$("$@" 2>&1); then
		tally_pass
		echo "ok: $tally_name"
	else
		tally_fail "$tally_name"
		echo "$tally_output"
		return 1
	fi
}

# A command that counts by itself.
tally_script() { # command ...
	tally_log=$(mktemp -d) || exit 1
	{
		"$@" 2>&1
		echo $? >"$tally_log/status"
	} | tee "$tally_log/output"
	tally_status=$(cat "$tally_log/status")
	tally_counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' \
		"$tally_log/output")
	rm -r "$tally_log"
	case $tally_counts in
	'') tally_fail "$*" "it ended without a count (status $tally_status)" ;;
	*' 0')
		tally_add $tally_counts
		[ "$tally_status" -eq 0 ] || tally_fail "$*" "status $tally_status"
		;;
	*) tally_add $tally_counts ;;
	esac
}

# The last line, and the status of the script. Where nothing ran, nothing was shown.
tally_end() {
	[ $((tally_passed + tally_failed)) -gt 0 ] || tally_fail "nothing ran"
	echo "$tally_passed passed, $tally_failed failed"
	[ "$tally_failed" -eq 0 ]
}
