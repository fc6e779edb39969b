/* SPDX-License-Identifier: MIT */
/* kernels: the tables that AArch64 adds. */
#include "kernels/table.h"

const struct kernel_table *const architecture_kernels[] = { &neon_kernels, NULL };
