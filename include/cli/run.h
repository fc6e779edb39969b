/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_RUN_H
#define MEMBENCH_CLI_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/units.h"
#include "caches/hierarchy.h"
#include "cli/like.h"
#include "cli/options.h"
#include "kernels/mix.h"
#include "measure/plan.h"
#include "measure/session.h"
#include "measure/spacing.h"
#include "measure/trial.h"
#include "measure/worker.h"
#include "platform/clock.h"
#include "platform/platform.h"
#include "report/run.h"
#include "samples/cell.h"
#include "samples/file.h"

/* What `membench run` was asked. One field for each option, of the same name. */
struct run_options {
	struct size_list sizes;
	uint64_t runs, over, threads, budget, volume, seed;
	uint64_t slice; /* not an option: of a visit to a cell; 0 is the worker's default */
	const char *op, *kernel, *cpu, *levels, *like, *label, *output, *raw, *print;
	unsigned pages, levels_by, format, order;
	bool append, verify, dry_run, force, quiet, no_progress, help;
	uint64_t given; /* not an option: which of them argv has, see struct operands */
};

/* Refuse options that do not go together (status 2); `--output -` becomes --format csv. */
int run_options_check(struct run_options *given, struct error *err);

extern const char *const page_mode_names[]; /* "auto", "huge", "small", NULL */

/* What follows from it on this machine. */
struct kernel_list {
	struct mix *items; /* one named "auto" stands for the default until it is tried */
	size_t count, capacity;
};
struct run_setup {
	const struct run_options *options; /* what is measured by; as a rule `asked` */
	struct run_options asked;          /* as given, and the rest as in the file to be like */
	struct like like;                  /* of --like, else of the file that is added to */
	bool takes_kernels, takes_sizes, takes_levels; /* of it */
	bool lacks_like;                   /* its pages or CPUs cannot be had, as notes say */
	struct text like_ops, like_cpus;   /* strings of `asked` */
	uint64_t features;
	struct cpu_set cpus;     /* one for each thread; empty where none can be told */
	struct cpu_set busy_cpus;   /* with other work, when it began */
	struct cpu_set passed_cpus; /* that would be in `cpus` if they were not */
	uint64_t threads;
	struct kernel_list kernels;
	struct hierarchy hierarchy;
	struct plan plan;        /* what is measured; kernels chosen */
	struct text skipped;     /* sizes left out, one line each; status 4 */
	struct text notes;       /* what else should be known, one line each */
	struct text warnings;    /* said even under --quiet: values that may be wrong */
	uint64_t throttled;      /* platform_throttled() before anything was measured */
	uint64_t swept_bytes;      /* largest block of the default sizes; 0: sizes were asked for */
	size_t cpu_count;          /* that this process may use; 0 where unknown */
	uint64_t begun_ns;         /* of clock_monotonic() */
	bool is_timed;             /* fewer runs than the default where they take too long */
	uint64_t most_block_bytes; /* a power of two that memory allows, of the smallest op */
	const char *limit;         /* who says so */
	struct memory_limit limits[PLATFORM_LIMITS]; /* as they were when sizes were chosen */
	size_t limit_count;
	uint64_t seed;
	struct trial *trials;    /* of `--kernel auto`, in the order of ops and footprints */
	size_t trial_count, trial_capacity;
	struct platform_program program;
};

/*
 * Decide all of it, without measuring bandwidth: kernels and CPUs, then the caches (these
 * are measured unless --levels gives them), sizes, and what memory allows. Status 2 where
 * it cannot be.
 */
int run_setup_init(struct run_setup *setup, const struct run_options *options,
                   struct error *err);
/* What of it was left to us, and so left out. */
struct run_defaults run_defaults_of(const struct run_setup *setup);
void run_setup_release(struct run_setup *setup);

/*
 * What --like, or the file of --append, says of the options that were not given; notes name
 * what was given otherwise. Nothing where there is no such file. Status 2 where it cannot be
 * read or has more threads than there are CPUs.
 */
int run_setup_like(struct run_setup *setup, struct error *err);
/* setup->kernels from that file. Status 2 where one cannot run here, and what would do. */
int run_like_kernels(struct run_setup *setup, struct error *err);
/* The level of a cell as that file has it; false where nothing is taken from it. */
bool run_like_level(const struct run_setup *setup, struct cell *cell);

/* Whether every cell has its level from that file and fits L2, so that no cache need be
 * measured. */
bool run_like_knows_levels(const struct run_setup *setup);
/* Notes the first size that --levels, or other threads, put into another level. */
void run_like_note_levels(struct run_setup *setup);

/* One more kernel, by a name that --kernel takes. Status 2 where it cannot be. */
int run_add_kernel(struct run_setup *setup, enum op op, const char *name,
                   struct error *err);
/* The kernels that --op and --kernel name into setup->kernels, "best" counting as "all". */
int run_setup_kernels(struct run_setup *setup, struct error *err);

/* Where rows go: --output, --raw, and standard output with --format csv. */
struct run_files {
	struct sample_writer outputs[2];
	size_t count;
	int raw; /* its descriptor; -1: there is none */
	const char *raw_path;
	uint64_t raw_bytes;   /* of whole rows in it */
	struct text raw_rows; /* of the run at hand, which may yet be measured anew */
	bool is_reader_gone; /* of standard output: nobody reads what would come */
};
int run_files_open(struct run_files *files, const struct run_options *options,
                   struct text *notes, struct error *err);
/* What run_files_open() would refuse, without creating or changing a file; `where` says
 * where rows and samples would go, a line each. */
int run_files_check(const struct run_options *options, struct text *where,
                    struct text *notes, struct error *err);
int run_files_put(struct run_files *files, const struct text *rows, struct error *err);
void run_files_raw(struct run_files *files, const struct cell *cell, const uint64_t *ns,
                   uint64_t count);
int run_files_close(struct run_files *files, struct error *err);

/* The arguments for the process of one run; release the text after use. */
#define RUN_ARGUMENTS_MAX (32 + PLATFORM_LEADING)
struct run_arguments {
	char *argv[RUN_ARGUMENTS_MAX];
	size_t count;
};
void run_arguments_init(struct run_arguments *arguments, const struct run_setup *setup,
                        uint64_t run);
void run_arguments_release(struct run_arguments *arguments);

/* CPUs for the threads, in setup->cpus: of those allowed, none that others measure on (nor a
 * sibling of one) as long as there are enough; and none that is busy (cpu_set_choose()). */
void run_choose_cpus(struct run_setup *setup, const struct cpu_set *allowed);
/* Note those that were busy, and what is measured on instead. */
void run_note_passed(struct run_setup *setup);
/* Claim them; where others have all of them by now, those of `allowed` (NULL: none) are
 * chosen from again. What is shared with others is named in setup->warnings. */
void run_claim_cpus(struct run_setup *setup, const struct cpu_set *allowed);
/* Into the warnings: that a quota of CPU time stopped the runs; values that carry flags. */
void run_warn_throttled(struct run_setup *setup);
void run_warn_flagged(const struct run_report *report, struct text *warnings);

/* Whether all threads' blocks of this size fit every limit; and the tightest of these, with
 * what is needed of it: pages that are touched, or address space. */
struct run_memory {
	uint64_t need_bytes;
	struct memory_limit limit;
};
bool run_memory_fits(const struct run_setup *setup, uint64_t block, unsigned arrays,
                     struct run_memory *tightest);

/* The column huge_source of what a run got, and a note where huge pages were asked for and
 * others than the pool's came. */
const char *run_huge_source(const struct huge_share *share);
void run_note_pages(struct run_setup *setup, const struct huge_share *share);

/*
 * Memory for the plan was refused, and `err` says how: the cells that need most leave the
 * plan, by name in setup->skipped. Fails where none is left.
 */
int run_drop_largest(struct run_setup *setup, struct error *err);
/* How long a run may report nothing before it counts as hung. */
uint64_t run_patience_ms(const struct run_setup *setup);

/*
 * `--kernel best`: measure every kernel of the plan at every size in runs of their own,
 * and leave the fastest of each op and size in the plan. Those samples are thrown away.
 */
int run_choose_best(struct run_setup *setup, struct error *err);

/*
 * As far as --kernel asks for them: that, and of `auto` a trial of kernels for the footprints
 * that the plan has (measure/trial.h), which gives each "auto" in setup->kernels the name of
 * what was found and each cell its kernel. A trial that cannot be had leaves a note and the
 * default kernel.
 */
int run_choose_kernels(struct run_setup *setup, struct error *err);
/* What that would try, a line for each op; nothing is run. */
void run_describe_trials(const struct run_setup *setup, struct text *text);

/* A run aside from those that are reported: in slices of this length, without checks. */
struct aside {
	uint64_t budget_ns, slice_ns, seed, run;
	bool raw;
};
int run_aside(const struct run_setup *setup, const struct plan *plan,
              const struct aside *aside, const struct session_listener *listener,
              struct error *err);

/* Of enum cell_flag: what its process doubts, and `slowed` against the best speed so far. */
unsigned run_cell_flags(const struct cell_message *message, double best_speed);
/* Level and edge of a cell, from the believed caches. */
void run_cell_level(const struct run_setup *setup, struct cell *cell);
/*
 * Once a session, before its rows are written: set the caches that are believed against what
 * the sweep itself shows (hierarchy.h, plateau_bytes), class all `cells` by both, and note
 * where they disagree. False, and nothing done, where they do and fewer than three runs are
 * to be had yet: give as many `runs` as say three where no more will come. Sizes that the
 * user gave stand, there the rates only make notes; and so do the levels of another file. Rates decide which rows serve, never how
 * they compare: the rule is the same for every configuration and asks only for ratios
 * within it.
 */
bool run_decide_levels(struct run_setup *setup, struct cells *cells, uint64_t runs);

/* Seconds of one run, without what its process needs to begin and end; an estimate. */
double run_setup_seconds(const struct run_setup *setup);

/* --dry-run: runs and when they begin, where rows would go (`where`, lines), the cells. */
void run_dry(const struct run_setup *setup, const struct text *where, struct text *text);

/* Where the session is. Times are from its start. */
struct run_progress {
	struct clock clock;
	struct spacing spacing;
	uint64_t begun_ns; /* by the clock */
	uint64_t run, run_ns, clean; /* the latest run, when it began, how many are clean */
	uint64_t busy_ns;  /* that runs took so far */
	uint64_t longest_ns; /* of one of them */
	double expected_s; /* of all of them, one after the other */
	bool is_shown;     /* on standard error */
};
void run_progress_init(struct run_progress *progress, const struct run_setup *setup);
/* Since its start. */
uint64_t run_progress_ns(const struct run_progress *progress);
/* Leave the machine alone until `run` is due; an interrupt ends the wait. */
void run_progress_wait(struct run_progress *progress, uint64_t run);
/* After a run, or before the first: whether one more is wanted. */
bool run_progress_wants(struct run_progress *progress, uint64_t clean);
/* For one more run, in a session whose time nobody asked for. */
bool run_progress_has_time(const struct run_progress *progress,
                           const struct run_setup *setup);
/* What of --over did not come out as asked. */
void run_progress_note(const struct run_progress *progress, const struct run_report *report,
                       struct text *notes);
void run_progress_show(const struct run_progress *progress);
void run_progress_clear(const struct run_progress *progress);

/* Measure all runs; rows go to the files as each run ends, and to `report`. */
int run_measure(struct run_setup *setup, struct run_files *files,
                struct run_report *report, struct error *err);

#endif
