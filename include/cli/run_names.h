/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_RUN_NAMES_H
#define MEMBENCH_CLI_RUN_NAMES_H

#include "base/error.h"
#include "base/text.h"
#include "session/options.h"

/*
 * Who measures, and what files are called after it: many nodes share one command line.
 * The host is --host, else SLURMD_NODENAME (several of Slurm's nodes may be one machine), else
 * what the system is called. In --output, --raw and --like
 *     %h  is the host
 *     %j  the Slurm job, SLURM_JOB_ID
 *     %t  the task: SLURM_ARRAY_TASK_ID, else SLURM_PROCID
 *     %%  a percent sign
 */
struct run_names {
	struct text host, output, raw, like;
};

/* Sets the fields of `given`, which then point into `names`. Fails (status 2) where a host
 * cannot be part of a file's name, where a sequence is none of those, or where Slurm has not
 * said what it stands for. Release in any case, after `given` is used. */
int run_names_init(struct run_names *names, struct session_options *given,
                   struct error *err);
void run_names_release(struct run_names *names);

#endif
