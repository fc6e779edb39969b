/* SPDX-License-Identifier: MIT */
/* base: points in time and their text. Knows nobody. */
#include "base/time.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000)

static const char form[] = "0000-00-00T00:00:00"; /* a digit for each 0 */
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

/* "Z", or ".25Z" with as many digits as one likes, in microseconds; -1 on anything else. */
static int64_t fraction_of(const char *text)
{
	int64_t us = 0, unit = SECOND;

	if (*text == '.' && is_digit(text[1])) {
		for (text++; is_digit(*text); text++)
			us += (unit /= 10) * (*text - '0');
	}
	return text[0] == 'Z' && text[1] == '\0' ? us : -1;
}

static int digits(const char *text, size_t count)
{
	int value = 0;

	for (size_t i = 0; i < count; i++)
		value = 10 * value + (text[i] - '0');
	return value;
}

static bool is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days of the year before `month`, 1 to 13. */
static int days_before(int month, int year)
{
	static const int days[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
	return days[month - 1] + (month > 2 && is_leap(year));
}

/* Of "2026-01-31", in days since 1970; -1 where there is none, or before that. As in
 * POSIX.1-2008, Base Definitions, 4.15 Seconds Since the Epoch. */
static int64_t days_since(const char *date)
{
	int year = digits(date, 4), month = digits(date + 5, 2), day = digits(date + 8, 2);

	if (year < 1970 || month < 1 || month > 12 || day < 1 ||
	    day > days_before(month + 1, year) - days_before(month, year))
		return -1;
	int64_t years = year - 1900;
	return days_before(month, year) + day - 1 + (years - 70) * 365 + (years - 69) / 4 -
	       (years - 1) / 100 + (years + 299) / 400;
}

int time_parse(const char *text, int64_t *us)
{
	if (!has_form(text))
		return -1;
	int hour = digits(text + 11, 2), minute = digits(text + 14, 2);
	int second = digits(text + 17, 2); /* 60: a leap second, which clocks show as the next */
	int64_t days = days_since(text), fraction = fraction_of(text + FORM_LENGTH);
	if (days < 0 || fraction < 0 || hour > 23 || minute > 59 || second > 60)
		return -1;
	*us = (days * 86400 + hour * 3600 + minute * 60 + second) * SECOND + fraction;
	return 0;
}

const char *time_format(int64_t us, bool micro, char text[TIME_TEXT_BYTES])
{
	time_t seconds = (time_t)(us / SECOND);
	struct tm tm;
	size_t length = 0;

	text[0] = '\0';
	if (us == TIME_UNKNOWN || gmtime_r(&seconds, &tm) == NULL)
		return text;
	length = strftime(text, TIME_TEXT_BYTES, "%Y-%m-%dT%H:%M:%S", &tm);
	if (micro)
		(void)snprintf(text + length, TIME_TEXT_BYTES - length, ".%06" PRId64 "Z",
		               us % SECOND);
	else
		(void)snprintf(text + length, TIME_TEXT_BYTES - length, "Z");
	return text;
}

int64_t time_now(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * SECOND + now.tv_nsec / 1000;
}
