/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_PLATFORM_H
#define MEMBENCH_PLATFORM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * The calls that POSIX lacks. linux.c and posix.c implement the same header and the
 * Makefile picks one; a question that a system cannot answer has the answer that its
 * comment names, never a guess.
 */

/* A set of CPU numbers, sized at run time: machines with thousands of CPUs exist. */
struct cpu_set {
	unsigned *cpus; /* ascending */
	size_t count, capacity;
};
void cpu_set_add(struct cpu_set *set, unsigned cpu);
bool cpu_set_has(const struct cpu_set *set, unsigned cpu);
void cpu_set_release(struct cpu_set *set);
/* Linux's list form, "0-3,8"; blank or NULL text is an empty set. -1 on anything else. */
int cpu_set_parse(const char *text, struct cpu_set *set);
/* Its mask form, "00000000,0000000f": words of 32 bits in hexadecimal, the highest first. */
int cpu_set_parse_mask(const char *text, struct cpu_set *set);
void cpu_set_format(const struct cpu_set *set, struct text *text);

/* CPUs on which this thread may run (affinity mask, cpuset). Empty where unknown. */
void platform_allowed_cpus(struct cpu_set *set);
/*
 * CPUs beyond that mask which the system grants all the same if asked: those kept free of
 * other work (isolcpus), and those that a parent's mask left out. Empty where unknown.
 */
void platform_other_cpus(struct cpu_set *set);
/* CPUs that the scheduler keeps other work from (isolcpus), whether allowed or not. */
void platform_isolated_cpus(struct cpu_set *set);
/* Whether the calling thread could be pinned to `cpu`; its mask is as before. */
bool platform_can_pin(unsigned cpu);
/* Whether what our processes leave behind becomes our child, to wait for; on Linux alone. */
void platform_adopt_orphans(bool adopt);
/* Pin the calling thread. False where the system refuses or has no such call. */
bool platform_pin(unsigned cpu);
/* The CPU this thread is on now, or -1. */
int platform_current_cpu(void);
/* The first CPU of the core that `cpu` is a thread of; `cpu` itself where unknown. */
unsigned platform_core(unsigned cpu);

enum page_mode { PAGES_AUTO, PAGES_HUGE, PAGES_SMALL };
extern const char *const page_mode_names[]; /* "auto", "huge", "small", NULL */

/* CPUs that other programs kept busy for the last 20 ms, which it takes. Empty where unknown. */
void platform_busy_cpus(struct cpu_set *set);
size_t platform_page_bytes(void);
size_t platform_huge_page_bytes(void); /* 0 where there are none */

/*
 * Fresh zero pages, aligned to a huge page where those exist (else to a page), none of
 * them touched yet. AUTO asks for transparent huge pages and takes what it gets; HUGE does so
 * where the pool of reserved ones has too few; SMALL forbids them.
 * NULL with a sentence on failure. Unmap with the same `bytes`.
 */
void *platform_map(size_t bytes, enum page_mode pages, struct error *err);
void platform_unmap(void *memory, size_t bytes);
/* A hint: huge pages, where there are some, behind a block of many. It faults in faster. */
void platform_advise_huge(void *memory, size_t bytes);
/* Shares of [memory, memory + bytes) that huge pages back now, 0..1: `pool` are those that
 * were reserved (hugetlb), the others are transparent. NaN where unknown. */
struct huge_share {
	double all, pool;
};
struct huge_share platform_huge_share(const void *memory, size_t bytes);

/*
 * The memory that this process may still take, and who says so: what the system has
 * available, what the cgroups on the way to the root allow (max and high), what is left to
 * promise where the system promises no more than it has (vm.overcommit_memory=2), and the
 * resource limits. Those that count mappings do so whether they are touched or not.
 */
struct memory_limit {
	uint64_t bytes;         /* UINT64_MAX where nothing limits it or nobody knows */
	const char *source;     /* "available memory", "cgroup limit", "ulimit -v" ... */
	bool counts_mappings;
};
enum { PLATFORM_LIMITS = 8 };
size_t platform_memory_limits(struct memory_limit limits[PLATFORM_LIMITS]);
/* The least of them. */
struct memory_limit platform_memory_limit(void);

/* How often a quota of CPU time stopped the control groups of this process; 0 where none
 * is or nobody knows. */
uint64_t platform_throttled(void);

/*
 * A CPU for this process as long as it lives, where others ask for it in the same way: false
 * where one of them has it. True where the system has no such claims. What is_claimed finds
 * may be gone or taken a moment later.
 */
bool platform_claim_cpu(unsigned cpu);
bool platform_cpu_is_claimed(unsigned cpu);

/* Of the calling thread since it started. */
struct thread_counts {
	uint64_t minor_faults, involuntary_switches;
};
struct thread_counts platform_thread_counts(void);

/*
 * Caches as the C library (Linux: sysconf) or the kernel (macOS, BSD: sysctl) names them,
 * for one kind of CPU only. Returns how many; a fact that is not told is 0.
 */
enum { PLATFORM_CACHES = 5 }; /* L1 data, L1 instructions, L2, L3, L4 */
struct platform_cache {
	unsigned level;
	bool is_instructions;
	uint64_t bytes;
	unsigned line_bytes, sharers;
};
size_t platform_caches(struct platform_cache caches[PLATFORM_CACHES]);

#define PLATFORM_TEXT_BYTES 128
/* Each fills `text` with one line without newline, or "" where the system does not say. */
void platform_boot_id(char text[PLATFORM_TEXT_BYTES]);
void platform_cpu_model(char text[PLATFORM_TEXT_BYTES]);
void platform_system(char text[PLATFORM_TEXT_BYTES]); /* "Linux 6.1.0 x86_64" */
void platform_libc(char text[PLATFORM_TEXT_BYTES]);   /* "glibc 2.36" */
/*
 * What starts this very program anew, whatever lies at its path by then: for exec. Where a
 * loader started it (`ld.so PROGRAM ...`) that is the loader, and `leading` are the arguments
 * from argv[0] on that go before the program's own: its options, and the program's path.
 */
enum { PLATFORM_LEADING = 8, PLATFORM_PATH_BYTES = 4096 };
struct platform_program {
	char path[PLATFORM_PATH_BYTES];
	char line[PLATFORM_PATH_BYTES]; /* where `leading` points to */
	char *leading[PLATFORM_LEADING];
	size_t leading_count; /* 0: argv[0] may be any name */
};
/* -1 where unknown, or where the loader's way leads to another file by now. */
int platform_program(struct platform_program *program);

#endif
