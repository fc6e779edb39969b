/* SPDX-License-Identifier: MIT */
/* fleet: rows of files to hosts, each with its rounds. Knows no rate and no level. */
#include "fleet/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "compare/filter.h"

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

struct placed {
	const struct cell *cell;
	size_t file, order; /* as it stands in the files */
};

int settings_order(const struct context *a, const struct context *b)
{
	const char *const pairs[][2] = {
		{ a->op, b->op }, { a->kernel, b->kernel }, { a->convention, b->convention },
		{ a->cpu, b->cpu },
	};
	int order = 0;

	if (a == b)
		return 0;
	for (size_t i = 0; order == 0 && i < sizeof pairs / sizeof *pairs; i++)
		order = strcmp(pairs[i][0], pairs[i][1]);
	if (order == 0)
		order = ORDER(a->threads, b->threads);
	return order ? order : ORDER(a->page_bytes, b->page_bytes);
}

static int host_order(const struct context *a, const struct context *b)
{
	int order = a == b ? 0 : settings_order(a, b);

	return order || a == b ? order : strcmp(a->host, b->host);
}

static int row_order(const struct cell *a, const struct cell *b)
{
	int order = a->context == b->context ? 0 : host_order(a->context, b->context);

	if (order == 0 && a->context != b->context)
		order = strcmp(a->context->session, b->context->session);
	if (order == 0)
		order = ORDER(a->run, b->run);
	return order ? order : ORDER(a->block_bytes, b->block_bytes);
}

static int placed_order(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;
	int order = row_order(left->cell, right->cell);

	return order ? order : ORDER(left->order, right->order);
}

/* Rows that --only lets pass and that have a rate; how many had none. */
static size_t rows_take(const struct compare_file *files, size_t file_count,
                        const struct filters *filters, struct placed *rows, size_t *zero)
{
	struct text scratch = { 0 };
	size_t count = 0;

	for (size_t file = 0; file < file_count; file++) {
		for (size_t i = 0; i < files[file].cells.count; i++) {
			const struct cell *cell = &files[file].cells.items[i];
			if (!filters_pass(filters, cell, &scratch))
				continue;
			if (cell->mb_per_s > 0)
				rows[count] = (struct placed){ cell, file, count };
			*zero += !(cell->mb_per_s > 0);
			count += cell->mb_per_s > 0;
		}
	}
	text_release(&scratch);
	return count;
}

/* Of rows of one session, run and size the first stays. */
static size_t rows_distinct(struct placed *rows, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || row_order(rows[kept - 1].cell, rows[i].cell) != 0)
			rows[kept++] = rows[i];
	}
	return kept;
}

static int check_names(const struct placed *rows, size_t count,
                       const struct compare_file *files, struct error *err)
{
	for (size_t i = 0; i < count; i++) {
		if (rows[i].cell->context->host[0] == '\0')
			return error_set(err, "%s: a row of session '%.60s' names no host, so it "
			                 "cannot be told of which it is; measure with --host NAME, "
			                 "or write it into the column host", files[rows[i].file].path,
			                 rows[i].cell->context->session);
	}
	return 0;
}

/* ---- The rounds of a host ---- */

struct session {
	size_t start, end;
	int64_t started_us; /* of its first run; TIME_UNKNOWN where not known */
	size_t order;       /* of its first row in the files */
};

static bool is_later(const struct session *a, const struct session *b)
{
	if (a->started_us != TIME_UNKNOWN && b->started_us != TIME_UNKNOWN &&
	    a->started_us != b->started_us)
		return a->started_us > b->started_us;
	return a->order > b->order;
}

/* The session from `start` on, of rows of one host. */
static struct session session_at(const struct placed *rows, size_t start, size_t count)
{
	const char *name = rows[start].cell->context->session;
	struct session session = { start, start, TIME_UNKNOWN, rows[start].order };

	for (; session.end < count; session.end++) {
		const struct placed *row = &rows[session.end];
		if (!text_equal(row->cell->context->session, name))
			break;
		if (row->cell->started_us != TIME_UNKNOWN &&
		    (session.started_us == TIME_UNKNOWN ||
		     row->cell->started_us < session.started_us))
			session.started_us = row->cell->started_us;
		session.order = row->order < session.order ? row->order : session.order;
	}
	return session;
}

static size_t count_boots(const struct placed *rows, size_t count)
{
	size_t boots = 0;

	for (size_t i = 0; i < count; i++) {
		bool is_new = rows[i].cell->context->boot[0] != '\0';
		for (size_t j = i; is_new && j-- > 0;)
			is_new = rows[i].cell->context != rows[j].cell->context &&
			         !text_equal(rows[i].cell->context->boot,
			                     rows[j].cell->context->boot);
		boots += is_new;
	}
	return boots;
}

/* Rows of one host: where there is to be a second round, the latest session goes behind the
 * others. `cells` is where they go. */
static struct fleet_host host_of(const struct placed *rows, size_t count, bool has_rounds,
                                 const struct cell **cells)
{
	struct fleet_host host = { .name = rows[0].cell->context->host, .cells = cells,
		                   .first_count = count, .count = count,
		                   .boot_count = count_boots(rows, count),
		                   .again = { .change = (double)NAN, .p = (double)NAN,
		                              .p_holm = (double)NAN } };
	struct session latest = { 0, 0, TIME_UNKNOWN, 0 };
	size_t at = 0;

	for (size_t start = 0; start < count;) {
		struct session session = session_at(rows, start, count);
		if (host.session_count++ == 0 || is_later(&session, &latest))
			latest = session;
		start = session.end;
	}
	if (!has_rounds || host.session_count < 2)
		latest = (struct session){ count, count, TIME_UNKNOWN, 0 };
	for (size_t i = 0; i < count; i++) {
		if (i < latest.start || i >= latest.end)
			cells[at++] = rows[i].cell;
	}
	host.first_count = at;
	for (size_t i = latest.start; i < latest.end; i++)
		cells[at++] = rows[i].cell;
	return host;
}

static void hosts_add(struct fleet *fleet, const struct placed *rows, size_t count,
                      struct host_list *hosts)
{
	fleet->cells = memory_zeroed(count, sizeof *fleet->cells);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && host_order(rows[first].cell->context,
		                                                rows[end].cell->context) == 0;)
			end++;
		memory_grow(&hosts->items, &hosts->capacity, hosts->count, sizeof *hosts->items);
		hosts->items[hosts->count++] = host_of(rows + first, end - first,
		                                       fleet->options.confirm,
		                                       fleet->cells + first);
	}
}

static void warn_rows(struct fleet *fleet, size_t zero, size_t repeated)
{
	if (zero > 0)
		warnings_add(&fleet->warnings, "zero", "%zu row%s a rate of 0 and %s not used; "
		             "measure again.", zero, zero == 1 ? " has" : "s have",
		             zero == 1 ? "is" : "are");
	if (repeated > 0)
		warnings_add(&fleet->warnings, "repeated", "%zu row%s the host, session, run and "
		             "size of an earlier one; the first is used. A file that is named twice, "
		             "or a copy of it, reads like this.", repeated,
		             repeated == 1 ? " repeats" : "s repeat");
}

int hosts_gather(struct fleet *fleet, const struct compare_file *files, size_t file_count,
                 struct host_list *hosts, struct error *err)
{
	size_t total = 0, zero = 0;
	struct filters filters;

	for (size_t i = 0; i < file_count; i++)
		total += files[i].cells.count;
	struct placed *rows = memory_zeroed(total, sizeof *rows);
	int result = filters_init(&filters, fleet->options.only, err);
	if (result == 0) {
		total = rows_take(files, file_count, &filters, rows, &zero);
		result = check_names(rows, total, files, err);
	}
	filters_release(&filters);
	if (result == 0 && total == 0)
		result = error_set(err, "no row is left%s", fleet->options.only != NULL
		                   ? ": --only takes none of them" : " that has a rate above 0");
	if (result == 0) {
		qsort(rows, total, sizeof *rows, placed_order);
		size_t distinct = rows_distinct(rows, total);
		warn_rows(fleet, zero, total - distinct);
		hosts_add(fleet, rows, distinct, hosts);
	}
	free(rows);
	return result;
}
