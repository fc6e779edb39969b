/* SPDX-License-Identifier: MIT */
/* base: errors as values. Knows nobody and prints nothing. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void error_fill(struct error *err, enum status status, const char *format, va_list args)
{
	err->status = status;
	(void)vsnprintf(err->text, sizeof err->text, format, args);
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
