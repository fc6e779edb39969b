/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_IDENTITY_H
#define MEMBENCH_SESSION_IDENTITY_H

#include "base/text.h"
#include "platform/platform.h"
#include "samples/cell.h"
#include "session/setup.h"

/* What the rows of one session share: who measured, where, when it was begun. */
struct identity {
	char boot[PLATFORM_TEXT_BYTES], cpu[PLATFORM_TEXT_BYTES];
	struct text version, cpus;
	struct context context; /* points to them; op, kernel and convention are open */
};
void identity_init(struct identity *identity, const struct session *session);
void identity_release(struct identity *identity);

#endif
