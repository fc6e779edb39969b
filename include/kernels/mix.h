/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_KERNELS_MIX_H
#define MEMBENCH_KERNELS_MIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "kernels/kernel.h"

/*
 * Kernels of one op that stand for one another by footprint, under one name:
 * "avx2+movsb@32K+avx2-nt@64M" is avx2 where the arrays of a thread take 32 KiB or less,
 * movsb beyond that, avx2-nt beyond 64 MiB. A single kernel is a mix of one part.
 */
enum { MIX_PARTS = 8, MIX_NAME_BYTES = 320 };
struct mix {
	enum op op;
	char name[MIX_NAME_BYTES];
	struct mix_part {
		const struct kernel *kernel;
		uint64_t beyond_bytes; /* ascending; 0 in the first part */
	} parts[MIX_PARTS];
	size_t count;
};

/* A mix of one kernel, named after it. */
void mix_init(struct mix *mix, const struct kernel *kernel);
/*
 * Another kernel beyond a footprint larger than those before. Nothing changes where it is
 * the kernel of the part before, or no part is left.
 */
void mix_add(struct mix *mix, const struct kernel *kernel, uint64_t beyond_bytes);

const struct kernel *mix_at(const struct mix *mix, uint64_t footprint_bytes);
uint64_t mix_needs(const struct mix *mix); /* CPU features of all its kernels */

/*
 * From its name; each kernel may also be "nt" (kernels_resolve()). Earlier versions wrote
 * "avx512+movsb", which is taken as they meant it. Status 2 and a sentence that begins with
 * "--kernel" where it is no mix of kernels of this op.
 */
int mix_parse(struct mix *mix, enum op op, const char *name, uint64_t features,
              struct error *err);

#endif
