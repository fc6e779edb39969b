/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_INFO_H
#define MEMBENCH_CLI_INFO_H

#include "base/error.h"
#include "caches/hierarchy.h"
#include "platform/platform.h"
#include "report/info.h"

/* What `info` points into. */
struct info_names {
	char system[PLATFORM_TEXT_BYTES], libc[PLATFORM_TEXT_BYTES], cpu[PLATFORM_TEXT_BYTES];
};

/*
 * Look at this machine, modules left out, and measure its caches: 0.6 s. Where they cannot
 * be measured, the sentence stands in `trouble`, which is empty else. Fails where
 * `info->cpu` is one that this process may not use.
 */
int info_look_here(struct info *info, struct info_names *names, struct hierarchy *hierarchy,
                   struct error *trouble, struct error *err);

/*
 * What of an earlier file a session could take here. Release found->lines. Fails (status 2)
 * where the file cannot be read; what cannot be had is no failure but in found->status.
 */
int info_look_like(const char *path, struct info_like *found, struct error *err);

/*
 * Whether `cpu`, from --for-cpu, is one of `there`; any is where that is empty or `cpu` is
 * negative, for not given. `whose` goes before the list in the error (status 2): "this
 * process may run on".
 */
int info_check_cpu(long cpu, const struct cpu_set *there, const char *whose,
                   struct error *err);

#endif
