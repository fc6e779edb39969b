/* SPDX-License-Identifier: MIT */
/*
 * cli: a session that takes from an earlier file what no option says. Knows what of it can
 * be had here; the file itself is like.c's.
 */
#include "cli/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"

static bool is_given(const struct run_setup *setup, const char *option)
{
	return options_given(&command_run, setup->asked.given, option);
}

/* The file to be like: --like, else the one that rows are added to. NULL where none is. */
static const char *source_of(const struct run_options *options)
{
	struct text header = { 0 };
	struct stat facts;

	if (options->like != NULL)
		return options->like;
	file_header(&header);
	bool adds = options->append && stat(options->output, &facts) == 0 &&
	            S_ISREG(facts.st_mode) && facts.st_size > (off_t)header.length;
	text_release(&header);
	return adds ? options->output : NULL;
}

static uint64_t pages_here(enum page_mode pages)
{
	return pages == PAGES_SMALL || platform_huge_page_bytes() == 0 ? platform_page_bytes()
	                                                               : platform_huge_page_bytes();
}

static void take_pages(struct run_setup *setup)
{
	char theirs[SIZE_TEXT_BYTES], here[SIZE_TEXT_BYTES];
	uint64_t wanted = setup->like.page_bytes;

	if (is_given(setup, "pages"))
		return;
	setup->asked.pages = wanted <= platform_page_bytes() ? PAGES_SMALL
	                     : setup->like.takes_pool        ? PAGES_HUGE : PAGES_AUTO;
	uint64_t had = pages_here((enum page_mode)setup->asked.pages);
	if (had == wanted)
		return;
	setup->lacks_like = true;
	text_printf(&setup->notes, "%s has pages of %s, which this system does not have; these are "
	            "of %s, and a comparison needs --vary page_bytes.\n", setup->like.path,
	            size_format(wanted, theirs), size_format(had, here));
}

/* The CPUs it was measured on, where this is such a machine and they may be used. */
static void take_cpus(struct run_setup *setup)
{
	struct cpu_set allowed = { 0 }, theirs = { 0 };
	char model[PLATFORM_TEXT_BYTES];

	platform_cpu_model(model);
	for (const char *at = setup->like.cpus; *at; at++)
		text_put_bytes(&setup->like_cpus, *at == ';' ? "," : at, 1);
	platform_allowed_cpus(&allowed);
	bool fits = text_equal(model, setup->like.cpu) && allowed.count > 0 &&
	            cpu_set_parse(text_string(&setup->like_cpus), &theirs) == 0 &&
	            theirs.count == setup->asked.threads;
	for (size_t i = 0; fits && i < theirs.count; i++)
		fits = cpu_set_has(&allowed, theirs.cpus[i]) ||
		       platform_can_pin(theirs.cpus[i]);
	cpu_set_release(&allowed);
	cpu_set_release(&theirs);
	if (fits)
		setup->asked.cpu = text_string(&setup->like_cpus);
	if (fits || !text_equal(model, setup->like.cpu) || setup->like_cpus.length == 0)
		return;
	setup->lacks_like = true;
	text_printf(&setup->notes, "%s was measured on CPU %s, which cannot be had here; others "
	            "take its place.\n", setup->like.path, text_string(&setup->like_cpus));
}

static int take_threads(struct run_setup *setup, struct error *err)
{
	struct cpu_set allowed = { 0 };

	if (is_given(setup, "cpu")) {
		if (!is_given(setup, "threads") && cpu_set_parse(setup->asked.cpu, &allowed) == 0)
			setup->asked.threads = allowed.count;
		cpu_set_release(&allowed);
		return 0;
	}
	platform_allowed_cpus(&allowed);
	size_t here = allowed.count;
	cpu_set_release(&allowed);
	if (!is_given(setup, "threads")) {
		setup->asked.threads = setup->like.threads;
		if (here > 0 && setup->asked.threads > here)
			return error_set(err, "%s has %" PRIu64 " threads, and this process may run "
			                 "on %zu CPUs; give --threads %zu, and measure both with "
			                 "as many", setup->like.path, setup->like.threads, here,
			                 here);
	}
	take_cpus(setup);
	return 0;
}

static void take_ops(struct run_setup *setup)
{
	bool op = is_given(setup, "op"), kernel = is_given(setup, "kernel");

	setup->takes_kernels = !op && !kernel;
	if (op)
		return;
	like_ops(&setup->like, &setup->like_ops);
	setup->asked.op = text_string(&setup->like_ops);
}

static void put_unlike(struct text *text, const char *option, const char *theirs)
{
	text_printf(text, "%s--%s (there %s)", text->length ? ", " : "", option, theirs);
}

static void compare_count(const struct run_setup *setup, const char *option,
                          const uint64_t values[2], struct text *text)
{
	char theirs[32];

	(void)snprintf(theirs, sizeof theirs, "%" PRIu64, values[1]);
	if (is_given(setup, option) && values[0] != values[1])
		put_unlike(text, option, theirs);
}

static void compare_sizes(const struct run_setup *setup, struct text *text)
{
	const struct size_list *ours = &setup->asked.sizes;
	struct size_list theirs = { 0 };
	char low[SIZE_TEXT_BYTES], high[SIZE_TEXT_BYTES], range[2 * SIZE_TEXT_BYTES];

	like_sizes(&setup->like, &theirs);
	bool same = ours->count == theirs.count &&
	            memcmp(ours->bytes, theirs.bytes, ours->count * sizeof *ours->bytes) == 0;
	(void)snprintf(range, sizeof range, "%s-%s", size_format(theirs.bytes[0], low),
	               size_format(theirs.bytes[theirs.count - 1], high));
	if (is_given(setup, "sizes") && !same)
		put_unlike(text, "sizes", range);
	size_list_release(&theirs);
}

static void compare_kernels(const struct run_setup *setup, struct text *text)
{
	struct text kernels = { 0 };

	like_kernels(&setup->like, &kernels);
	if (is_given(setup, "op"))
		put_unlike(text, "op", op_names[setup->like.cells[0].op]);
	if (is_given(setup, "kernel") &&
	    !text_equal(setup->asked.kernel, text_string(&kernels)))
		put_unlike(text, "kernel", text_string(&kernels));
	text_release(&kernels);
}

/* What options say that the file does not: the session is then less like it. */
static void note_unlike(struct run_setup *setup)
{
	const struct run_options *asked = &setup->asked;
	const struct like *like = &setup->like;
	const uint64_t pages[2] = { pages_here((enum page_mode)asked->pages), like->page_bytes };
	struct text text = { 0 };

	compare_sizes(setup, &text);
	compare_kernels(setup, &text);
	compare_count(setup, "runs", (uint64_t[]){ asked->runs, like->runs }, &text);
	compare_count(setup, "threads", (uint64_t[]){ asked->threads, like->threads }, &text);
	compare_count(setup, "volume", (uint64_t[]){ asked->volume, like->volume_bytes }, &text);
	compare_count(setup, "pages", pages, &text);
	if (text.length > 0)
		text_printf(&setup->notes, "Options that differ from %s: %s.\n", like->path,
		            text_string(&text));
	if (like->others > 0)
		text_printf(&setup->notes, "%s also has rows of other threads or pages (%zu); "
		            "this session is like its last one.\n", like->path, like->others);
	text_release(&text);
}

/* Rows can be added to a file that cannot be read, as long as its header is right. */
static int nothing_taken(struct run_setup *setup, const struct error *why)
{
	text_printf(&setup->notes, "Nothing is taken from the file that is added to: %s.\n",
	            why->text);
	like_release(&setup->like);
	return 0;
}

int run_setup_like(struct run_setup *setup, struct error *err)
{
	const char *path = source_of(&setup->asked);

	if (path == NULL)
		return 0;
	if (like_read(path, &setup->like, err) != 0)
		return setup->asked.like != NULL ? -1 : nothing_taken(setup, err);
	/* Of a file that is added to, the writer says it. */
	if (setup->asked.like != NULL)
		text_put(&setup->notes, text_string(&setup->like.notes));
	/* --over has as many of its own as are to be compared. */
	if (!is_given(setup, "runs") && setup->asked.over == 0)
		setup->asked.runs = setup->like.runs;
	if (!is_given(setup, "volume"))
		setup->asked.volume = setup->like.volume_bytes;
	take_ops(setup);
	take_pages(setup);
	if (take_threads(setup, err) != 0)
		return -1;
	setup->takes_sizes = !is_given(setup, "sizes");
	setup->takes_levels = !is_given(setup, "levels") && !is_given(setup, "levels-by") &&
	                      setup->asked.threads == setup->like.threads;
	note_unlike(setup);
	if (setup->takes_levels)
		text_printf(&setup->notes, "Levels are those of %s%s.\n", path,
		            run_like_knows_levels(setup) ? "; the caches were not measured" : "");
	return 0;
}

/* The kernels of the file, each of which must run here. */
int run_like_kernels(struct run_setup *setup, struct error *err)
{
	const struct like *like = &setup->like;
	struct error why = { 0 };

	for (size_t i = 0; i < like->count; i++) {
		const struct like_cell *cell = &like->cells[i];
		if (run_add_kernel(setup, cell->op, cell->kernel, &why) != 0)
			return error_set(err, "%s was measured with kernel %s (%s), which cannot be "
			                 "had here: %s. Measure both with one that can, such as "
			                 "--kernel %s", like->path, cell->kernel,
			                 op_names[cell->op], why.text,
			                 kernels_auto(cell->op, setup->features)->name);
	}
	return 0;
}

/* Blocks beyond L2 are warmed by what is believed of the last cache: it is measured then. */
bool run_like_knows_levels(const struct run_setup *setup)
{
	bool knows = setup->takes_levels && setup->takes_sizes && !is_given(setup, "op");

	for (size_t i = 0; knows && i < setup->like.count; i++)
		knows = cell_level(setup->like.cells[i].level) <= CELL_L2;
	return knows;
}

/* A cell as the plan has it, before it is measured. */
static struct cell planned_cell(const struct plan_cell *plan, struct context *context)
{
	context->op = op_names[plan->kernel->op];
	context->kernel = plan->name;
	return (struct cell){
		.context = context, .block_bytes = plan->block_bytes,
		.footprint_bytes = plan->block_bytes * op_facts[plan->kernel->op].arrays,
	};
}

void run_like_note_levels(struct run_setup *setup)
{
	char size[SIZE_TEXT_BYTES];

	if (setup->like.path == NULL || setup->takes_levels)
		return;
	for (size_t i = 0; i < setup->plan.count; i++) {
		struct context context = { .op = "" };
		struct cell cell = planned_cell(&setup->plan.cells[i], &context);
		const struct like_cell *theirs = like_level(&setup->like, &cell);
		run_cell_level(setup, &cell);
		if (theirs == NULL ||
		    (text_equal(theirs->level, cell.level) && theirs->edge == cell.edge))
			continue;
		text_printf(&setup->notes, "Levels differ from %s, for one at %s: %s%s (there "
		            "%s%s).\n", setup->like.path, size_format(cell.block_bytes, size),
		            cell.level, cell.edge ? " edge" : "", theirs->level,
		            theirs->edge ? " edge" : "");
		return;
	}
}

bool run_like_level(const struct run_setup *setup, struct cell *cell)
{
	const struct like_cell *like =
	        setup->takes_levels ? like_level(&setup->like, cell) : NULL;

	if (like == NULL)
		return false;
	(void)snprintf(cell->level, sizeof cell->level, "%s", like->level);
	cell->edge = like->edge;
	return true;
}
