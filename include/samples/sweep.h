/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_SWEEP_H
#define MEMBENCH_SAMPLES_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "samples/cell.h"

/*
 * From which footprint of a thread on the rates of `cells` no longer fall with size, as
 * plateau_start() has it: medians over the runs of each size; curve by curve, one for each
 * op and real kernel, so that the step which a kernel makes is none of the memory, although
 * what the last cache does is known from the kernels before it in a joint name; and of the
 * curves that can tell, the upper median. All cells of one machine and as many threads.
 */
uint64_t sweep_plateau(const struct cell *cells, size_t count, uint64_t inner_bytes);

/*
 * Which of the kernels that a name joins (kernels/mix.h) served a footprint: "avx2+movsb@32K"
 * is part 0 to 32K and 1 beyond. The kernels need not be of this machine.
 */
unsigned kernel_part(const char *kernel, uint64_t footprint_bytes);
/* Whether the same one served both rows, be the names unlike. */
bool kernels_alike(const struct cell *a, const struct cell *b);

#endif
