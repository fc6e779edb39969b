/* SPDX-License-Identifier: MIT */
/* platform: CPUs and pages on Linux. Knows nothing of measuring. */
#include "platform/platform.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "base/units.h"

#define HUGE_SHIFT 26 /* in mmap's flags, the logarithm of the page size: MAP_HUGE_SHIFT */

void platform_adopt_orphans(bool adopt)
{
	(void)prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1UL : 0UL, 0UL, 0UL, 0UL);
}

int platform_current_cpu(void)
{
	return sched_getcpu();
}

unsigned platform_core(unsigned cpu)
{
	char path[96], line[256];
	struct cpu_set siblings = { 0 };

	(void)snprintf(path, sizeof path,
	               "/sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", cpu);
	if (file_read_line(path, line, sizeof line) == 0 &&
	    cpu_set_parse(line, &siblings) == 0 && siblings.count > 0)
		cpu = siblings.cpus[0];
	cpu_set_release(&siblings);
	return cpu;
}

size_t platform_page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

size_t platform_huge_page_bytes(void)
{
	char line[64];
	if (file_read_line("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", line,
	                   sizeof line) != 0)
		return 0;
	return (size_t)strtoull(line, NULL, 10);
}

static size_t round_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

/* Where a mapping of `bytes` really ends: whole pages of the kind, and one guard page. */
static size_t mapped_bytes(size_t bytes)
{
	size_t huge = platform_huge_page_bytes();
	size_t page = platform_page_bytes();
	return round_up(bytes, huge ? huge : page) + page;
}

static unsigned char *map_anonymous(size_t bytes, int flags)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

/* Huge pages reserved by the administrator, of this size whichever is the pool's default:
 * refused at once where they are too few. */
static void *map_from_pool(size_t bytes, size_t huge)
{
	int order = 0;

	while (huge >> order > 1)
		order++;
	return map_anonymous(bytes - platform_page_bytes(), MAP_HUGETLB | order << HUGE_SHIFT);
}

void *platform_map(size_t bytes, enum page_mode pages, struct error *err)
{
	size_t huge = platform_huge_page_bytes();
	size_t page = platform_page_bytes();
	size_t align = huge ? huge : page;
	size_t total = mapped_bytes(bytes);
	char size[SIZE_TEXT_BYTES];

	void *pool = pages == PAGES_HUGE && huge ? map_from_pool(total, huge) : NULL;
	if (pool != NULL)
		return pool;
	unsigned char *memory = total < bytes ? NULL : map_anonymous(total + align, 0);
	if (memory == NULL) {
		(void)error_fail(err, "%s of memory cannot be mapped: %s",
		                 size_format_short((double)bytes, size), strerror(errno));
		return NULL;
	}
	unsigned char *start = (unsigned char *)round_up((uintptr_t)memory, align);
	if (start > memory)
		(void)munmap(memory, (size_t)(start - memory));
	if (memory + align > start)
		(void)munmap(start + total, (size_t)(memory + align - start));
	/* The guard page also keeps neighbours from merging in smaps. */
	(void)mprotect(start + total - page, page, PROT_NONE);
	(void)madvise(start, total - page,
	              pages == PAGES_SMALL ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
	return start;
}

void platform_unmap(void *memory, size_t bytes)
{
	size_t total = mapped_bytes(bytes);

	/* Pages from the pool have no guard page, and go only by whole huge pages. */
	if (munmap(memory, total) != 0)
		(void)munmap(memory, total - platform_page_bytes());
}

void platform_advise_huge(void *memory, size_t bytes)
{
	/* Whole pages around it: a mapping advised in part is two, and no longer grows in place. */
	uintptr_t page = platform_page_bytes(), start = (uintptr_t)memory / page * page;

	(void)madvise((void *)start, round_up((uintptr_t)memory + bytes, page) - start,
	              MADV_HUGEPAGE);
}

/* What smaps tells of mappings, in bytes. */
struct mapped {
	uint64_t transparent, pool, total;
};

/* "AnonHugePages:  2048 kB" and the like. */
static void mapped_add(struct mapped *mapped, const char *line)
{
	static const struct { const char *name; bool is_pool; } keys[] = {
		{ "AnonHugePages:", false }, { "ShmemPmdMapped:", false },
		{ "Private_Hugetlb:", true }, { "Shared_Hugetlb:", true },
	};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (text_starts(line, keys[i].name))
			*(keys[i].is_pool ? &mapped->pool : &mapped->transparent) +=
			        strtoull(line + strlen(keys[i].name), NULL, 10) * KIB;
	}
}

struct huge_share platform_huge_share(const void *memory, size_t bytes)
{
	FILE *file = fopen("/proc/self/smaps", "r");
	uintptr_t low = (uintptr_t)memory, high = low + bytes, start, end;
	struct mapped mapped = { 0 };
	bool inside = false;
	char line[512];

	if (file == NULL)
		return (struct huge_share){ NAN, NAN };
	while (fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &start, &end) == 2) {
			inside = start < high && end > low;
			mapped.total += inside ? end - start : 0;
		} else if (inside) {
			mapped_add(&mapped, line);
		}
	}
	(void)fclose(file);
	double total = (double)mapped.total; /* 0 / 0 where nothing was found: unknown */
	return (struct huge_share){
		fmin((double)(mapped.transparent + mapped.pool), total) / total,
		fmin((double)mapped.pool, total) / total,
	};
}

struct thread_counts platform_thread_counts(void)
{
	struct rusage usage = { 0 };
	(void)getrusage(RUSAGE_THREAD, &usage);
	return (struct thread_counts){ (uint64_t)usage.ru_minflt, (uint64_t)usage.ru_nivcsw };
}
