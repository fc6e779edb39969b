/* SPDX-License-Identifier: MIT */
/* kernels: the tables that x86-64 adds. */
#include "kernels/table.h"

const struct kernel_table *const architecture_kernels[] = {
	&sse2_kernels, &avx2_kernels, &avx512_kernels, &movnti_kernels, &string_kernels,
	NULL,
};
