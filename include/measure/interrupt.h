/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_INTERRUPT_H
#define MEMBENCH_MEASURE_INTERRUPT_H

/*
 * SIGINT, SIGTERM and SIGHUP ask for an end in good order: what was measured is written.
 * A handler can reach nothing but an object of static lifetime, so this is the one place
 * in the program that has one.
 */
void interrupt_catch(void);

/* The flag itself, for those who poll it; becomes the signal's number. */
const volatile int *interrupt_flag(void);

#endif
