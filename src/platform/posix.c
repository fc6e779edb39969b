/* SPDX-License-Identifier: MIT */
/*
 * platform: systems with POSIX and little more (macOS, the BSDs). What such a system does
 * not tell has the answer that the header names. Knows nothing of measuring.
 */
#include "platform/platform.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif
#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
#include <sys/types.h>
#include <sys/sysctl.h>
#endif
#include <sys/utsname.h>
#include <unistd.h>

#include "base/units.h"

#if !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif

void platform_allowed_cpus(struct cpu_set *set)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	for (long cpu = 0; cpu < online; cpu++)
		cpu_set_add(set, (unsigned)cpu);
}

bool platform_pin(unsigned cpu)
{
	(void)cpu;
	return false;
}

int platform_current_cpu(void)
{
	return -1;
}

void platform_other_cpus(struct cpu_set *set)
{
	(void)set;
}

void platform_isolated_cpus(struct cpu_set *set)
{
	(void)set;
}

void platform_busy_cpus(struct cpu_set *set)
{
	(void)set;
}

void platform_adopt_orphans(bool adopt)
{
	(void)adopt;
}

bool platform_can_pin(unsigned cpu)
{
	(void)cpu;
	return false;
}

unsigned platform_core(unsigned cpu)
{
	return cpu;
}

size_t platform_page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

size_t platform_huge_page_bytes(void)
{
	return 0;
}

static size_t mapped_bytes(size_t bytes)
{
	size_t page = platform_page_bytes();
	return (bytes + page - 1) / page * page;
}

void *platform_map(size_t bytes, enum page_mode pages, struct error *err)
{
	char size[SIZE_TEXT_BYTES];

	(void)pages;
	void *memory = mmap(NULL, mapped_bytes(bytes), PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory != MAP_FAILED)
		return memory;
	(void)error_fail(err, "%s of memory cannot be mapped: %s",
	                 size_format_short((double)bytes, size), strerror(errno));
	return NULL;
}

void platform_unmap(void *memory, size_t bytes)
{
	(void)munmap(memory, mapped_bytes(bytes));
}

void platform_advise_huge(void *memory, size_t bytes)
{
	(void)memory;
	(void)bytes;
}

struct huge_share platform_huge_share(const void *memory, size_t bytes)
{
	(void)memory, (void)bytes;
	return (struct huge_share){ (double)NAN, (double)NAN };
}

/* What is built in, which most of these systems tell; how much of it is free they do not. */
#if defined(_SC_PHYS_PAGES)
static struct memory_limit physical_memory(void)
{
	long pages = sysconf(_SC_PHYS_PAGES);

	if (pages <= 0)
		return (struct memory_limit){ UINT64_MAX, "none", false };
	return (struct memory_limit){ (uint64_t)pages * platform_page_bytes(),
		                      "physical memory", false };
}
#else
static struct memory_limit physical_memory(void)
{
	return (struct memory_limit){ UINT64_MAX, "none", false };
}
#endif

size_t platform_memory_limits(struct memory_limit limits[PLATFORM_LIMITS])
{
	struct rlimit limit;

	limits[0] = physical_memory();
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 1;
	limits[1] = (struct memory_limit){ (uint64_t)limit.rlim_cur, "ulimit -v", true };
	return 2;
}

uint64_t platform_throttled(void)
{
	return 0;
}

bool platform_claim_cpu(unsigned cpu)
{
	(void)cpu;
	return true;
}

bool platform_cpu_is_claimed(unsigned cpu)
{
	(void)cpu;
	return false;
}

/* Of the whole process: the nearest that POSIX has. */
struct thread_counts platform_thread_counts(void)
{
	struct rusage usage = { 0 };
	(void)getrusage(RUSAGE_SELF, &usage);
	return (struct thread_counts){ (uint64_t)usage.ru_minflt, (uint64_t)usage.ru_nivcsw };
}

void platform_boot_id(char text[PLATFORM_TEXT_BYTES])
{
	text[0] = '\0';
}

void platform_cpu_model(char text[PLATFORM_TEXT_BYTES])
{
	struct utsname name;

	text[0] = '\0';
	if (uname(&name) == 0)
		(void)snprintf(text, PLATFORM_TEXT_BYTES, "%s", name.machine);
}

void platform_libc(char text[PLATFORM_TEXT_BYTES])
{
	text[0] = '\0';
}

#if defined(__APPLE__)
static int program_path(char *path, size_t path_bytes)
{
	uint32_t room = (uint32_t)path_bytes;

	return _NSGetExecutablePath(path, &room) == 0 ? 0 : -1;
}
#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
#if defined(__NetBSD__)
#define PROGRAM_NAME { CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME }
#else
#define PROGRAM_NAME { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 }
#endif
static int program_path(char *path, size_t path_bytes)
{
	const int name[] = PROGRAM_NAME;
	size_t length = path_bytes;

	return sysctl(name, 4, path, &length, NULL, 0) == 0 && length > 1 ? 0 : -1;
}
#else
/* Where other systems with /proc keep a link to it, which outlives what lies at its path. */
static int program_path(char *path, size_t path_bytes)
{
	static const char *const links[] = { "/proc/self/exe", "/proc/self/path/a.out" };

	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		if (access(links[i], X_OK) != 0)
			continue;
		(void)snprintf(path, path_bytes, "%s", links[i]);
		return 0;
	}
	return -1;
}
#endif

int platform_program(struct platform_program *program)
{
	*program = (struct platform_program){ .leading_count = 0 };
	return program_path(program->path, sizeof program->path);
}

#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
/* A whole number of whichever width the kernel keeps it in; 0 where it has no such name. */
static uint64_t sysctl_number(const char *name)
{
	unsigned char bytes[sizeof(uint64_t)] = { 0 };
	size_t length = sizeof bytes;
	uint64_t wide;
	uint32_t narrow;

	if (sysctlbyname(name, bytes, &length, NULL, 0) != 0)
		return 0;
	memcpy(&wide, bytes, sizeof wide);
	memcpy(&narrow, bytes, sizeof narrow);
	return length == sizeof wide ? wide : length == sizeof narrow ? narrow : 0;
}

/* Where cores differ, hw.l1dcachesize is the slow kind's; perflevel0 is the fast one's. */
size_t platform_caches(struct platform_cache caches[PLATFORM_CACHES])
{
	static const struct {
		unsigned level;
		bool is_instructions;
		const char *sizes[2], *sharers;
	} names[] = {
		{ 1, false, { "hw.perflevel0.l1dcachesize", "hw.l1dcachesize" }, NULL },
		{ 1, true, { "hw.perflevel0.l1icachesize", "hw.l1icachesize" }, NULL },
		{ 2, false, { "hw.perflevel0.l2cachesize", "hw.l2cachesize" },
		  "hw.perflevel0.cpusperl2" },
		{ 3, false, { "hw.perflevel0.l3cachesize", "hw.l3cachesize" },
		  "hw.perflevel0.cpusperl3" },
	};
	size_t count = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		uint64_t bytes = sysctl_number(names[i].sizes[0]);
		if (bytes == 0)
			bytes = sysctl_number(names[i].sizes[1]);
		if (bytes == 0)
			continue;
		caches[count++] = (struct platform_cache){
			names[i].level, names[i].is_instructions, bytes,
			(unsigned)sysctl_number("hw.cachelinesize"),
			names[i].sharers ? (unsigned)sysctl_number(names[i].sharers) : 0,
		};
	}
	return count;
}
#else
size_t platform_caches(struct platform_cache caches[PLATFORM_CACHES])
{
	(void)caches;
	return 0;
}
#endif
