/* SPDX-License-Identifier: MIT */
/* base: errors as values. Knows nobody and prints nothing. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

static void error_fill(struct error *err, enum status status, const char *format, va_list args)
{
	char given[sizeof err->text];
	struct text shown = { 0 };

	(void)vsnprintf(given, sizeof given, format, args);
	text_put_printable(&shown, given);
	err->status = status;
	(void)snprintf(err->text, sizeof err->text, "%s", text_string(&shown));
	text_release(&shown);
}

int error_set(struct error *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	error_fill(err, STATUS_BAD_INPUT, format, args);
	va_end(args);
	return -1;
}

int error_fail(struct error *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	error_fill(err, STATUS_FAILED, format, args);
	va_end(args);
	return -1;
}
