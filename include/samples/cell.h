/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_CELL_H
#define MEMBENCH_SAMPLES_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

#define SAMPLES_SCHEMA 2 /* what is written; those from 1 on are read */
#define SCHEMA_OF_RUNS 2 /* from here on `started` is the time of the run, with microseconds */
#define LEVEL_BYTES 8 /* "L1" ... "L4", "DRAM", "beyond", "-", "?" */
enum cell_level {
	CELL_L1, CELL_L2, CELL_L3, CELL_L4, CELL_DRAM, CELL_BEYOND,
	CELL_NONE, /* what moves its bytes is no memory: a command */
	CELL_UNKNOWN, CELL_LEVELS,
};
extern const char *const cell_level_names[CELL_LEVELS]; /* in that order */
enum cell_level cell_level(const char *name);           /* CELL_LEVELS where there is none */

/* Doubts about a cell, stored with it; each has its cure in the README. */
enum cell_flag {
	CELL_SLOWED = 1 << 0,     /* the core issued fewer instructions than at its best */
	CELL_PREEMPTED = 1 << 1,  /* another task ran on the measuring CPU */
	CELL_FAULTED = 1 << 2,    /* pages were faulted in while the clock ran */
	CELL_UNPINNED = 1 << 3,   /* a thread was not pinned, or was moved */
	CELL_INCOMPLETE = 1 << 4, /* stopped before all its samples were taken */
	CELL_TWO_STATES = 1 << 5, /* part of its samples ran at another level's rate */
	CELL_FLAG_COUNT = 6,
};
extern const char *const cell_flag_names[CELL_FLAG_COUNT + 1]; /* "slowed" ..., NULL */
size_t cell_flag_index(enum cell_flag flag); /* its place among them */

/* What the cells of one session and kernel share. Strings are never NULL, may be "". */
struct context {
	uint64_t schema;
	const char *label, *session, *boot, *host, *cpu, *version;
	const char *op, *kernel, *cpus, *convention;
	const char *huge_source; /* of huge_sources; "" where there are none or nobody knows */
	uint64_t threads, page_bytes;
};
/* Where huge pages came from: "hugetlb" (the reserved pool), "thp" (transparent ones) or
 * "hugetlb+thp", and NULL. */
extern const char *const huge_sources[];

/* One block size, one kernel, one run: a row of the file. NaN where not known. */
struct cell {
	const struct context *context;
	uint64_t block_bytes, footprint_bytes;
	double huge_share; /* 0..1 of the buffer was in huge pages */
	char level[LEVEL_BYTES];
	bool edge;      /* the footprint straddles two levels */
	unsigned flags; /* of enum cell_flag */
	uint64_t run, position;
	int64_t started_us; /* base/time.h: of the run; in schema 1 of its session */
	uint64_t samples, bytes; /* how many, and the bytes counted in each */
	double ns_min, ns_q1, ns_median, ns_mean, ns_max; /* of one sample */
	double mb_per_s; /* bytes / ns_q1, in 10^6 bytes a second */
	double clock_ghz, core_ipc;
	double cpu_share; /* CPU time over time, of a command; 1 is one CPU throughout */
};

/* Cells with the strings and contexts they point to. { 0 } is empty. */
struct cells {
	struct cell *items;
	size_t count, capacity;
	struct arena arena; /* contexts and strings */
	size_t context_count;
	const struct context *latest;
	struct context_slot {
		size_t hash;
		const struct context *context;
	} *slots; /* contexts by hash */
	size_t slot_count; /* 2^n */
};

/* A copy of `context`, or the equal one kept before: pointers compare like contents. */
const struct context *cells_context(struct cells *cells, const struct context *context);
void cells_add(struct cells *cells, const struct cell *cell);
void cells_release(struct cells *cells);

/* The rate of a cell: 10^6 bytes a second, from its bytes and first quartile. */
double cell_rate(const struct cell *cell);

#endif
