/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_COMPARE_H
#define MEMBENCH_COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "base/warnings.h"
#include "samples/cell.h"
#include "stats/kgroups.h"
#include "stats/test.h"
#include "stats/verdict.h"

/*
 * `membench compare`: cells of several configurations -> runs -> levels -> findings -> a
 * conclusion with its controls. The first configuration is the baseline. Of a pair, A is
 * the earlier one; every change is B / A - 1, as a fraction; rates are 10^6 bytes a second.
 * A `struct comparison` is the whole answer: each report is a pure function of it, and it
 * does not depend on the order of rows in the files.
 */
enum compare_test {
	COMPARE_CLUSTERED, /* whole runs (or boots) permuted inside blocks: the default */
	COMPARE_POOLED,    /* all cells of a level in one sample, as the study of 2000 did */
};
extern const char *const compare_test_names[]; /* "clustered", "pooled", NULL */

struct compare_options {
	enum compare_test test;
	const char *by;         /* a column that makes the configurations; NULL: the files do */
	const char *vary;       /* settings that may differ, joined by ','; NULL: none */
	const char *only;       /* COLUMN=VALUE[,...]: the rest is left out; NULL: all */
	bool force;             /* unlike settings are noted, not refused */
	bool edges;             /* edge rows count in their level */
	double clean;           /* rows below this part of the best issue rate are left out
	                         * (compare/clean.h): CLEAN_SHARE; 0: all rows count */
	double margin;          /* of equivalence: 0.01, ratios of 1 / 1.01 to 1.01 */
	double alpha;           /* 0.05; intervals have confidence 1 - alpha */
	double power;           /* of the minimum detectable change: 0.8 */
	double gate;            /* largest loss that passes, 0.03; NaN: no gate */
	const char *gate_level; /* NULL: every level */
};

struct compare_file {
	const char *path;   /* as given; the caller's */
	struct cells cells;
	struct text notes;  /* lines of the reader: a last line that was cut */
};

/*
 * Sessions that bear one id though they are two (older versions made it of second and
 * process, which containers share): a row that repeats the id, run, size and settings of an
 * earlier one with other values gets a session of its own, "ID (2)", by its place in the
 * file, whose notes say so. Identical rows stay. Fails (status 2) where there are too many.
 */
int compare_part_sessions(struct compare_file *files, size_t count, struct error *err);

/* A size stands in the level statistics, or says why it does not. */
enum size_use {
	SIZE_USED,
	SIZE_EDGE, SIZE_BEYOND, /* straddles two levels; past the caches, not yet DRAM */
	SIZE_NO_LEVEL,      /* "?" */
	SIZE_UNMATCHED,     /* not in every configuration */
	SIZE_SPARSE,        /* lacking in more than half of the runs of one */
};

struct compare_size {
	uint64_t block_bytes;
	char level[LEVEL_BYTES]; /* one for all files */
	bool edge;
	enum size_use use;
};

/* One run: a fresh process. Boots and hosts are numbered over the whole comparison. */
struct compare_run {
	const struct context *context; /* of its first cell */
	uint64_t run;
	size_t boot, host;
	double time;       /* seconds since 1970; of its session where the schema is 1; or NaN */
	double best_issue; /* of its core in all files, 10^9 instructions a second; or NaN */
};

struct configuration {
	char *label;
	const char *path;            /* of its file; NULL of --by */
	struct compare_run *runs;    /* as they were started */
	size_t run_count, boot_count;
	double *rates;               /* [run * size_count + size]; NaN where there is none */
	double *issues;              /* clock_ghz * core_ipc of the same rows; NaN: unknown */
	size_t slowed_count;         /* rows below options.clean of their core's best */
	size_t flagged[CELL_FLAG_COUNT], cell_count; /* cells that carry each flag */
	double clock_ghz, core_ipc;  /* medians of the witness; NaN where unknown */
};

/* What one configuration did in one level: complete clean runs, in the order of `runs`. */
struct level_values {
	size_t *runs;     /* indices into configuration.runs */
	double *values;   /* geometric mean over the sizes of each, MB/s */
	size_t count;
	double median;    /* NaN of none */
	size_t outliers;  /* of the ln values, by stats/outliers.h; they count like all others */
	size_t slowed;    /* complete runs that met a slowed core */
	bool is_busy;     /* too few others are left to tell: these count too, no verdict does */
};

struct compare_level {
	char name[SIZE_TEXT_BYTES]; /* "L1" ... "L4", "DRAM", in this order; or of commands "4K" */
	bool is_cache;          /* and with that a control of DRAM */
	size_t *sizes;          /* indices into comparison.sizes, ascending */
	size_t size_count;
	struct level_values *configurations; /* one for each */
	struct level_values *whole;          /* the same of all complete runs, slowed or not */
	bool has_kruskal;                    /* three or more configurations, one block */
	struct kruskal kruskal;              /* of run scores */
};

struct compare_pair;
/* What A (side 0) or B is compared by: clean runs, or where either is busy all of both. */
const struct level_values *level_side(const struct compare_level *level,
                                      const struct compare_pair *pair, size_t side);

/* What two samples differ by; of a level, or of one size. NaN where it does not exist. */
struct effect {
	size_t n_a, n_b; /* units that permute; cells in the test that pools them */
	double median_a, median_b;
	double change, low, high; /* low and high infinite where nothing can be excluded */
	double confidence;        /* achieved by low..high */
	double p, log10_p;        /* two-sided, p at least COMPARE_P_LEAST */
	double p_floor;           /* the smallest p that these counts and ties can reach */
	double a12;               /* probability that a run of B beats one of A */
	bool is_asymptotic, is_interval_asymptotic;
	bool is_constant;         /* all values equal: nothing to test */
};
#define COMPARE_P_LEAST 1e-300

/*
 * The rules. Holm's p over all levels of all pairs. A level cannot be told where its core was
 * busy or its smallest p is not below alpha; it is equivalent where the 90 % interval lies
 * within the margin; it moved where Holm's p is below alpha and, where blocks in time widen
 * it, the interval holds no 0 as well. A control holds within control_margin: the margin, or
 * CONTROL_PART of DRAM's change (compare/thresholds.h) where that is more.
 */
enum level_verdict { LEVEL_FASTER, LEVEL_SLOWER, LEVEL_EQUIVALENT, LEVEL_CANNOT_TELL };
enum control { CONTROL_HOLDS, CONTROL_MOVED, CONTROL_CANNOT_TELL, CONTROL_NONE };
extern const char *const level_verdict_names[]; /* "faster" ... "cannot-tell" */
extern const char *const control_names[];       /* "holds", "moved", "cannot-tell" */

struct level_finding {
	size_t level;             /* index into comparison.levels */
	struct effect effect;     /* the interval with what blocks ask for */
	bool is_busy;             /* the core's state forbids a verdict: too few runs of a side
	                           * are clean, or the core of one side was slower throughout */
	double serial_z;          /* level_serial_z() of runs far apart; NaN elsewhere */
	bool is_serial;           /* too much: all of a side counts as one stretch of time */
	double core_change;       /* core_change() */
	bool is_core;             /* a cache that changed as its core did: no verdict */
	bool is_below_control;    /* DRAM changed less than a cache, a block a side: no verdict */
	/* Of one configuration two stretches of time (of interleaved runs and those far apart
	 * two neighbouring runs, of boots two boots) lie apart by up to this, 95 % of the time;
	 * NaN where that cannot be told. */
	double drift;
	double allowance;         /* what blocks widen the interval to, ln; 0 where they do not,
	                           * infinite where too few runs show their spread */
	double allowance_mde;     /* what that leaves to be found; 0 likewise */
	double apart_mde;         /* mde of 10 v 10 runs that lie far apart; NaN: unknown */
	double near_low, near_high; /* the change at confidence 1 - 2 alpha */
	double near_confidence;
	double p_holm;
	double mde;               /* smallest detectable change; NaN where there is none */
	double reachable_p;       /* p_floor, or what it would be without ties where that is
	                           * smaller: what more runs, not longer ones, would mend */
	double unit_sd;           /* of ln unit values within configurations and blocks */
	enum level_verdict verdict;
	enum control control;     /* CONTROL_NONE of DRAM */
	double control_margin;    /* either way: from 1 / (1 + margin) to 1 + margin */
	bool is_still;            /* a control that holds inside options.margin, not moved */
	size_t units_missing;     /* a side, for the floor to reach alpha under Holm */
	size_t control_units;     /* a side, for the control to be told; 0 where it is */
	double pooled_p;          /* the study's U test, which takes cells for independent */
};

/* A level that a configuration has a row of, no edge, and that none of the sizes that can
 * be compared stands for. */
struct lost_level {
	char name[LEVEL_BYTES];
	bool is_cache;
	size_t before; /* how many of comparison.levels stand before it */
};
#define LOST_MOST 5

struct size_finding {
	size_t size;
	struct effect effect; /* not adjusted for the number of sizes */
};

/* In the order in which they are tried: the first that fits. */
enum conclusion {
	CONCLUDE_CORE_SLOWER, /* of one side, throughout: pair.core_ratio */
	CONCLUDE_ALL_MOVED,   /* every cache, and DRAM where there is any */
	CONCLUDE_CACHE_ONLY,  /* a cache, and not DRAM */
	CONCLUDE_CONTROLS_INCONCLUSIVE, /* DRAM, but a cache before the first mover is open or
	                                 * lost, there is none, or one side was disturbed */
	CONCLUDE_FROM_CACHE,  /* DRAM and a cache: "from-L1" ..., pair.first_mover */
	CONCLUDE_DRAM_ONLY,   /* DRAM, and every cache before it holds */
	CONCLUDE_EQUIVALENT,  /* every level there is */
	CONCLUDE_CANNOT_TELL,
	/* Of commands, instead of all but the last two: at some sizes, and at none the other. */
	CONCLUDE_FASTER, CONCLUDE_SLOWER, CONCLUDE_MIXED,
};

/* How the runs of two sides lie in time: compare/schedule.h. */
enum compare_design { DESIGN_INTERLEAVED, DESIGN_APART, DESIGN_BLOCKS };
extern const char *const compare_design_names[]; /* "interleaved", "apart", "blocks" */

/* BLOCK: runs next to each other in time; CELL: the test that pools cells. */
enum compare_unit { UNIT_RUN, UNIT_BLOCK, UNIT_BOOT, UNIT_CELL };
enum compare_scope { SCOPE_THESE_BOOTS, SCOPE_SAME_BOOT, SCOPE_BOOTS, SCOPE_STRETCHES,
	             SCOPE_TWO_STRETCHES };
extern const char *const compare_unit_names[];  /* "run", "block", "boot", "sample" */
extern const char *const compare_scope_names[]; /* "these boots", "same boot", "boots",
                                                 * "these stretches of time", "two
                                                 * stretches of time, one a side" */

struct compare_pair {
	size_t a, b; /* configurations */
	enum compare_unit unit;
	enum compare_scope scope;
	enum compare_design design;
	size_t stretches[2];         /* blocks in time of A and B; of interleaved runs, runs */
	double core_ratio;           /* issue rate B / A where all of a side is slow, else 1 */
	size_t block_count;          /* boots (or hosts) inside which runs permute */
	size_t runs[2], boots[2];    /* of A and B that are in the test */
	struct level_finding *levels;
	size_t level_count;
	struct size_finding *sizes;  /* every size that both have, edges too */
	size_t size_count;
	enum conclusion conclusion;
	size_t first_mover;          /* index into `levels`; level_count where none moved */
	bool is_disturbed;           /* another task ran on the measuring CPU, on one side */
	struct text sentences;       /* what follows, one a line */
	struct text advice;          /* commands that would tell what is not, one a line */
};

enum gate { GATE_NONE, GATE_PASSED, GATE_FAILED, GATE_CANNOT_TELL };
extern const char *const gate_names[]; /* "none", "passed", "failed", "cannot-tell" */

struct comparison {
	struct compare_options options;
	struct configuration *configurations;
	size_t configuration_count;
	struct compare_size *sizes; /* of all configurations, ascending */
	size_t size_count;
	struct compare_level *levels;
	size_t level_count;
	bool is_by_size;            /* rows of commands: each size is a level, and no control */
	struct lost_level lost[LOST_MOST]; /* from the core outwards */
	size_t lost_count;
	struct compare_pair *pairs; /* (1,2) (1,3) ... (2,3) ...: pairs_index() */
	size_t pair_count;
	size_t boot_count, host_count;
	size_t family;              /* tests that Holm adjusts over */
	struct text settings;       /* "copy, avx512, 1 thread, 2M pages" */
	struct text forced;         /* unlike settings compared all the same: "kernel;threads" */
	struct text varied;         /* those that --vary or --by named and that differ */
	struct text classes;        /* whose levels all have, where files differ; else empty */
	struct warnings warnings;
	enum gate gate;
};

/*
 * Class every cell anew by these cache sizes, "L1=48K,L2=1M,L3=32M", as `run --levels`
 * would have: for files whose runs did not find the same sizes. Fails where the text is no
 * such list.
 */
int compare_class(struct compare_file *files, size_t file_count, const char *levels,
                  struct error *err);

/* The files' cells must outlive the comparison. Fails (status 2) where settings are unlike,
 * or where there are not two configurations. */
int compare_files(const struct compare_file *files, size_t file_count,
                  const struct compare_options *options, struct comparison *comparison,
                  struct error *err);

/*
 * Only the configurations with their runs, sizes and levels, and the warnings about these:
 * no pairs, nothing is judged, and one configuration is enough.
 */
int compare_arrange(const struct compare_file *files, size_t file_count,
                    const struct compare_options *options, struct comparison *comparison,
                    struct error *err);
void comparison_release(struct comparison *comparison);

/* "dram-only", "from-L2" ... */
const char *conclusion_name(const struct comparison *comparison,
                            const struct compare_pair *pair);

#endif
