/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_SYSFS_H
#define MEMBENCH_CACHES_SYSFS_H

#include "caches/cache.h"

/*
 * What the files below `root` ("/" for this machine, or a copied tree with sys/ and proc/
 * in it) say of the caches of `cpu`. Entries are told by their `level` and `type`, never
 * by the number in their name; an attribute that is missing, empty, zero, too large or
 * malformed is unknown and spoils no other; a level beyond L4 is left out. Nothing fails:
 * what is not said is not there.
 */
void sysfs_read(const char *root, unsigned cpu, struct cache_list *list);
/*
 * How many of each cache of `list` the machine has, and list->last_of_any. Looks at every
 * CPU: each instance has one lowest CPU among those that share it, so those are counted.
 */
void sysfs_count_instances(const char *root, struct cache_list *list);
/* SPARC: cpuN/l1_dcache_size and its like, in bytes. */
void sysfs_read_cpu_files(const char *root, unsigned cpu, struct cache_list *list);
/* s390: the lines `cacheN : level=3 type=Unified size=65536K ...` of /proc/cpuinfo. */
void sysfs_read_cpuinfo(const char *root, unsigned cpu, struct cache_list *list);

/* The numbers of all CPUs with a directory below `root`, offline or not; empty if none. */
void sysfs_cpus(const char *root, struct cpu_set *cpus);
/* The lowest CPU number with a directory below `root` that is not offline; 0 if none. */
unsigned sysfs_first_cpu(const char *root);
/* Offline, or not among the CPUs of a tree that has some: nothing is known of its caches, and
 * it has no share in /proc/cpuinfo. */
bool sysfs_is_absent(const char *root, unsigned cpu);

#endif
