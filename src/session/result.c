/* SPDX-License-Identifier: MIT */
/* session: a session from its first trial to what it found, as a value. */
#include "session/result.h"

#include <inttypes.h>

#include "measure/interrupt.h"
#include "session/command.h"
#include "session/cpus.h"
#include "session/kernels.h"
#include "session/record.h"

static void result_init(struct session_result *result, const struct session *session)
{
	*result = (struct session_result){
		.hierarchy = &session->hierarchy, .seed = session->seed,
		.runs_asked = session->options->runs, .over_ns = session->options->over,
		.limit = session->limit, .most_block_bytes = session->most_block_bytes,
		.output = session->options->output, .like = session->like.path,
		.defaults = session_defaults_of(session), .command = session->options->command,
	};
	platform_system(result->system);
}

static int memory_measure(struct session *session, struct session_files *files,
                          struct session_result *result, struct error *err)
{
	int status = session_choose_kernels(session, err);

	if (status == 0 && !*interrupt_flag())
		status = session_measure(session, files, result, err);
	return status;
}

int session_run(struct session *session, struct session_files *files,
                struct session_result *result, struct error *err)
{
	result_init(result, session);
	int status = session->options->command != NULL
	             ? command_measure(session, files, result, err)
	             : memory_measure(session, files, result, err);
	result->trials = session->trials;
	result->trial_count = session->trial_count;
	if (*interrupt_flag() && result->cells.count > 0)
		warnings_add(&session->notes, "interrupted",
		             "Interrupted: %" PRIu64 " of %" PRIu64 " runs are whole.",
		             result->runs_done, result->runs_asked);
	warnings_put(&session->skipped, &result->skipped);
	warnings_put(&session->notes, &result->notes);
	session_warn_throttled(session);
	if (result->cells.count == 0 && *interrupt_flag() && status == 0)
		status = error_fail(err, "interrupted before anything was measured");
	return status;
}

void session_result_release(struct session_result *result)
{
	cells_release(&result->cells);
	text_release(&result->skipped);
	text_release(&result->notes);
}

void session_warn_flagged(const struct session_result *result, struct warnings *warnings)
{
	size_t counts[CELL_FLAG_COUNT] = { 0 }, flagged = 0;
	struct text list = { 0 };

	for (size_t i = 0; i < result->cells.count; i++) {
		unsigned flags = result->cells.items[i].flags;
		flagged += flags != 0;
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			counts[flag] += flags >> flag & 1;
	}
	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		if (counts[flag] > 0)
			text_printf(&list, "%s %s %zu", list.length > 0 ? "," : "",
			            cell_flag_names[flag], counts[flag]);
	}
	if (flagged > 0)
		warnings_add(warnings, "flags",
		             "%zu of %zu values are flagged:%s; --print flags shows "
		             "which.", flagged, result->cells.count, text_string(&list));
	text_release(&list);
}
