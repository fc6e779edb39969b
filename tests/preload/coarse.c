/* SPDX-License-Identifier: MIT */
/* A clock that steps by $TICK_NS, for LD_PRELOAD: CLOCK_MONOTONIC rounded down to it. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
	const char *text = getenv("TICK_NS");
	uint64_t tick = text ? strtoull(text, NULL, 10) : 1, ns;

	if (syscall(SYS_clock_gettime, clock, now) != 0)
		return -1;
	if (clock != CLOCK_MONOTONIC || tick <= 1)
		return 0;
	ns = (uint64_t)now->tv_sec * 1000000000u + (uint64_t)now->tv_nsec;
	ns = ns / tick * tick;
	now->tv_sec = (time_t)(ns / 1000000000u);
	now->tv_nsec = (long)(ns % 1000000000u);
	return 0;
}
