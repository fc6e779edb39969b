/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_SETUP_H
#define MEMBENCH_SESSION_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/time.h"
#include "base/warnings.h"
#include "caches/hierarchy.h"
#include "kernels/mix.h"
#include "measure/plan.h"
#include "measure/trial.h"
#include "platform/platform.h"
#include "session/like.h"
#include "session/options.h"
#include "session/result.h"

/* What follows from the options on this machine. */
struct kernel_list {
	struct mix *items; /* one named "auto" stands for the default until it is tried */
	size_t count, capacity;
};
struct session {
	char id[TIME_TEXT_BYTES + 24]; /* when it began, and a number drawn */
	const struct session_options *options; /* what is measured by; as a rule `asked` */
	struct session_options asked;      /* as given, and the rest as in the file to be like */
	struct like like;                  /* of --like, else of the file that is added to */
	bool takes_kernels, takes_sizes, takes_levels; /* of it */
	bool lacks_like;                   /* its pages or CPUs cannot be had, as notes say */
	struct text like_ops, like_cpus;   /* strings of `asked` */
	uint64_t features;
	struct cpu_set cpus;        /* one for each thread; empty where none can be told */
	struct cpu_set busy_cpus;   /* with other work, when it began */
	struct cpu_set passed_cpus; /* that would be in `cpus` if they were not */
	struct cpu_set claimed_cpus; /* ours, of any pass */
	uint64_t threads;
	struct kernel_list kernels;
	struct hierarchy hierarchy;
	struct plan plan;        /* what is measured; kernels chosen */
	struct warnings skipped;  /* sizes left out; status 4 */
	struct warnings notes;    /* what else should be known */
	struct warnings warnings; /* said even under --quiet: values that may be wrong */
	uint64_t throttled;      /* platform_throttled() before anything was measured */
	uint64_t swept_bytes;      /* largest block of the default sizes; 0: sizes were asked for */
	size_t cpu_count;          /* that this process may use; 0 where unknown */
	uint64_t begun_ns;         /* of clock_monotonic() */
	uint64_t most_ns;          /* from then on; fewer runs where they take longer; 0: any */
	uint64_t most_block_bytes; /* a power of two that memory allows, of the smallest op */
	const char *limit;         /* who says so */
	struct memory_limit limits[PLATFORM_LIMITS]; /* as they were when sizes were chosen */
	size_t limit_count;
	struct size_list command_sizes; /* of --like, and the name of a command */
	struct text command_name;
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
int session_init(struct session *session, const struct session_options *options,
                 struct error *err);
/* The same with so many threads, on other CPUs and with sizes of their own; after a run of the
 * session, whose rows it continues. */
int session_again(struct session *session, uint64_t threads, struct error *err);
/* What of it was left to us, and so left out. */
struct session_defaults session_defaults_of(const struct session *session);
void session_release(struct session *session);

/* Seconds of one run, without what its process needs to begin and end; an estimate. */
double session_run_seconds(const struct session *session);

#endif
