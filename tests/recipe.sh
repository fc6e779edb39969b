#!/bin/sh
# SPDX-License-Identifier: MIT
# The commands that README.md has below a line in bold, changed by a sed script for a small
# machine: less volume, fewer runs, a disk that is a folder. They come out as a shell script.
# usage: sh tests/recipe.sh 'first words' 'sed script'
set -eu

awk -v first="**$1" '
	index($0, first) == 1 { inside = 1; next }
	inside && /^(\*\*|## )/ { exit }
	inside && /^    / { print substr($0, 5) }
' "$(dirname -- "$0")/../README.md" | sed -e 's/^membench /"$MEMBENCH" /; s/; membench /; "$MEMBENCH" /' -e "$2"
