/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_REASON_H
#define MEMBENCH_CACHES_REASON_H

#include "caches/hierarchy.h"

/* Fill level->reason, all else of it being decided. */
void reason_give(const struct hierarchy *hierarchy, struct level *level);

#endif
