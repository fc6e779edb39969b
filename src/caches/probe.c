/* SPDX-License-Identifier: MIT */
/*
 * caches: latency against footprint, measured. Knows nothing of caches, reports or fits;
 * clock and memory are values.
 */
#include "caches/probe.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/units.h"
#include "caches/probe_hot.h"
#include "platform/platform.h"

enum {
	SMALLEST_BYTES = 2048,
	PARTS = 16,  /* of a point: gaps of the machine fall into a few of them, and the
	              * lower quartile is free of these */
	UNROLL = 8,
	WARM_LAPS = 2,
	TRIES = 3,
	COARSE = 10, /* steps of the clock that a part has at least */
};

#define WALKED_LAP_NS 500000.0 /* the shortest life of a shared line seen was 1 ms */
#define STEEP 1.25             /* between neighbouring sizes: look closer; it is also how far
                                * memory may vary and still be at its end */

void probe_options_default(struct probe_options *options, struct probe_machine *machine)
{
	uint64_t room = platform_memory_limit().bytes / 4;

	*options = (struct probe_options){
		.largest_bytes = room < 256 * MIB ? room : 256 * MIB,
		.per_octave = 4,
		.mappings = PROBE_MAPPINGS,
		.point_ns = 300000,
		.budget_ns = 480000000,
		.seed = 1,
		.clock = clock_monotonic(),
		.memory = probe_memory_of(machine),
	};
}

void probe_curves_release(struct probe_curves *curves)
{
	curve_release(&curves->all);
	for (size_t i = 0; i < curves->mapping_count; i++)
		curve_release(&curves->mappings[i]);
	curves->mapping_count = 0;
}

static double time_walk(const struct probe *probe, size_t hops)
{
	uint64_t start = probe_now(probe);
	probe->options->memory.walk(probe->options->memory.context, hops);
	return (double)(probe_now(probe) - start) / (double)hops;
}

static size_t hops_in(double hop_ns, double ns)
{
	double hops = ns / fmax(hop_ns, 0.1);
	return ((size_t)hops / UNROLL + 1) * UNROLL;
}

/* A footprint of which every line is walked: ns a hop. */
static double measure_walked(struct probe *probe, const struct span *span)
{
	const struct probe_options *options = probe->options;
	double part_ns = (double)options->point_ns / PARTS, parts[PARTS];
	size_t lines = (size_t)span->bytes / PROBE_LINE_BYTES;
	double hop_ns = 0;

	options->memory.link_all(options->memory.context, span, &probe->random);
	for (int i = 0; i < WARM_LAPS; i++)
		hop_ns = time_walk(probe, (lines / UNROLL + 1) * UNROLL);
	for (size_t i = 0; i < PARTS; i++)
		parts[i] = time_walk(probe, hops_in(hop_ns, part_ns));
	bool all_round = hops_in(hop_ns, part_ns) > lines;
	/* A part that went all the way round is no sample of the cycle: the least is true. */
	return probe_quantile(parts, PARTS, all_round ? 0 : 0.25);
}

/*
 * Of the size `bytes`, where this mapping has it: other lines each time, and in the other half
 * than what was measured before it and may still be there: one size is not to warm the next.
 */
static struct span place(const struct probe *probe, uint64_t bytes, bool in_upper)
{
	uint64_t all = probe->reached_bytes > bytes ? probe->reached_bytes : bytes;
	uint64_t room = bytes < all / 2 ? all / 2 - bytes : 0;
	uint64_t start = probe->mapping * (room / probe->options->mappings);

	start = in_upper ? all - bytes - start : start;
	return (struct span){ start / PROBE_GROUP_BYTES * PROBE_GROUP_BYTES, bytes };
}

static void measure_site(struct probe *probe, struct site *site)
{
	struct span span = place(probe, site->bytes, site->is_hot && probe->in_upper);

	probe->in_upper = !probe->in_upper;

	site->ns[probe->mapping] = site->is_hot ? probe_hot(probe, &span)
	                                        : measure_walked(probe, &span);
}

static struct site *add_site(struct probe *probe, uint64_t bytes, bool is_hot)
{
	struct site *site;

	memory_grow(&probe->sites, &probe->capacity, probe->count, sizeof *probe->sites);
	size_t at = probe->count++;
	for (; at > 0 && probe->sites[at - 1].bytes > bytes; at--)
		probe->sites[at] = probe->sites[at - 1];
	site = &probe->sites[at];
	*site = (struct site){ .bytes = bytes, .is_hot = is_hot };
	for (size_t i = 0; i < PROBE_MAPPINGS; i++)
		site->ns[i] = (double)NAN;
	return site;
}

/* In whole lines, or in groups where lines are sampled. */
static uint64_t round_bytes(double bytes, uint64_t unit)
{
	return (uint64_t)(bytes / (double)unit + 0.5) * unit;
}

/* The first mapping: walk what can be walked quickly. What seems to be slow is tried again. */
static void begin_walked(struct probe *probe)
{
	const struct probe_options *options = probe->options;
	double lap_ns = 0;

	for (size_t i = 0; lap_ns < WALKED_LAP_NS || probe->reached_bytes < 64 * KIB; i++) {
		double wanted = SMALLEST_BYTES * exp2((double)i / options->per_octave);
		uint64_t bytes = round_bytes(wanted, PROBE_LINE_BYTES);
		if (bytes > options->largest_bytes)
			break;
		struct site *site = add_site(probe, bytes, false);
		lap_ns = (double)INFINITY;
		for (int try = 0; try < TRIES && lap_ns >= WALKED_LAP_NS; try++) {
			measure_site(probe, site);
			lap_ns = fmin(lap_ns, site->ns[0] * (double)(bytes / PROBE_LINE_BYTES));
		}
		site->ns[0] = lap_ns / (double)(bytes / PROBE_LINE_BYTES);
		probe->reached_bytes = bytes;
	}
}

/*
 * ... then octave after octave, hot, as long as the next one, which takes twice as long and
 * a little more, fits in a third of the budget.
 */
static void begin_hot(struct probe *probe)
{
	const struct probe_options *options = probe->options;
	double bytes = (double)probe->reached_bytes * exp2(1.0 / options->per_octave);
	uint64_t start = probe_now(probe), cost = 0, spent = 0;

	probe->hot_bytes = round_bytes(bytes, PROBE_GROUP_BYTES);
	for (; bytes <= (double)options->largest_bytes; bytes *= 2) {
		if (spent + cost * 9 / 4 > options->budget_ns / 3)
			break;
		uint64_t whole = round_bytes(bytes, PROBE_GROUP_BYTES);
		measure_site(probe, add_site(probe, whole, true));
		probe->reached_bytes = whole;
		cost = probe_now(probe) - start - spent;
		spent += cost;
	}
}

/* Between neighbours that differ the size in the middle, unless that is too close to them. */
static void refine(struct probe *probe)
{
	double closest = exp2(1.2 / probe->options->per_octave);

	for (size_t i = probe->count; i-- > 1;) {
		const struct site *left = &probe->sites[i - 1], *right = &probe->sites[i];
		double low = (double)left->bytes, high = (double)right->bytes;
		double ratio = probe_site_ns(right, 0.5) / probe_site_ns(left, 0.5);
		if (!right->is_hot || high / low < closest || (ratio < STEEP && ratio > 1 / STEEP))
			continue;
		measure_site(probe, add_site(probe, round_bytes(sqrt(low * high), PROBE_GROUP_BYTES),
		                             true));
	}
}

/* Where the curve has reached its end: the larger sizes but one are measured once only. */
static size_t count_telling(const struct probe *probe)
{
	size_t count = probe->count;
	double last = probe_site_ns(&probe->sites[count - 1], 0.5);

	while (count > 1 && probe->sites[count - 1].is_hot &&
	       probe_site_ns(&probe->sites[count - 1], 0.5) > last / STEEP)
		count--;
	return count + 2 < probe->count ? count + 2 : probe->count;
}

/* The walked part, and the hot one as well where there is time. */
static void measure_mapping(struct probe *probe, bool hot)
{
	size_t count = hot ? count_telling(probe) : probe->count;

	for (size_t i = 0; i < count; i++) {
		if (hot || !probe->sites[i].is_hot)
			measure_site(probe, &probe->sites[i]);
	}
}

static void refine_all(struct probe *probe)
{
	for (unsigned step = 2; step <= probe->options->per_octave; step *= 2)
		refine(probe);
}

/* Whether a size took unlike times in the mappings so far. */
static bool disagree(const struct probe *probe)
{
	for (size_t i = 0; i < probe->count; i++) {
		const struct site *site = &probe->sites[i];
		if (site->is_hot && probe_site_ns(site, 1) > STEEP * probe_site_ns(site, 0))
			return true;
	}
	return false;
}

/* Mapping after mapping; no further hot part than fits if it is like the last one, half as
 * much again where those before it disagree: of two nobody knows which to believe. */
static void measure_mappings(struct probe *probe)
{
	const struct probe_options *options = probe->options;
	uint64_t start = probe_now(probe), now = start;
	bool hot = true;

	begin_walked(probe);
	begin_hot(probe);
	refine_all(probe);
	for (probe->mapping = 1; probe->mapping < options->mappings; probe->mapping++) {
		uint64_t last = probe_now(probe) - now;
		now += last;
		uint64_t budget = options->budget_ns + (disagree(probe) ? options->budget_ns / 2 : 0);
		/* One mapping alone could not show how sure it is. */
		hot = hot && (probe->mapping == 1 || now + last - start <= budget);
		measure_mapping(probe, hot);
		if (hot)
			refine_all(probe);
	}
}

static int check_options(const struct probe_options *options, double tick_ns,
                         struct error *err)
{
	if (options->largest_bytes < 64 * KIB)
		return error_fail(err, "caches cannot be measured: less than 256K of memory is free");
	if (tick_ns * COARSE > (double)options->point_ns / PARTS)
		return error_fail(err, "caches cannot be measured: the clock goes in steps of %.3g "
		                  "us; 2 would do", tick_ns / 1000);
	return 0;
}

int probe_latency(const struct probe_options *options, struct probe_curves *curves,
                  struct error *err)
{
	const struct probe_memory *memory = &options->memory;
	struct probe probe = { .options = options, .random = { options->seed } };

	probe.tick_ns = clock_probe(&options->clock).resolution_ns;
	*curves = (struct probe_curves){ .all = { .kind = CURVE_LATENCY } };
	if (check_options(options, probe.tick_ns, err) != 0 ||
	    memory->map(memory->context, options->largest_bytes, err) != 0)
		return -1;
	measure_mappings(&probe);
	memory->unmap(memory->context);
	probe_fill(&probe, curves);
	free(probe.sites);
	return 0;
}
