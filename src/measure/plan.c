/* SPDX-License-Identifier: MIT */
/* measure: what is measured, and in which order. Runs nothing. */
#include "measure/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/units.h"
#include "measure/buffer.h"

const char *const visit_order_names[] = { "shuffled", "ascending", NULL };

void plan_add(struct plan *plan, const struct kernel *kernel, uint64_t block_bytes)
{
	memory_grow(&plan->cells, &plan->capacity, plan->count, sizeof *plan->cells);
	plan->cells[plan->count++] = (struct plan_cell){ kernel, block_bytes,
	                                                 kernel != NULL ? kernel->name : "" };
}

void plan_release(struct plan *plan)
{
	free(plan->cells);
	*plan = (struct plan){ 0 };
}

static uint64_t need_of(const struct plan *plan, bool is_chained)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		const struct op_facts *facts = &op_facts[cell->kernel->op];
		uint64_t need = buffer_need_bytes(cell->block_bytes, facts->arrays);
		if (facts->is_chained == is_chained)
			most = need > most ? need : most;
	}
	return most;
}

uint64_t plan_chains_at(const struct plan *plan)
{
	return need_of(plan, false);
}

uint64_t plan_need_bytes(const struct plan *plan)
{
	uint64_t chains = need_of(plan, true), others = need_of(plan, false);
	return chains > UINT64_MAX - others ? UINT64_MAX : chains + others;
}

void plan_format(const struct plan *plan, struct text *text)
{
	for (size_t i = 0; i < plan->count; i++)
		text_printf(text, "%s%s/%s:%" PRIu64, i ? "," : "",
		            op_names[plan->cells[i].kernel->op], plan->cells[i].kernel->name,
		            plan->cells[i].block_bytes);
	text_put(text, ".");
}

static int op_find(const char *name, enum op *op)
{
	for (unsigned i = 0; i < OP_COUNT; i++) {
		if (text_equal(op_names[i], name)) {
			*op = (enum op)i;
			return 0;
		}
	}
	return -1;
}

/* One "op/kernel:bytes", which is cut into its parts. */
static int cell_parse(char *text, struct plan *plan, struct error *err)
{
	char *slash = strchr(text, '/');
	char *colon = slash ? strchr(slash, ':') : NULL;
	uint64_t block_bytes;
	enum op op;

	if (colon == NULL)
		return error_set(err, "plan: '%s' is not op/kernel:bytes", text);
	*slash = *colon = '\0';
	const struct kernel *kernel =
	        op_find(text, &op) == 0 ? kernels_find(op, slash + 1) : NULL;
	if (kernel == NULL)
		return error_set(err, "plan: no kernel %s for %s", slash + 1, text);
	if (size_parse(colon + 1, "plan", &block_bytes, err) != 0)
		return -1;
	plan_add(plan, kernel, block_bytes);
	return 0;
}

int plan_parse(const char *text, struct plan *plan, struct error *err)
{
	size_t length = strlen(text);
	int result = 0;

	if (length == 0 || text[length - 1] != '.')
		return error_set(err, "plan: there is none on standard input, or not all of it");
	struct items items = items_of(text, ',');
	items.copy[length - 1] = '\0';
	for (char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = cell_parse(item, plan, err);
	items_release(&items);
	return result;
}

void plan_order(const struct plan *plan, enum visit_order kind, const uint64_t key[3],
                size_t *order)
{
	struct random random = { 0 };

	for (size_t i = 0; i < plan->count; i++)
		order[i] = i;
	if (kind == ORDER_ASCENDING)
		return;
	for (size_t i = 0; i < 3; i++)
		random.state = random_next(&random) ^ key[i];
	random_shuffle(&random, order, plan->count);
}
