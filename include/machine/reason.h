/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_REASON_H
#define MEMBENCH_MACHINE_REASON_H

#include "machine/hierarchy.h"

/* Fill level->reason, all else of it being decided. */
void reason_give(const struct hierarchy *hierarchy, struct level *level);

#endif
