/* SPDX-License-Identifier: MIT */
/* measure: how a command ended, in words. Runs none. */
#include "measure/shell.h"

#include <signal.h>
#include <string.h>

#define SAID_LINES 5   /* of what it said that are shown */
#define SIGNALLED  128 /* a shell's status of a command that was killed, less the signal */

/* The last lines of what was said; of one that is longer than all we have, its end. */
static const char *last_lines(const struct text *said)
{
	const char *start = text_string(said), *from = start + said->length;

	while (from > start && from[-1] == '\n')
		from--;
	for (int lines = 0; from > start; from--) {
		lines += from[-1] == '\n';
		if (lines == SAID_LINES)
			break;
	}
	return from;
}

static void put_said(const struct text *said, struct text *text)
{
	struct items lines = items_of(last_lines(said), '\n');

	for (char *line; (line = items_next(&lines)) != NULL;) {
		if (*line != '\0')
			text_printf(text, "\n    %s", line);
	}
	items_release(&lines);
}

void shell_explain(const struct shell_result *result, struct text *text)
{
	int code = result->code;

	switch (result->end) {
	case SHELL_DONE:
		text_put(text, "ended well");
		break;
	case SHELL_STATUS:
		text_printf(text, "ended with status %d", code);
		/* Shells tell so that what they ran was killed. */
		if (code > SIGNALLED)
			text_printf(text, " (%s)", strsignal(code - SIGNALLED));
		break;
	case SHELL_SIGNAL:
		text_printf(text, "was killed by signal %d (%s)", code, strsignal(code));
		break;
	case SHELL_TIMEOUT:
		text_put(text, "took longer than its --timeout and was ended");
		break;
	case SHELL_STOPPED:
		text_printf(text, "was stopped by signal %d (%s) and ended%s", code, strsignal(code),
		            code == SIGTTIN || code == SIGTTOU ? "; it may not ask the terminal, for a "
		                                                 "password say" : "");
		break;
	case SHELL_INTERRUPTED:
		text_put(text, "was interrupted");
		break;
	}
	if (result->said.length > 0)
		text_put(text, ":");
	put_said(&result->said, text);
}
