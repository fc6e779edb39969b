/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_PEAK_H
#define MEMBENCH_DIMMS_PEAK_H

#include "base/text.h"
#include "dimms/modules.h"

/*
 * What the memory's wires carry at most: the sum over channels of
 *     width of the channel (8 bytes of DDR to DDR5) x transfers a second as set.
 * Several modules on a channel count once, bits for ECC not at all. Channels are told by the
 * names of slots and banks alone; where these do not tell, there may be one for each module,
 * or one in all. Machines reach 65 to 80 % of it (reads; refresh and turning take the rest).
 */
enum peak_source { PEAK_UNKNOWN, PEAK_SMBIOS, PEAK_USER };

struct peak {
	enum peak_source source;
	/* Bytes a second; low = high where the channels are known. Low is 0 where only the
	 * modules' rating is told, which is an upper bound; both where nothing is. */
	double low, high;
	double rated;           /* at the modules' rated transfers; 0: not told, or no more */
	size_t channels_low, channels_high;
	unsigned channel_bytes; /* 0: they differ */
	unsigned mts, rated_mts; /* 10^6 transfers a second; 0: not told, or they differ */
	size_t sockets;         /* with as many channels each; 0: the names do not tell so */
	const char *why;        /* not known, or a range: static, a finished clause; else NULL */
};

/* Of decided modules. Pure. */
struct peak peak_of(const struct modules *modules);
/* What the user says it is, in bytes a second. */
struct peak peak_given(double bytes_per_s);
/* Low = high > 0: a share of it can be told. */
bool peak_is_known(const struct peak *peak);
/* "307.2 GB/s: 8 channels of 8 bytes at 4800 MT/s (as set)": or what of it is known. No
 * newline. */
void peak_format(const struct peak *peak, struct text *text);

#endif
