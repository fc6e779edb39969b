/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_INFO_H
#define MEMBENCH_CLI_INFO_H

#include "base/error.h"
#include "platform/platform.h"

/*
 * Whether `cpu`, from --for-cpu, is one of `there`; any is where that is empty or `cpu` is
 * negative, for not given. `whose` goes before the list in the error (status 2): "this
 * process may run on".
 */
int info_check_cpu(long cpu, const struct cpu_set *there, const char *whose,
                   struct error *err);

#endif
