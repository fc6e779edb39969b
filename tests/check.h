/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_CHECK_H
#define MEMBENCH_TESTS_CHECK_H

/* cmocka with its prerequisites, and what it lacks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/*
 * Doubles: |actual - expected| <= tolerance * |expected|; equal values (infinities too) pass
 * at once. cmocka's assert_float_equal rounds to single precision: 1e10 equals 1e10 + 300.
 */
#define assert_near(actual, expected, tolerance) \
	check_near((actual), (expected), (tolerance), __FILE__, __LINE__)

static inline void check_near(double actual, double expected, double tolerance,
                              const char *file, int line)
{
	if (actual == expected || (isnan(actual) && isnan(expected)))
		return;
	if (fabs(actual - expected) <= tolerance * fabs(expected))
		return;
	print_error("%.17g is not %.17g within %g\n", actual, expected, tolerance);
	_fail(file, line);
}

#endif
