/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_LOCK_H
#define MEMBENCH_BASE_LOCK_H

#include <stdint.h>

/*
 * The write lock of a whole file that others append to as well (POSIX fcntl(), which NFS
 * carries too, and which makes it show the file as the last holder left it). Waits at most
 * `patience_ns`, and once a signal came a tenth of a second more. -1 and EAGAIN where
 * someone else still holds it. A file system without locks gives 0: a single write()
 * behind O_APPEND is then all that keeps rows whole. The lock goes with the process, and
 * with the first descriptor of the file that the process closes.
 */
int file_lock(int descriptor, uint64_t patience_ns);
void file_unlock(int descriptor);
/* The process that holds it; 0 where nobody does or it is on another machine. */
long file_lock_holder(int descriptor);

#endif
