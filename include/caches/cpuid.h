/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_CPUID_H
#define MEMBENCH_CACHES_CPUID_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "caches/cache.h"

/* Answers of the CPUID instruction, live or saved. Release with cpuid_table_release(). */
struct cpuid_table {
	struct cpuid_leaf {
		uint32_t leaf, subleaf; /* subleaf 0 where the leaf has none */
		uint32_t eax, ebx, ecx, edx;
	} *leaves;
	size_t count, capacity;
};

void cpuid_table_add(struct cpuid_table *table, const struct cpuid_leaf *leaf);
/* All zero where the table lacks it, as the instruction answers for unknown leaves. */
struct cpuid_leaf cpuid_find(const struct cpuid_table *table, uint32_t leaf,
                             uint32_t subleaf);
void cpuid_table_release(struct cpuid_table *table);

/* What the CPU under this thread answers; empty where the architecture has no CPUID. */
void cpuid_collect(struct cpuid_table *table);

/*
 * A saved table: tab separated `pu leaf subleaf eax ebx ecx edx`, one header line, numbers
 * in hexadecimal, "-" for no subleaf. Takes the rows of `pu`, those of the first PU in the
 * file where that is -1; a file without a row is an error. Fails with FILE:LINE:COLUMN.
 */
int cpuid_load(const char *path, long pu, struct cpuid_table *table, struct error *err);

/*
 * The caches in it. Intel and Zhaoxin: leaf 4, else the descriptors of leaf 2; AMD and
 * Hygon: leaf 8000001D, else 80000005 and 80000006. (Intel SDM 2A CPUID; AMD APM 3,
 * appendix E.) `sharers` counts the CPUs that exist where leaf B or 1F tells, else the
 * APIC numbers that are reserved.
 */
void cpuid_decode(const struct cpuid_table *table, struct cache_list *list);

/*
 * The hypervisor's name ("KVM"), or its signature where that is not known; "yes" where it
 * gives none, "" on bare metal.
 */
void cpuid_hypervisor(const struct cpuid_table *table, char name[16]);

#endif
