/* SPDX-License-Identifier: MIT */
/*
 * session: the trial of `--kernel auto`, in processes of their own before the first run. Knows
 * which footprints a session has; what decides is measure/trial.c's.
 */
#include "session/kernels.h"

#include <string.h>

#include "base/memory.h"
#include "measure/interrupt.h"
#include "session/memory.h"
#include "session/process.h"

/*
 * A slice for each round and kernel: some tens of samples of 10 us. In memory it holds more
 * than the caches above the last one; slices four times as long gave the same ratios (Zen 3:
 * non-temporal copies ahead by 1.4 to 1.8, from 0.7 to 3 ms). Two zones of two kernels and
 * one of three are 0.1 s.
 */
#define CACHE_SLICE_NS  400000
#define MEMORY_SLICE_NS 500000
#define TRIAL_SEED      0x7121A1 /* another order than that of the runs that count */

static bool is_auto(const struct mix *mix)
{
	return text_equal(mix->name, "auto");
}

/* Largest block of this mix whose footprint lies between these; 0 where there is none. */
static uint64_t largest_block(const struct session *session, const struct mix *mix,
                              uint64_t beyond_bytes, uint64_t end_bytes)
{
	uint64_t largest = 0;

	for (size_t i = 0; i < session->plan.count; i++) {
		const struct plan_cell *cell = &session->plan.cells[i];
		uint64_t footprint = cell->block_bytes * op_facts[mix->op].arrays;
		if (cell->name == mix->name && footprint > beyond_bytes &&
		    footprint <= end_bytes && cell->block_bytes > largest)
			largest = cell->block_bytes;
	}
	return largest;
}

static void trial_started(void *context, const struct run_message *run)
{
	(void)context, (void)run;
}

/* Cells are the kernels of the trial, then the default at half the block, a quarter ... */
#define PLATEAU_SIZES 4
struct listener {
	struct trial *trial;
	double rates[PLATEAU_SIZES]; /* of the default, the largest block first */
};

static void trial_cell(void *context, const struct cell_message *cell, const uint64_t *raw)
{
	struct listener *listener = context;
	size_t index = (size_t)cell->cell, count = listener->trial->count;

	if (index < count)
		trial_take(listener->trial, index, (double)cell->bytes, raw,
		           (size_t)cell->raw_count);
	if (index == 0 || index >= count)
		listener->rates[index == 0 ? 0 : index - count + 1] =
		        (double)cell->bytes / cell->ns.q1;
}

/* What it had reported is measured anew and replaces itself. */
static void trial_died(void *context, const struct error *err, bool again)
{
	(void)context, (void)err, (void)again;
}

static int trial_run(const struct session *session, struct listener *to,
                     const struct plan *plan, struct error *err)
{
	const struct run_listener listener = { to, trial_started, trial_cell, NULL,
		                                   trial_died, session_patience_ms(session) };
	uint64_t slice_ns = to->trial->zone.is_memory ? MEMORY_SLICE_NS : CACHE_SLICE_NS;
	const struct aside aside = { TRIAL_ROUNDS * slice_ns, slice_ns,
		                     (session->seed ^ TRIAL_SEED) + to->trial->times, 1, true };

	return session_aside(session, plan, &aside, &listener, err);
}

/* Decide, and keep what was found. */
static void trial_keep(struct session *session, struct mix *mix, struct trial *trial)
{
	trial_decide(trial);
	mix_add(mix, trial->kernels[trial->chosen], trial->zone.beyond_bytes);
	memory_grow(&session->trials, &session->trial_capacity, session->trial_count,
	            sizeof *session->trials);
	session->trials[session->trial_count++] = *trial;
}

/*
 * The kernels of one zone at this block, and of the default `halves` smaller ones. What
 * hinders a trial (memory, a coarse clock) need not hinder the runs: the default serves.
 */
static void try_block(struct session *session, struct listener *to, uint64_t block_bytes,
                      size_t halves)
{
	struct trial *trial = to->trial;
	struct error trouble = { 0 };
	struct plan plan = { 0 };

	trial->zone.footprint_bytes = block_bytes * op_facts[trial->op].arrays;
	trial->count = kernels_tried(trial->op, session->features, trial->zone.is_memory,
	                             trial->kernels);
	for (size_t i = 0; i < trial->count; i++)
		plan_add(&plan, trial->kernels[i], block_bytes);
	for (size_t i = 1; i <= halves; i++)
		plan_add(&plan, trial->kernels[0], block_bytes >> i);
	if (trial->count > 1 && trial_run(session, to, &plan, &trouble) != 0) {
		trial->count = 1;
		warnings_add(&session->notes, "no-trial",
		             "Kernels could not be tried: %s; %s is used.",
		             trouble.text, trial->kernels[0]->name);
	}
	trial->incumbent = trial_incumbent(trial);
	plan_release(&plan);
}

/* A second time where the first is close and was not in vain. */
static void try_twice(struct session *session, struct listener *to, uint64_t block_bytes,
                      size_t halves)
{
	try_block(session, to, block_bytes, halves);
	if (to->trial->count < 2 || !trial_is_close(to->trial) || *interrupt_flag())
		return;
	to->trial->times++;
	try_block(session, to, block_bytes, halves);
}

static const struct kernel *mix_last(const struct mix *mix)
{
	return mix->parts[mix->count - 1].kernel;
}

/* At the zone's footprint and `halves` smaller ones; whether all of them run alike. */
static bool try_sizes(struct session *session, const struct mix *mix, struct trial *trial,
                      uint64_t largest, size_t halves)
{
	struct listener listener = { .trial = trial };
	uint64_t block = trial->zone.footprint_bytes / op_facts[mix->op].arrays / 64 * 64;

	/* Memory that the session itself does not need may not be there. */
	try_twice(session, &listener, block > largest ? largest : block, halves);
	return block <= largest && trial_plateau(listener.rates, halves + 1) == halves + 1;
}

/* The least that it may begin at. */
static uint64_t zone_begin(const struct zone *zone)
{
	return zone->earlier_bytes > 0 ? zone->earlier_bytes : zone->beyond_bytes;
}

static void try_zone(struct session *session, struct mix *mix, const struct zone *zone,
                     uint64_t largest)
{
	struct trial trial = { .zone = *zone, .op = mix->op, .before = mix_last(mix) };
	struct trial earlier = trial;

	if (zone->earlier_bytes > 0) {
		earlier.zone = zone_earlier(zone);
		if (try_sizes(session, mix, &earlier, largest, 1)) {
			trial_keep(session, mix, &earlier);
			return;
		}
	}
	if (largest * op_facts[mix->op].arrays <= zone->beyond_bytes)
		return;
	(void)try_sizes(session, mix, &trial, largest, 0);
	trial_keep(session, mix, &trial);
}

/*
 * Where no last cache is believed: memory are the footprints beyond the one from which on
 * rates fall no more, of the largest the session has and three that halve it.
 */
#define BLIND_BLOCK_BYTES (128 * MIB)

static void try_blindly(struct session *session, struct mix *mix)
{
	struct trial trial = { .zone.is_memory = true, .op = mix->op, .before = mix_last(mix) };
	struct listener listener = { .trial = &trial };
	uint64_t block = largest_block(session, mix, 0, UINT64_MAX);

	block = (block > BLIND_BLOCK_BYTES ? BLIND_BLOCK_BYTES : block) / 1024 * 1024;
	if (block == 0)
		return;
	try_twice(session, &listener, block, PLATEAU_SIZES - 1);
	size_t flat = trial.count > 1 ? trial_plateau(listener.rates, PLATEAU_SIZES) : 0;
	if (flat == 0)
		return;
	trial.zone.beyond_bytes = trial_blind_beyond(trial.zone.footprint_bytes, flat);
	/* What was found of known caches stands. */
	if (trial.zone.beyond_bytes > mix->parts[mix->count - 1].beyond_bytes)
		trial_keep(session, mix, &trial);
}

/* Each cell of the mix by the kernel that it has for that footprint. */
static void settle_cells(struct session *session, const struct mix *mix)
{
	for (size_t i = 0; i < session->plan.count; i++) {
		struct plan_cell *cell = &session->plan.cells[i];
		if (cell->name == mix->name)
			cell->kernel = mix_at(mix, cell->block_bytes * op_facts[mix->op].arrays);
	}
}

/* The zones that the session has sizes in, and the largest block in each. */
static size_t zones_used(const struct session *session, const struct mix *mix,
                         struct zone zones[ZONES_MAX], uint64_t largest[ZONES_MAX])
{
	const struct workload workload = { .threads = (size_t)session->threads,
		                           .cpus = &session->cpus };
	struct zone all[ZONES_MAX];
	size_t count = trial_zones(&session->hierarchy, &workload, all), used = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t end = i + 1 < count ? all[i + 1].beyond_bytes : UINT64_MAX;
		largest[used] = largest_block(session, mix, zone_begin(&all[i]), end);
		zones[used] = all[i];
		used += largest[used] > 0;
	}
	return used;
}

/* Whether nobody knows the last cache. */
static bool is_blind(const struct session *session)
{
	return attribute_dram_block(&session->hierarchy, LEVELS_BY_FOOTPRINT, 1,
	                            (size_t)session->threads, 1) == 0;
}

static void try_mix(struct session *session, struct mix *mix)
{
	struct zone zones[ZONES_MAX];
	uint64_t largest[ZONES_MAX];
	size_t count = zones_used(session, mix, zones, largest);

	mix_init(mix, mix->parts[0].kernel);
	for (size_t i = 0; i < count && !*interrupt_flag(); i++)
		try_zone(session, mix, &zones[i], largest[i]);
	if (is_blind(session) && !*interrupt_flag())
		try_blindly(session, mix);
	settle_cells(session, mix);
}

int session_choose_kernels(struct session *session, struct error *err)
{
	if (strstr(session->options->kernel, "best") != NULL &&
	    session_choose_best(session, err) != 0)
		return -1;
	for (size_t i = 0; i < session->kernels.count && !*interrupt_flag(); i++) {
		if (is_auto(&session->kernels.items[i]))
			try_mix(session, &session->kernels.items[i]);
	}
	return 0;
}

/* "; beyond 64M avx2, movsb, avx2-nt" */
static void describe_zone(const struct session *session, const struct mix *mix,
                          const struct zone *zone, struct text *text)
{
	const struct kernel *tried[KERNELS_TRIED];
	size_t count = kernels_tried(mix->op, session->features, zone->is_memory, tried);
	char size[SIZE_TEXT_BYTES];

	text_printf(text, "; beyond %s", size_format(zone->beyond_bytes, size));
	if (zone->earlier_bytes > 0)
		text_printf(text, ", or %s if that is memory,",
		            size_format(zone->earlier_bytes, size));
	for (size_t i = 0; i < count; i++)
		text_printf(text, "%s %s", i ? "," : "", tried[i]->name);
}

void session_describe_trials(const struct session *session, struct text *text)
{
	struct zone zones[ZONES_MAX];
	uint64_t largest[ZONES_MAX];

	for (size_t i = 0; i < session->kernels.count; i++) {
		const struct mix *mix = &session->kernels.items[i];
		if (!is_auto(mix))
			continue;
		text_printf(text, "%s auto: %s", op_names[mix->op], mix->parts[0].kernel->name);
		size_t count = zones_used(session, mix, zones, largest);
		for (size_t j = 0; j < count; j++)
			describe_zone(session, mix, &zones[j], text);
		if (is_blind(session))
			text_put(text, "; beyond where rates fall no more, memory's kernels");
		text_printf(text, "%s\n", count > 0 || is_blind(session)
		                                  ? ", which a trial would decide" : "");
	}
}
