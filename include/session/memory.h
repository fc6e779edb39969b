/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_MEMORY_H
#define MEMBENCH_SESSION_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "session/setup.h"

/* Whether all threads' blocks of this size fit every limit; and the tightest of these, with
 * what is needed of it: pages that are touched, or address space. */
struct session_memory {
	uint64_t need_bytes;
	struct memory_limit limit;
};
bool session_memory_fits(const struct session *session, uint64_t block, unsigned arrays,
                         struct session_memory *tightest);

/*
 * Memory for the plan was refused, and `err` says how: the cells that need most leave the
 * plan, by name in session->skipped. Fails where none is left.
 */
int session_drop_largest(struct session *session, struct error *err);

/* The column huge_source of what a run got, and a note where huge pages were asked for and
 * others than the pool's came. */
const char *session_huge_source(const struct huge_share *share);
void session_note_pages(struct session *session, const struct huge_share *share);

#endif
