/* SPDX-License-Identifier: MIT */
/* report: what was measured on what, above the rows of a session. Knows no format. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"

/* "L3 22M (measured; reported 508M)": the size, who says so, and who says otherwise. */
static void header_cache(const struct level *level, struct text *text)
{
	char believed[SIZE_TEXT_BYTES], reported[SIZE_TEXT_BYTES];

	text_printf(text, "L%u %s", level->number,
	            level->believed_bytes ? size_format_short((double)level->believed_bytes, believed)
	                                  : "?");
	text_printf(text, " (%s", belief_names[level->belief]);
	if (level->belief == BELIEF_REPORTED)
		text_printf(text, " by %s", cache_source_names[level->source]);
	if (level->belief == BELIEF_MEASURED && level->reported_bytes > 0)
		text_printf(text, "; reported %s", size_format(level->reported_bytes, reported));
	text_put(text, ")");
}

static void header_caches(const struct session_result *report, struct text *text)
{
	const struct hierarchy *hierarchy = report->hierarchy;

	text_put(text, "caches: ");
	if (hierarchy->level_count == 0)
		text_put(text, "unknown");
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		text_put(text, i ? ", " : "");
		header_cache(&hierarchy->levels[i], text);
	}
	text_put(text, "\n");
}

static void header_pages(const struct cell *cell, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	text_printf(text, "%s pages", size_format(cell->context->page_bytes, size));
	if (isnan(cell->huge_share))
		return;
	const char *pool = strstr(cell->context->huge_source, "hugetlb");
	text_printf(text, " (%.0f %% huge%s)", cell->huge_share * 100,
	            pool == NULL      ? ""
	            : strchr(pool, '+') ? ", part of them from the hugetlb pool"
	                                : ", from the hugetlb pool");
}

static void header_cpus(const struct context *context, struct text *text)
{
	text_printf(text, "%" PRIu64 " thread%s", context->threads,
	            context->threads > 1 ? "s" : "");
	if (context->cpus[0] == '\0')
		return;
	text_printf(text, " on CPU%s ", strchr(context->cpus, ';') ? "s" : "");
	for (const char *at = context->cpus; *at; at++)
		text_put_bytes(text, *at == ';' ? "," : at, 1);
}

static void header_machine(const struct session_result *report, const char *cpu,
                           struct text *text)
{
	const char *hypervisor = report->hierarchy->hypervisor;

	text_printf(text, "%s, %s", cpu, report->system);
	if (hypervisor[0] != '\0')
		text_printf(text, ", under %s",
		            text_equal(hypervisor, "yes") ? "a hypervisor" : hypervisor);
	text_put(text, "\n");
}

/* "beyond 64M avx2-nt, 1.43 times avx2": where what was chosen is another than before. */
static bool header_switch(const struct trial *trial, const struct kernel *before,
                          bool is_first, struct text *text)
{
	const struct kernel *chosen = trial->kernels[trial->chosen];
	char size[SIZE_TEXT_BYTES];

	if (chosen == before)
		return false;
	text_printf(text, "%sfootprints beyond %s: %s", is_first ? "" : ", ",
	            size_format(trial->zone.beyond_bytes, size), chosen->name);
	if (trial->chosen > 0)
		text_printf(text, ", %.2f times %s", trial->ratios[trial->chosen],
		            trial->kernels[0]->name);
	return true;
}

/* What the trials of `--kernel auto` found for an op; nothing where there was none. */
static void header_trials(const struct session_result *report, const char *op,
                          struct text *text)
{
	const struct kernel *before = NULL;
	struct text found = { 0 };

	for (size_t i = 0; i < report->trial_count; i++) {
		const struct trial *trial = &report->trials[i];
		if (!text_equal(op_names[trial->op], op))
			continue;
		before = before ? before : trial->kernels[0];
		if (header_switch(trial, before, found.length == 0, &found))
			before = trial->kernels[trial->chosen];
	}
	if (before != NULL)
		text_printf(text, " (%s in a trial)", found.length > 0 ? text_string(&found)
		                                      : "none was clearly faster");
	text_release(&found);
}

static void header_runs(const struct session_result *report, const char *label,
                        struct text *text)
{
	text_printf(text, ", %" PRIu64 " run%s", report->runs_done,
	            report->runs_done == 1 ? "" : "s");
	if (report->over_ns > 0)
		text_printf(text, " over %.3g s, %" PRIu64 " of them clean",
		            (double)report->took_ns * 1e-9, report->runs_clean);
	text_printf(text, "%s%s\n", label[0] ? ", label " : "", label);
}

/* Its name, what it moves each time, and itself, to paste. */
static void header_command(const struct session_result *report, struct text *text)
{
	const struct cell *cell = &report->cells.items[0];
	char volume[SIZE_TEXT_BYTES];

	text_printf(text, "command %s, %s each time", cell->context->kernel,
	            size_format(cell->bytes, volume));
	header_runs(report, cell->context->label, text);
	text_put_lines(text, "    ", report->command);
}

void run_report_header(const struct session_result *report, const struct run_rows *rows,
                       struct text *text)
{
	if (report->cells.count == 0)
		return;
	const struct cell *cell = &report->cells.items[0];
	const struct context *context = cell->context;

	header_machine(report, context->cpu, text);
	if (report->command != NULL) {
		header_command(report, text);
		return;
	}
	if (rows->one_kernel) {
		text_printf(text, "%s, kernel %s", context->op, context->kernel);
		header_trials(report, context->op, text);
		text_put(text, ", ");
	}
	header_cpus(context, text);
	text_put(text, ", ");
	header_pages(cell, text);
	header_runs(report, context->label, text);
	header_caches(report, text);
}
