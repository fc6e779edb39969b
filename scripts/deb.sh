#!/bin/sh
# SPDX-License-Identifier: MIT
# A Debian package of the program that `make` built, as build/membench_VERSION_ARCH.deb; the
# same sources, compiler and SOURCE_DATE_EPOCH give the same bytes.
# usage: make deb, which calls it: sh scripts/deb.sh VERSION COMMAND-THAT-INSTALLS ...
set -eu

version=$1
shift
: "${SOURCE_DATE_EPOCH:?is the time of the sources, in seconds}"
export SOURCE_DATE_EPOCH
maintainer=${MAINTAINER:-The membench developers <maintainers@membench.example>}
arch=${DEB_ARCH:-$(dpkg --print-architecture)}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
umask 022
"$@" DESTDIR="$root" PREFIX=/usr ZSH_FOLDER=share/zsh/vendor-completions
strip --strip-unneeded --remove-section=.comment --remove-section=.note \
	"$root/usr/bin/membench"

# The newest glibc that the program asks for; none where it is static.
libc=$(grep -ao 'GLIBC_2\.[0-9]*' "$root/usr/bin/membench" | sed 's/.*_//' |
	sort -t. -k2n | tail -n 1)

doc=$root/usr/share/doc/membench
mkdir -p "$doc" "$root/DEBIAN"
date=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
printf 'membench (%s) unstable; urgency=low\n\n  * See `membench man changes`.\n\n -- %s  %s\n' \
	"$version" "$maintainer" "$date" | gzip -9n >"$doc/changelog.gz"
{
	echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
	echo 'Upstream-Name: membench'
	echo
	echo 'Files: *'
	sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
	echo 'License: MIT'
	sed '1,/^Copyright/d; s/^$/./; s/^/ /' LICENSE | sed 1d
} >"$doc/copyright"
gzip -9n "$root/usr/share/man/man1/membench.1"

cat >"$root/DEBIAN/control" <<-END
	Package: membench
	Version: $version
	Architecture: $arch
	Maintainer: $maintainer
	${libc:+Depends: libc6 (>= $libc)}
	Installed-Size: $(du -k -s --exclude=DEBIAN "$root" | cut -f1)
	Section: utils
	Priority: optional
	Description: memory and cache bandwidth, and what changed it
	 membench measures how many bytes a second each cache and the memory move,
	 and says whether one configuration of memory is faster than another: in
	 which level, by how much, and how sure that is.
END
sed -i '/^$/d' "$root/DEBIAN/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "build/membench_${version}_$arch.deb"
