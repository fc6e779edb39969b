#!/bin/sh
# SPDX-License-Identifier: MIT
# Arrows point down the list of stages only: no stage includes a header of one above it.
# usage: tests/checks/arrows.sh, from the top of the sources
set -u

stages='base stats platform kernels caches dimms measure samples session compare fleet report cli'
status=0
below=
for stage in $stages; do
	below="$below $stage"
	for file in src/"$stage"/* include/"$stage"/*; do
		for used in $(sed -n 's|^#include "\([a-z]*\)/.*|\1|p' "$file"); do
			case " $below " in
			*" $used "*) ;;
			*)
				echo "$file includes $used/, which is above $stage"
				status=1
				;;
			esac
		done
	done
done
exit $status
