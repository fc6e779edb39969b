/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_INTERRUPT_H
#define MEMBENCH_MEASURE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/*
 * SIGINT, SIGTERM and SIGHUP ask for an end in good order: what was measured is written.
 * A handler can reach nothing but an object of static lifetime, so this is the one place
 * in the program that has one.
 */
void interrupt_catch(void);

/*
 * Hold them back, or let them through again. A process started while they are held keeps
 * them waiting until it catches them itself: none can kill it half-way into its start.
 */
void interrupt_hold(bool hold);

/* How many have come: 0 till someone wishes to stop. */
const volatile sig_atomic_t *interrupt_flag(void);

#endif
