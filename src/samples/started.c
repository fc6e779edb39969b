/* SPDX-License-Identifier: MIT */
/* samples: the time of a row as a number. Knows no clock and no zone but UTC. */
#include "samples/started.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static const char form[] = "0000-00-00T00:00:00";
#define FORM_LENGTH (sizeof form - 1)

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool has_form(const char *text)
{
	for (size_t i = 0; i < FORM_LENGTH; i++) {
		if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i])
			return false;
	}
	return true;
}

static int number_at(const char *text, size_t digits)
{
	int value = 0;

	for (size_t i = 0; i < digits; i++)
		value = 10 * value + (text[i] - '0');
	return value;
}

static int month_days(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

/* Days from 1970-01-01 in the Gregorian calendar; NaN where there is no such day. */
static double days_of(int year, int month, int day)
{
	if (month < 1 || month > 12 || day < 1 || day > month_days(year, month))
		return (double)NAN;
	int before = year - 1, days = 365 * before + before / 4 - before / 100 + before / 400;
	for (int i = 1; i < month; i++)
		days += month_days(year, i);
	return days + day - 1 - 719162; /* days from 0001-01-01 to 1970-01-01 */
}

/* ".25Z" or "Z", and nothing behind it; NaN otherwise. */
static double fraction_of(const char *text)
{
	double value = 0, unit = 1;

	if (*text == '.' && is_digit(text[1])) {
		for (text++; is_digit(*text); text++)
			value += (unit /= 10) * (*text - '0');
	}
	return text[0] == 'Z' && text[1] == '\0' ? value : (double)NAN;
}

double started_seconds(const char *text)
{
	if (!has_form(text))
		return (double)NAN;
	int hour = number_at(text + 11, 2), minute = number_at(text + 14, 2);
	int second = number_at(text + 17, 2);
	if (hour > 23 || minute > 59 || second > 60)
		return (double)NAN;
	return 86400 * days_of(number_at(text, 4), number_at(text + 5, 2),
	                       number_at(text + 8, 2)) +
	       3600 * hour + 60 * minute + second + fraction_of(text + FORM_LENGTH);
}
