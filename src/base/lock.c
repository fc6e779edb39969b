/* SPDX-License-Identifier: MIT */
/* base: one writer at a time. Knows nothing of what is written. */
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#define STEP_NS  2000000   /* between two tries */
#define HASTE_NS 100000000 /* what a signal leaves of the patience */

static bool lock_try(int descriptor)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (fcntl(descriptor, F_SETLK, &whole) == 0)
		return true;
	/* Held by another, or a signal came; whatever else is wrong, there are no locks here. */
	return errno != EAGAIN && errno != EACCES && errno != EINTR;
}

/* Counts its own sleeps: the patience is a bound, not a measurement. */
int file_lock(int descriptor, uint64_t patience_ns)
{
	const struct timespec step = { .tv_nsec = STEP_NS };

	while (!lock_try(descriptor)) {
		if (patience_ns < STEP_NS) {
			errno = EAGAIN;
			return -1;
		}
		patience_ns -= STEP_NS;
		if (nanosleep(&step, NULL) != 0 && patience_ns > HASTE_NS)
			patience_ns = HASTE_NS;
	}
	return 0;
}

void file_unlock(int descriptor)
{
	struct flock whole = { .l_type = F_UNLCK, .l_whence = SEEK_SET };
	(void)fcntl(descriptor, F_SETLK, &whole);
}

long file_lock_holder(int descriptor)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (fcntl(descriptor, F_GETLK, &whole) != 0 || whole.l_type == F_UNLCK)
		return 0;
	return whole.l_pid > 0 ? (long)whole.l_pid : 0;
}
