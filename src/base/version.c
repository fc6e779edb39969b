/* SPDX-License-Identifier: MIT */
/* base: which program this is and what built it. The Makefile names version and flags. */
#include "base/version.h"

#if defined(__clang__)
#define COMPILER "clang-" __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc-" __VERSION__
#else
#define COMPILER "cc"
#endif

const char *version_number(void)
{
	return MEMBENCH_VERSION;
}

const char *version_build(void)
{
	return MEMBENCH_VERSION " " COMPILER " " MEMBENCH_FLAGS;
}

const char *version_date(void)
{
	return MEMBENCH_RELEASED;
}
