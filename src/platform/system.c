/* SPDX-License-Identifier: MIT */
/* platform: what is the same on every system. Asks nothing that POSIX lacks. */
#include "platform/platform.h"

#include <stdio.h>
#include <sys/utsname.h>

const char *const page_mode_names[] = { "auto", "huge", "small", NULL };

void platform_system(char text[PLATFORM_TEXT_BYTES])
{
	struct utsname name;

	text[0] = '\0';
	if (uname(&name) == 0)
		(void)snprintf(text, PLATFORM_TEXT_BYTES, "%.24s %.40s %.24s", name.sysname,
		               name.release, name.machine);
}

struct memory_limit platform_memory_limit(void)
{
	struct memory_limit limits[PLATFORM_LIMITS], least = { UINT64_MAX, "none", false };
	size_t count = platform_memory_limits(limits);

	for (size_t i = 0; i < count; i++)
		least = limits[i].bytes < least.bytes ? limits[i] : least;
	return least;
}
