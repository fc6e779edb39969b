/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_VERSION_H
#define MEMBENCH_BASE_VERSION_H

/* "0.2.0", and with what built it: "0.2.0 gcc-12.2.0 -O2". */
const char *version_number(void);
const char *version_build(void);
const char *version_date(void); /* of the release, as in "December 1, 2026" */

#endif
