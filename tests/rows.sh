#!/bin/sh
# SPDX-License-Identifier: MIT
# Of each file of `membench run`: its name, how many rows there are of each op, kernel, block,
# volume and level, and whether each has a rate and a CPU share.
# usage: sh tests/rows.sh FILE...
awk -F, '
	FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print FILENAME, $at["op"], $at["kernel"], $at["block_bytes"], $at["bytes"], $at["level"],
		($at["mb_per_s"] > 0 && $at["cpu_share"] != "" ? "whole" : "lacks something") }
' "$@" | sort | uniq -c | sed 's/^ *//'
