/* SPDX-License-Identifier: MIT */
/*
 * A machine of $FAKECPUS CPUs, for LD_PRELOAD: the mask holds CPUs 0 .. $FAKECPUS - 1, and
 * pinning to any of them seems to succeed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static int pinned = -1;

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *mask)
{
	const char *count = getenv("FAKECPUS");
	size_t cpus = count ? strtoul(count, NULL, 10) : 1;

	(void)pid;
	if (cpus > bytes * 8) {
		errno = EINVAL;
		return -1;
	}
	memset(mask, 0, bytes);
	for (size_t cpu = 0; cpu < cpus; cpu++)
		CPU_SET_S(cpu, bytes, mask);
	return 0;
}

int sched_setaffinity(pid_t pid, size_t bytes, const cpu_set_t *mask)
{
	(void)pid;
	for (size_t cpu = 0; cpu < bytes * 8; cpu++) {
		if (CPU_ISSET_S(cpu, bytes, mask))
			pinned = (int)cpu;
	}
	return 0;
}

int sched_getcpu(void)
{
	return pinned < 0 ? 0 : pinned;
}
