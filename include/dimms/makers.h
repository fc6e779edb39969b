/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_MAKERS_H
#define MEMBENCH_DIMMS_MAKERS_H

/*
 * Makers of memory chips and modules by their number (JEDEC JEP106): how many continuation
 * codes 7F stand before it, and the code. The parity bit of both is ignored. NULL where
 * the number is 0 or of nobody in the table; static text otherwise.
 */
const char *maker_name(unsigned continuations, unsigned code);

/*
 * Firmware often writes the number instead of the name: "0x80AD", "00AD063200AD",
 * "JEDEC ID:02 FE", "7F7F9E0000000000", "AD00000000000000". NULL where `text` is no such
 * number or of nobody in the table.
 */
const char *maker_from_text(const char *text);

#endif
