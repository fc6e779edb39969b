/* SPDX-License-Identifier: MIT */
/* platform: what POSIX lacks, on Linux. Knows nothing of measuring. */
#include "platform/platform.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

/* The mask is as large as the kernel's, which only trying tells. */
void platform_allowed_cpus(struct cpu_set *set)
{
	for (size_t cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
		size_t bytes = CPU_ALLOC_SIZE(cpus);
		cpu_set_t *mask = CPU_ALLOC(cpus);
		if (mask == NULL)
			return;
		int failed = sched_getaffinity(0, bytes, mask);
		for (size_t cpu = 0; !failed && cpu < cpus; cpu++) {
			if (CPU_ISSET_S(cpu, bytes, mask))
				cpu_set_add(set, (unsigned)cpu);
		}
		CPU_FREE(mask);
		if (!failed || errno != EINVAL)
			return;
	}
}

bool platform_pin(unsigned cpu)
{
	size_t bytes = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *mask = CPU_ALLOC(cpu + 1);

	if (mask == NULL)
		return false;
	CPU_ZERO_S(bytes, mask);
	CPU_SET_S(cpu, bytes, mask);
	int failed = sched_setaffinity(0, bytes, mask);
	CPU_FREE(mask);
	return !failed && sched_getcpu() == (int)cpu;
}

int platform_current_cpu(void)
{
	return sched_getcpu();
}

unsigned platform_cpu_capacity(unsigned cpu)
{
	char path[96], line[4096];
	struct cpu_set small = { 0 };
	unsigned capacity = 0;

	(void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cpu_capacity", cpu);
	if (file_read_line(path, line, sizeof line) == 0)
		return (unsigned)strtoul(line, NULL, 10);
	/* x86 hybrids list their efficiency cores here and have no cpu_capacity. */
	if (file_read_line("/sys/devices/cpu_atom/cpus", line, sizeof line) == 0 &&
	    cpu_set_parse(line, &small) == 0)
		capacity = cpu_set_has(&small, cpu) ? 512 : 1024;
	cpu_set_release(&small);
	return capacity;
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

/* Huge pages reserved by the administrator: refused at once where the pool is empty. */
static void *map_from_pool(size_t bytes)
{
	return map_anonymous(bytes - platform_page_bytes(), MAP_HUGETLB);
}

void *platform_map(size_t bytes, enum page_mode pages, struct error *err)
{
	size_t huge = platform_huge_page_bytes();
	size_t page = platform_page_bytes();
	size_t align = huge ? huge : page;
	size_t total = mapped_bytes(bytes);
	char size[SIZE_TEXT_BYTES];

	void *pool = pages == PAGES_HUGE && huge ? map_from_pool(total) : NULL;
	if (pool != NULL)
		return pool;
	unsigned char *memory = total < bytes ? NULL : map_anonymous(total + align, 0);
	if (memory == NULL) {
		(void)error_fail(err, "%s of memory cannot be mapped: %s; give smaller --sizes or "
		                 "fewer --threads", size_format(bytes, size), strerror(errno));
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

/* "AnonHugePages:  2048 kB" and the like: kilobytes that are huge, or 0. */
static uint64_t smaps_huge_kib(const char *line)
{
	static const char *const keys[] = {
		"AnonHugePages:", "Private_Hugetlb:", "Shared_Hugetlb:", "ShmemPmdMapped:",
	};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (text_starts(line, keys[i]))
			return strtoull(line + strlen(keys[i]), NULL, 10);
	}
	return 0;
}

double platform_huge_share(const void *memory, size_t bytes)
{
	FILE *file = fopen("/proc/self/smaps", "r");
	uintptr_t low = (uintptr_t)memory, high = low + bytes, start, end;
	uint64_t huge_kib = 0, total = 0;
	bool inside = false;
	char line[512];

	if (file == NULL)
		return NAN;
	while (fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &start, &end) == 2) {
			inside = start < high && end > low;
			total += inside ? end - start : 0;
		} else if (inside) {
			huge_kib += smaps_huge_kib(line);
		}
	}
	(void)fclose(file);
	if (total == 0)
		return NAN;
	double share = (double)huge_kib * 1024 / (double)total;
	return share > 1 ? 1 : share;
}

static uint64_t meminfo_available(void)
{
	char text[4096];
	const char *line;

	if (file_read("/proc/meminfo", text, sizeof text) <= 0 ||
	    (line = strstr(text, "MemAvailable:")) == NULL)
		return UINT64_MAX;
	return strtoull(line + strlen("MemAvailable:"), NULL, 10) * KIB;
}

static uint64_t number_in(const char *directory, const char *name, uint64_t unknown)
{
	char path[4352], line[64], *end;

	(void)snprintf(path, sizeof path, "%s/%s", directory, name);
	if (file_read_line(path, line, sizeof line) != 0)
		return unknown;
	uint64_t value = strtoull(line, &end, 10);
	return end == line ? unknown : value; /* "max" */
}

/* File cache that the kernel drops before it kills: it counts as use but is not. */
static uint64_t reclaimable(const char *directory, const char *key)
{
	char path[4352], text[8192];
	const char *line;

	(void)snprintf(path, sizeof path, "%s/memory.stat", directory);
	if (file_read(path, text, sizeof text) <= 0 || (line = strstr(text, key)) == NULL)
		return 0;
	return strtoull(line + strlen(key), NULL, 10);
}

struct cgroup_kind {
	const char *marker; /* in /proc/self/cgroup, before the path */
	const char *mounts[2];
	const char *limit, *usage, *stat;
};

static const struct cgroup_kind cgroup_kinds[] = {
	{ "0::", { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" }, "memory.max",
	  "memory.current", "\ninactive_file " },
	{ ":memory:", { "/sys/fs/cgroup/memory", NULL }, "memory.limit_in_bytes",
	  "memory.usage_in_bytes", "\ntotal_inactive_file " },
};

static uint64_t cgroup_room_at(const struct cgroup_kind *kind, const char *directory)
{
	uint64_t limit = number_in(directory, kind->limit, UINT64_MAX);
	if (limit >= UINT64_MAX / 4)
		return UINT64_MAX;
	uint64_t usage = number_in(directory, kind->usage, 0);
	uint64_t file = reclaimable(directory, kind->stat);
	usage -= file < usage ? file : usage;
	return usage < limit ? limit - usage : 0;
}

/* The least room from the group of this process up to the root: each of them binds. */
static uint64_t cgroup_room(const struct cgroup_kind *kind, const char *mount,
                            const char *group)
{
	uint64_t least = UINT64_MAX;
	char path[4096];

	(void)snprintf(path, sizeof path, "%s%s", mount, group);
	while (strlen(path) >= strlen(mount)) {
		uint64_t room = cgroup_room_at(kind, path);
		least = room < least ? room : least;
		char *slash = strrchr(path, '/');
		if (slash == NULL || slash == path)
			break;
		*slash = '\0';
	}
	return least;
}

static uint64_t cgroup_available(void)
{
	uint64_t least = UINT64_MAX;
	char line[4096];
	FILE *file = fopen("/proc/self/cgroup", "r");

	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		for (size_t i = 0; i < 4; i++) {
			const struct cgroup_kind *kind = &cgroup_kinds[i / 2];
			const char *mount = kind->mounts[i % 2];
			const char *at = strstr(line, kind->marker);
			if (at == NULL || mount == NULL)
				continue;
			uint64_t room = cgroup_room(kind, mount, at + strlen(kind->marker));
			least = room < least ? room : least;
		}
	}
	if (file != NULL)
		(void)fclose(file);
	return least;
}

/* Address space that this process may still map; /proc/self/statm counts in pages. */
static uint64_t address_space_room(void)
{
	struct rlimit limit;
	char line[128];

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	    file_read_line("/proc/self/statm", line, sizeof line) != 0)
		return UINT64_MAX;
	uint64_t used = strtoull(line, NULL, 10) * platform_page_bytes();
	return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

struct memory_limit platform_memory_limit(void)
{
	const struct memory_limit limits[] = {
		{ meminfo_available(), "available memory" },
		{ cgroup_available(), "cgroup limit" },
		{ address_space_room(), "ulimit -v" },
	};
	struct memory_limit least = { UINT64_MAX, "none" };

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		least = limits[i].bytes < least.bytes ? limits[i] : least;
	return least;
}

struct thread_counts platform_thread_counts(void)
{
	struct rusage usage = { 0 };
	(void)getrusage(RUSAGE_THREAD, &usage);
	return (struct thread_counts){ (uint64_t)usage.ru_minflt, (uint64_t)usage.ru_nivcsw };
}

void platform_boot_id(char text[PLATFORM_TEXT_BYTES])
{
	if (file_read_line("/proc/sys/kernel/random/boot_id", text, PLATFORM_TEXT_BYTES) != 0)
		text[0] = '\0';
}

static int cpuinfo_value(const char *info, const char *key, char text[PLATFORM_TEXT_BYTES])
{
	char wanted[32];

	(void)snprintf(wanted, sizeof wanted, "\n%s", key);
	const char *line = strstr(info, wanted);
	const char *colon = line ? strchr(line, ':') : NULL;
	if (colon == NULL)
		return -1;
	colon += 1 + strspn(colon + 1, " \t");
	(void)snprintf(text, PLATFORM_TEXT_BYTES, "%.*s", (int)strcspn(colon, "\n"), colon);
	return 0;
}

void platform_cpu_model(char text[PLATFORM_TEXT_BYTES])
{
	/* The first key that an architecture uses wins; ARM boards name only themselves. */
	static const char *const keys[] = { "model name", "cpu model", "uarch", "cpu\t",
		                            "Model Name", "Hardware" };
	char info[8192] = "\n";

	text[0] = '\0';
	if (file_read("/proc/cpuinfo", info + 1, sizeof info - 1) <= 0)
		return;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (cpuinfo_value(info, keys[i], text) == 0)
			return;
	}
	if (file_read_line("/proc/device-tree/model", text, PLATFORM_TEXT_BYTES) != 0)
		text[0] = '\0';
}

void platform_system(char text[PLATFORM_TEXT_BYTES])
{
	struct utsname name;

	text[0] = '\0';
	if (uname(&name) == 0)
		(void)snprintf(text, PLATFORM_TEXT_BYTES, "%.24s %.40s %.24s", name.sysname,
		               name.release, name.machine);
}

void platform_libc(char text[PLATFORM_TEXT_BYTES])
{
	text[0] = '\0';
#ifdef _CS_GNU_LIBC_VERSION
	if (confstr(_CS_GNU_LIBC_VERSION, text, PLATFORM_TEXT_BYTES) == 0)
		text[0] = '\0';
#endif
}

int platform_program(char *path, size_t path_bytes)
{
	ssize_t length = readlink("/proc/self/exe", path, path_bytes - 1);
	if (length < 0)
		return -1;
	path[length] = '\0';
	return 0;
}

/* glibc asks CPUID for these, of whichever CPU it runs on; other C libraries lack them. */
size_t platform_caches(struct platform_cache caches[PLATFORM_CACHES])
{
	size_t count = 0;
#ifdef _SC_LEVEL1_DCACHE_SIZE
	static const struct { unsigned level; bool is_instructions; int size, line; } names[] = {
		{ 1, false, _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_LINESIZE },
		{ 1, true, _SC_LEVEL1_ICACHE_SIZE, _SC_LEVEL1_ICACHE_LINESIZE },
		{ 2, false, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_LINESIZE },
		{ 3, false, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_LINESIZE },
		{ 4, false, _SC_LEVEL4_CACHE_SIZE, _SC_LEVEL4_CACHE_LINESIZE },
	};

	for (size_t i = 0; i < PLATFORM_CACHES; i++) {
		long bytes = sysconf(names[i].size), line = sysconf(names[i].line);
		if (bytes > 0)
			caches[count++] = (struct platform_cache){
				names[i].level, names[i].is_instructions, (uint64_t)bytes,
				line > 0 ? (unsigned)line : 0, 0,
			};
	}
#else
	(void)caches;
#endif
	return count;
}
