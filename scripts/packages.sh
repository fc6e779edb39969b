# SPDX-License-Identifier: MIT
# What the scripts need of the system, and how each system's package manager calls it.
# Sourced. All it says goes to stderr.

# need      apt             dnf              pacman  apk           zypper           brew
packages_names='
compiler    gcc,libc6-dev   gcc              gcc     gcc,musl-dev  gcc              gcc
make        make            make             make    make          make             make
cmocka      libcmocka-dev   libcmocka-devel  cmocka  cmocka-dev    libcmocka-devel  cmocka
musl        musl-tools      musl-gcc         musl    musl-dev      musl-devel       musl-cross
'
packages_managers='apt-get dnf pacman apk zypper brew' # the columns, as commands

# Does a program that includes $1 link with the library $2?
packages_link() { # headers, library or nothing
	packages_probe=$(mktemp) || return 1
	printf '%b\nint main(void) { return 0; }\n' "$1" |
		"${CC:-cc}" -x c - -o "$packages_probe" ${2:+"$2"} >/dev/null 2>&1
	packages_status=$?
	rm -f "$packages_probe"
	return $packages_status
}

# The command that is GNU make here.
packages_make() {
	for packages_command in make gmake; do
		if "$packages_command" --version 2>/dev/null | grep -q '^GNU Make'; then
			echo "$packages_command"
			return 0
		fi
	done
	return 1
}

# The compiler that links with musl.
packages_musl() {
	case $("${CC:-cc}" -dumpmachine 2>/dev/null) in
	*-musl*) echo "${CC:-cc}" ;;
	*) command -v musl-gcc ;;
	esac
}

packages_have() { # need
	case $1 in
	compiler) packages_link '#include <stdio.h>' ;;
	make) packages_make >/dev/null ;;
	musl) packages_musl >/dev/null ;;
	cmocka)
		packages_link '#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>
#include <stdint.h>\n#include <cmocka.h>' -lcmocka
		;;
	esac
}

packages_manager() {
	for packages_command in $packages_managers; do
		if command -v "$packages_command" >/dev/null; then
			echo "$packages_command"
			return 0
		fi
	done
	return 1
}

# What `manager` calls each need: one line.
packages_called() { # manager, needs ...
	packages_column=$(echo "$packages_managers" | tr ' ' '\n' | grep -nx "$1" | cut -d: -f1)
	shift
	for packages_need in "$@"; do
		echo "$packages_names" | awk -v need="$packages_need" -v column="$packages_column" \
			'$1 == need { print $(column + 1) }'
	done | tr ',\n' '  '
}

packages_advise() { # needs ...
	echo "These are missing: $*. Install them, then start this again:" >&2
	for packages_command in $packages_managers; do
		echo "  $packages_command: $(packages_called "$packages_command" "$@")" >&2
	done
}

# As root: the command itself; else through sudo where there is one.
packages_as_root() { # command ...
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		echo "Installing needs root or sudo." >&2
		return 1
	fi
}

packages_install() { # manager, packages ...
	packages_command=$1
	shift
	echo "$packages_command installs: $*" >&2
	case $packages_command in
	apt-get)
		# A source that cannot be reached matters only if a package is then missing.
		packages_as_root apt-get update || echo "Some package lists are missing." >&2
		packages_as_root env DEBIAN_FRONTEND=noninteractive \
			apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"
		;;
	dnf) packages_as_root dnf install -y "$@" ;;
	pacman) packages_as_root pacman -Sy --needed --noconfirm "$@" ;;
	apk) packages_as_root apk add "$@" ;;
	zypper) packages_as_root zypper --non-interactive install "$@" ;;
	brew) brew install "$@" ;;
	esac >&2
}

# Those of the needs that are not met: one line.
packages_lacking() { # needs ...
	for packages_need in "$@"; do
		packages_have "$packages_need" || echo "$packages_need"
	done | tr '\n' ' '
}

# Sees to it that each need is met. Where that cannot be done it says what to install.
packages_ensure() { # needs ...
	packages_missing=$(packages_lacking "$@")
	[ -n "$packages_missing" ] || return 0
	# Names hold no spaces: these lists are meant to fall apart at them.
	if packages_found=$(packages_manager); then
		packages_wanted=$(packages_called "$packages_found" $packages_missing)
		packages_install "$packages_found" $packages_wanted || :
		packages_missing=$(packages_lacking "$@")
		[ -n "$packages_missing" ] || return 0
	fi
	packages_advise $packages_missing
	return 1
}
