/* SPDX-License-Identifier: MIT */
/* platform: claims on CPUs among programs that measure, on Linux. Pins nothing. */
#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

/* A lock on the CPU's own folder in sysfs: it needs no file of ours, whoever we are, and goes
 * with the process. Containers that have a sysfs of their own do not see each other. */
static int claim(unsigned cpu)
{
	char path[64];

	(void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u", cpu);
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0)
		return descriptor;
	int why = errno;
	(void)close(descriptor);
	errno = why;
	return -1;
}

bool platform_claim_cpu(unsigned cpu)
{
	errno = 0;
	return claim(cpu) >= 0 || errno != EWOULDBLOCK;
}

bool platform_cpu_is_claimed(unsigned cpu)
{
	errno = 0;
	int descriptor = claim(cpu);
	if (descriptor < 0)
		return errno == EWOULDBLOCK;
	(void)close(descriptor);
	return false;
}
