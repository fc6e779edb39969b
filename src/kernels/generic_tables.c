/* SPDX-License-Identifier: MIT */
/* kernels: an architecture that adds no table of its own. */
#include "kernels/table.h"

const struct kernel_table *const architecture_kernels[] = { NULL };
