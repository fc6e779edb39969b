/* SPDX-License-Identifier: MIT */
/* report: scales and their ticks. Knows numbers and places, not what is drawn with them. */
#include "report/axis.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "base/units.h"

#define AIR         0.06  /* of the range, at each end */
#define LEAST_RANGE 0.01  /* of the value, where all values are equal */
#define ROUNDING    1e-9  /* of a step: a tick that meets an end is inside */
#define DECIMALS_MOST 6

static void axis_unit(struct axis *axis)
{
	static const struct { double unit; const char *name; } units[] = {
		{ 1e6, "TB/s" }, { 1e3, "GB/s" }, { 1, "MB/s" },
	};
	size_t i = 0;

	while (i < 2 && axis->high < units[i].unit)
		i++;
	axis->unit = units[i].unit;
	axis->unit_name = units[i].name;
}

/* The least of 1, 2, 5 times a power of ten that is `least` or more. */
static double nice_step(double least)
{
	double power = pow(10, floor(log10(least)));
	double digits = least / power;

	return power * (digits <= 1 + ROUNDING ? 1 : digits <= 2 + ROUNDING ? 2
	                : digits <= 5 + ROUNDING ? 5 : 10);
}

static void tick_add(struct axis *axis, double tick)
{
	if (axis->tick_count < AXIS_TICKS_MOST)
		axis->ticks[axis->tick_count++] = tick;
}

static int decimals_of_step(double step)
{
	int decimals = 0;

	while (decimals < DECIMALS_MOST &&
	       fabs(step - round(step)) > ROUNDING * step) {
		step *= 10;
		decimals++;
	}
	return decimals;
}

static void linear_ticks(struct axis *axis, size_t most)
{
	double step = nice_step((axis->high - axis->low) / (double)most);
	double first = ceil(axis->low / step - ROUNDING);
	double last = floor(axis->high / step + ROUNDING);

	axis->tick_count = 0;
	axis->decimals = decimals_of_step(step / axis->unit);
	for (double i = first; i <= last; i++)
		tick_add(axis, i * step);
}

void axis_rates(struct axis *axis, double low, double high, size_t most)
{
	double air = fmax((high - low) * AIR, high * LEAST_RANGE / 2);

	*axis = (struct axis){ .low = fmax(low - air, 0), .high = high + air };
	axis_unit(axis);
	linear_ticks(axis, most);
}

/* 1, 2, 5 or only 1 in every `decades`-th power of ten. */
static void decade_ticks(struct axis *axis, bool is_125, int decades)
{
	static const double digits[] = { 1, 2, 5 };
	int first = (int)floor(log10(axis->low));

	axis->tick_count = 0;
	for (int power = first; pow(10, power) <= axis->high; power += decades) {
		for (size_t i = 0; i < (is_125 ? 3 : 1); i++) {
			double tick = digits[i] * pow(10, power);
			if (tick >= axis->low * (1 - ROUNDING) &&
			    tick <= axis->high * (1 + ROUNDING))
				tick_add(axis, tick);
		}
	}
}

void axis_log_rates(struct axis *axis, double low, double high, size_t most)
{
	double air = fmax(pow(high / low, AIR), 1 + LEAST_RANGE / 2);

	*axis = (struct axis){ .low = low / air, .high = high * air, .is_log = true };
	axis_unit(axis);
	axis->decimals = -1;
	decade_ticks(axis, true, 1);
	for (int decades = 1; axis->tick_count > most; decades++)
		decade_ticks(axis, false, decades);
	if (axis->tick_count < 4)
		linear_ticks(axis, most);
}

void axis_sizes(struct axis *axis, double low, double high, size_t most)
{
	double air = fmax(pow(high / low, AIR / 2), 1.2);
	int first = (int)ceil(log2(low) - ROUNDING), last = (int)floor(log2(high) + ROUNDING);
	int step = 1;

	*axis = (struct axis){ .low = low / air, .high = high * air, .is_log = true };
	while ((last - first) / step + 1 > (int)most)
		step++;
	for (int octave = first; octave <= last; octave += step)
		tick_add(axis, exp2(octave));
	if (axis->tick_count == 0) {
		tick_add(axis, low);
		if (high > low)
			tick_add(axis, high);
	}
}

double axis_place(const struct axis *axis, double value)
{
	if (axis->is_log)
		return log(value / axis->low) / log(axis->high / axis->low);
	return (value - axis->low) / (axis->high - axis->low);
}

void axis_rate_label(const struct axis *axis, double tick, char label[AXIS_LABEL_BYTES])
{
	if (axis->decimals < 0)
		(void)snprintf(label, AXIS_LABEL_BYTES, "%.6g", tick / axis->unit);
	else
		(void)snprintf(label, AXIS_LABEL_BYTES, "%.*f", axis->decimals,
		               tick / axis->unit);
}

void axis_size_label(double tick, char label[AXIS_LABEL_BYTES])
{
	char text[SIZE_TEXT_BYTES];

	(void)snprintf(label, AXIS_LABEL_BYTES, "%s", size_format((uint64_t)tick, text));
}

void axis_of(struct axis *axis, enum quantity quantity)
{
	if (quantity == QUANTITY_LATENCY)
		axis->unit_name = axis->unit == 1 ? "ns" : axis->unit == 1e3 ? "us" : "ms";
}

void axis_text(enum quantity quantity, double value, char label[AXIS_LABEL_BYTES])
{
	struct axis axis = { .high = value };

	axis_unit(&axis);
	axis_of(&axis, quantity);
	value /= axis.unit;
	int decimals = value < 10 ? 2 : value < 1000 ? 1 : 0;
	(void)snprintf(label, AXIS_LABEL_BYTES, "%.*f %s", decimals, value, axis.unit_name);
}
