# SPDX-License-Identifier: MIT
# A control group for a test of the command line, in whichever version the machine has.
#   group_make CONTROLLER   makes one, $group, that has it; fails where that may not be
#   group_put V2=VALUE ...  sets limits, by their names in version 2
#   group_run COMMAND ...   runs it in there
#   group_remove

# In version 1 under other names, and the period apart.
group_name_1() { # name in version 2
	case $1 in
	memory.max) echo memory.limit_in_bytes ;;
	hugetlb.*.max) echo "${1%.max}.limit_in_bytes" ;;
	*) echo "$1" ;;
	esac
}

group_make_2() { # mount, controller
	grep -qw "$2" "$1/cgroup.controllers" 2>/dev/null || return
	version=2
	top=$1
	group=$1/membench-test-$$
	{ grep -qw "$2" "$1/cgroup.subtree_control" || echo "+$2" >"$1/cgroup.subtree_control"; } &&
		mkdir "$group"
}

group_make_1() { # mount
	test -e "$1/cgroup.procs" && ! test -e "$1/cgroup.controllers" || return
	version=1
	top=$1
	group=$1/membench-test-$$
	mkdir "$group"
}

group_make() { # controller
	group_make_2 /sys/fs/cgroup "$1" || group_make_2 /sys/fs/cgroup/unified "$1" ||
		group_make_1 "/sys/fs/cgroup/$1" || return
	# A set of CPUs of version 1 begins empty.
	for name in cpuset.cpus cpuset.mems; do
		test "$version $1" != "1 cpuset" || cat "$top/$name" >"$group/$name" || return
	done
}

group_put() { # name=value ...
	for limit; do
		name=${limit%%=*}
		value=${limit#*=}
		if [ "$version $name" = "1 cpu.max" ]; then
			echo "${value#* }" >"$group/cpu.cfs_period_us" &&
				echo "${value% *}" >"$group/cpu.cfs_quota_us" || return
		elif [ "$version" = 1 ]; then
			echo "$value" >"$group/$(group_name_1 "$name")" || return
		else
			echo "$value" >"$group/$name" || return
		fi
	done
}

group_run() { # command ...
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

# Who was in it may take a moment to be gone.
group_remove() {
	for _ in 1 2 3 4 5; do
		rmdir "$group" 2>/dev/null && return
		sleep 0.2
	done
	rmdir "$group"
}
