/* SPDX-License-Identifier: MIT */
/* measure: the wish to stop. Knows nobody. */
#include "measure/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t pending;

static void interrupt_note(int number)
{
	pending = number;
}

void interrupt_catch(void)
{
	/* No SA_RESTART: a read that waits for a child returns and looks at the flag. */
	struct sigaction action = { .sa_handler = interrupt_note };
	const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		(void)sigaction(signals[i], &action, NULL);
}

const volatile int *interrupt_flag(void)
{
	return &pending;
}
