/* SPDX-License-Identifier: MIT */
/* platform: the system's own name, which POSIX does give. */
#include "platform/platform.h"

#include <stdio.h>
#include <sys/utsname.h>

void platform_system(char text[PLATFORM_TEXT_BYTES])
{
	struct utsname name;

	text[0] = '\0';
	if (uname(&name) == 0)
		(void)snprintf(text, PLATFORM_TEXT_BYTES, "%.24s %.40s %.24s", name.sysname,
		               name.release, name.machine);
}
