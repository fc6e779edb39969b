/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_FILE_KIND_H
#define MEMBENCH_BASE_FILE_KIND_H

#include <stddef.h>

#include "base/error.h"

/* What people hand in instead of plain text or a plain copy, and what makes that of it. */
struct file_kind {
	const char *is;   /* "is compressed (gzip)" */
	const char *cure; /* with FILE in it: "gzip -dc FILE | membench ... -" */
};

/* By the first bytes, 512 of them where there are so many; NULL where they are none of
 * those that are known: text, or a binary file of whatever kind. */
const struct file_kind *file_kind_of(const char *bytes, size_t count);

/*
 * "--spd: x.gz is compressed (gzip); gzip -dc x.gz ...", status 2, where `lead` is "--spd: "
 * or "". Always returns -1.
 */
int file_kind_refuse(const struct file_kind *kind, const char *lead, const char *name,
                     struct error *err);

#endif
