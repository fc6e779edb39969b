/* SPDX-License-Identifier: MIT */
/* measure: the wish to stop. Knows nobody. */
#include "measure/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t pending;

static void interrupt_note(int number)
{
	(void)number;
	pending = pending + 1;
}

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static void signals_mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&set, signals[i]);
	(void)sigprocmask(how, &set, NULL);
}

void interrupt_catch(void)
{
	/* No SA_RESTART: a read that waits for a child returns and looks at the flag. */
	struct sigaction action = { .sa_handler = interrupt_note }, before;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		(void)sigaction(signals[i], &action, &before);
		/* nohup means it. */
		if (signals[i] == SIGHUP && before.sa_handler == SIG_IGN)
			(void)sigaction(signals[i], &before, NULL);
	}
	signals_mask(SIG_UNBLOCK);
}

void interrupt_hold(bool hold)
{
	signals_mask(hold ? SIG_BLOCK : SIG_UNBLOCK);
}

const volatile sig_atomic_t *interrupt_flag(void)
{
	return &pending;
}
