/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_SPD_LAYOUT_H
#define MEMBENCH_DIMMS_SPD_LAYOUT_H

/* What the files of the SPD decoder share. For spd*.c only; of what is missing bytes read 0. */
#include "dimms/spd.h"

/* Where things lie in the EEPROMs of one generation, and how they are counted. */
struct spd_layout;
extern const struct spd_layout spd_fbdimm, spd_ddr3, spd_ddr4, spd_lpddr4, spd_lpddr5, spd_ddr5;
void spd_read(const struct bytes *image, const struct spd_layout *layout, struct spd *spd);

/* SDR, DDR and DDR2, which count otherwise. */
void spd_read_sdr(const struct bytes *image, struct spd *spd);
/* Of what came before SDR, or beside it: who made it, and whether the sum holds. */
void spd_read_old(const struct bytes *image, struct spd *spd);

/*
 * How a generation rounds. Clocks that a time takes: up to the next whole one, but not for a
 * sliver of it, since times and clock are rounded to ps: (time * scale / clock + added) / 1000
 * (JEDEC's rounding algorithms, 21-C annex L and, by the time, JESD79-5). Rates are the nearest
 * multiple of step / parts MT/s, which undoes the rounding of tCK, cut to a whole number.
 */
struct spd_rounding {
	unsigned scale, added, step, parts;
};
extern const struct spd_rounding spd_rounding_first, spd_rounding_ddr5; /* up to DDR4; DDR5 */

unsigned spd_clocks(const struct spd_rounding *rounding, unsigned ps, unsigned tck_ps);
/* Fill in trcd, trp and tras from the times. */
void spd_fill_clocks(const struct spd_rounding *rounding, struct spd_timings *timings);
/* 10^6 transfers a second at `transfers` a clock. */
unsigned spd_rate(const struct spd_rounding *rounding, unsigned tck_ps, unsigned transfers);

/* The maker by how many continuation codes stand before the code, parity ignored, and the
 * `count` characters at `part_at` that can be printed, without blanks at their ends. */
void spd_identify(const struct bytes *image, struct spd *spd, const unsigned maker[2],
                  size_t part_at, size_t count);
/* CRC-16 (polynomial 1021, from 0) of the first `count` bytes against the word at `at`. */
void spd_check_crc(const struct bytes *image, struct spd *spd, size_t count, size_t at);

#endif
