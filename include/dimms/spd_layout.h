/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_SPD_LAYOUT_H
#define MEMBENCH_DIMMS_SPD_LAYOUT_H

/* What the decoders of single generations share. For spd*.c only. */
#include "dimms/spd.h"

/* One decoder for each layout; of what is missing bytes read 0. */
/* Of what came before SDR, or beside it: who made it, and whether the sum holds. */
void spd_decode_old(const struct bytes *image, struct spd *spd);
void spd_decode_sdr(const struct bytes *image, struct spd *spd);
void spd_decode_ddr(const struct bytes *image, struct spd *spd);
void spd_decode_ddr2(const struct bytes *image, struct spd *spd);
void spd_decode_fbdimm(const struct bytes *image, struct spd *spd);
void spd_decode_ddr3(const struct bytes *image, struct spd *spd);
void spd_decode_lpddr3(const struct bytes *image, struct spd *spd); /* DDR3's layout */
void spd_decode_ddr4(const struct bytes *image, struct spd *spd);
void spd_decode_lpddr4(const struct bytes *image, struct spd *spd); /* DDR4's layout */
void spd_decode_lpddr5(const struct bytes *image, struct spd *spd);
void spd_decode_ddr5(const struct bytes *image, struct spd *spd);

/*
 * Clocks that a time takes: up to the next whole one, but not for a sliver of it, since
 * times and clock are rounded to ps. `sliver` is 1/1000 clocks: 25 up to DDR4 (JEDEC's
 * rounding algorithm, 21-C annex L); DDR5's is by the time, 3 of 1000 (JESD79-5).
 */
unsigned spd_clocks(unsigned ps, unsigned tck_ps);
unsigned spd_clocks_ddr5(unsigned ps, unsigned tck_ps);

/* Fill in trcd, trp and tras from the times, by one of the two above. */
void spd_fill_clocks(struct spd_timings *timings,
                     unsigned (*clocks)(unsigned ps, unsigned tck_ps));

/*
 * 10^6 transfers a second at `transfers` a clock: the nearest multiple of 100/3 (or of 200,
 * DDR5), which undoes the rounding of tCK to ps; cut to a whole number.
 */
unsigned spd_rate(unsigned tck_ps, unsigned transfers);
unsigned spd_rate_ddr5(unsigned tck_ps);

/* The lowest latency from `wanted` on in a mask whose bit 0 is `first` and whose steps are
 * `step`; 0 where there is none. */
unsigned spd_latency(uint64_t mask, unsigned first, unsigned step, unsigned wanted);

/* The maker by how many continuation codes stand before the code; parity is ignored. */
void spd_maker(struct spd *spd, unsigned continuations, unsigned code);
/* The maker's number at `maker_at` (continuations, code) and `count` characters of part number. */
void spd_identify(const struct bytes *image, struct spd *spd, size_t maker_at,
                  size_t part_at, size_t count);
/* Characters from `at` on, without what cannot be printed and blanks at the ends. */
void spd_part(const struct bytes *image, struct spd *spd, size_t at, size_t count);
/* CRC-16 (polynomial 1021, from 0) of the first `count` bytes against the word at `at`. */
void spd_check_crc(const struct bytes *image, struct spd *spd, size_t count, size_t at);

/* What an image is that is known to be something else: "an IPMI FRU area"; else NULL. */
const char *spd_other(const struct bytes *image);

/* Mbit of a chip by the low nibble of its density byte, DDR3 and DDR4; 0 if reserved. */
uint64_t spd_density_mbit(unsigned code);

#endif
