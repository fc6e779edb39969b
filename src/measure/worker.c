/* SPDX-License-Identifier: MIT */
/* measure: one run, in a process of its own. Knows the plan; refuses to know files. */
#include "measure/worker.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "stats/quantile.h"

struct worker {
	const struct run_job *job;
	int descriptor;
	struct team *team;
	struct buffer *buffers;
	size_t thread_count;
	struct rig rig;
	struct task *tasks;     /* one for each cell of the plan */
	uint64_t *positions;    /* of each cell in the first round */
	bool *is_sent;
	struct error err;
	bool is_refused; /* the error: memory that could not be mapped */
	pid_t parent;
};

static int send_message(struct worker *worker, const struct message *message)
{
	return file_write_all(worker->descriptor, message, sizeof *message);
}

/*
 * Something else had the CPU for a fifth of the time or more. Short samples show it in
 * their mean, which a few long ones raise while the median stays; long samples in switches.
 */
#define PREEMPTED_MEAN_PER_MEDIAN 1.25

static bool is_preempted(const struct task *task, const struct summary *ns)
{
	return ns->mean > PREEMPTED_MEAN_PER_MEDIAN * ns->median ||
	       task->switches * 2 >= task->count;
}

void cell_doubt(struct cell_message *cell, const struct task *task)
{
	cell->preempted = is_preempted(task, &cell->ns);
	cell->faulted = task->faults > 0;
	cell->incomplete = !task_complete(task);
	cell->two_states = summary_has_two_states(&cell->ns);
}

static int send_cell(struct worker *worker, size_t index)
{
	struct task *task = &worker->tasks[index];
	struct message message = { .kind = MESSAGE_CELL };
	struct cell_message *cell = &message.about.cell;

	cell->cell = index;
	cell->position = worker->positions[index];
	cell->samples = task->count;
	cell->bytes = task_sample_bytes(task) * worker->thread_count;
	cell->raw_count = worker->job->raw ? task->count : 0;
	cell->clock_ghz = median_of(task->ghz, task->reading_count);
	cell->core_ipc = median_of(task->ipc, task->reading_count);
	cell->ns = summary_of(task->ns, task->count);
	cell_doubt(cell, task);
	cell->unpinned = !team_pinned(worker->team);
	int result = send_message(worker, &message);
	if (result == 0)
		result = file_write_all(worker->descriptor, task->ns,
		                        (size_t)cell->raw_count * sizeof *task->ns);
	worker->is_sent[index] = true;
	task_release(task);
	return result;
}

static struct stream cell_stream(const struct worker *worker, size_t index, size_t thread)
{
	const struct plan_cell *cell = &worker->job->plan.cells[index];
	return buffer_stream(&worker->buffers[thread], cell->kernel->op, cell->block_bytes);
}

static int cell_wrong(struct worker *worker, const struct plan_cell *cell, const char *wrong)
{
	return error_fail(&worker->err, "--verify: %s, kernel %s, block of %" PRIu64
	                  " bytes: %s", op_names[cell->kernel->op], cell->kernel->name,
	                  cell->block_bytes, wrong);
}

static int cell_verify(struct worker *worker, size_t index)
{
	const struct plan_cell *cell = &worker->job->plan.cells[index];
	struct task task;

	for (size_t thread = 0; op_facts[cell->kernel->op].writes_dst &&
	     thread < worker->thread_count; thread++) {
		struct stream stream = cell_stream(worker, index, thread);
		stream_dirty(&stream, (size_t)cell->block_bytes);
	}
	task_init(&task, cell->kernel, cell->block_bytes);
	task_calibrate(&task, &worker->rig);
	/* Enough samples for every piece of the block to have been written. */
	uint64_t pieces = cell->block_bytes / task.piece_bytes;
	for (uint64_t done = 0; done <= pieces; done += task.per_slice) {
		task.count = 0;
		task_slice(&task, &worker->rig);
	}
	const char *wrong = NULL;
	for (size_t thread = 0; wrong == NULL && thread < worker->thread_count; thread++) {
		struct stream stream = cell_stream(worker, index, thread);
		wrong = task.chase.cursors != NULL
		                ? chase_verify(&task.chase, thread)
		                : stream_verify(&stream, cell->kernel->op,
		                                (size_t)cell->block_bytes);
	}
	task_release(&task);
	return wrong == NULL ? 0 : cell_wrong(worker, cell, wrong);
}

static int cell_visit(struct worker *worker, size_t index)
{
	struct task *task = &worker->tasks[index];
	const struct plan_cell *cell = &worker->job->plan.cells[index];

	if (worker->is_sent[index])
		return 0;
	if (task->kernel == NULL) {
		if (worker->job->verify && cell_verify(worker, index) != 0)
			return -1;
		task_init(task, cell->kernel, cell->block_bytes);
		task_calibrate(task, &worker->rig);
	}
	task_slice(task, &worker->rig);
	return task_complete(task) ? send_cell(worker, index) : 0;
}

static bool all_sent(const struct worker *worker)
{
	for (size_t i = 0; i < worker->job->plan.count; i++) {
		if (!worker->is_sent[i])
			return false;
	}
	return true;
}

/* Asked to stop, or the session is gone and nobody would read what comes. */
static bool is_over(const struct worker *worker, const volatile sig_atomic_t *stop)
{
	return *stop || getppid() != worker->parent;
}

static int worker_rounds(struct worker *worker, const volatile sig_atomic_t *stop)
{
	const struct run_job *job = worker->job;
	size_t *order = memory_zeroed(job->plan.count, sizeof *order);
	int result = 0;

	for (uint64_t round = 0; result == 0 && !is_over(worker, stop) && !all_sent(worker);
	     round++) {
		const uint64_t key[3] = { job->seed, job->run, round };
		plan_order(&job->plan, job->order, key, order);
		for (size_t i = 0; result == 0 && !is_over(worker, stop) && i < job->plan.count;
		     i++) {
			if (round == 0)
				worker->positions[order[i]] = i + 1;
			result = cell_visit(worker, order[i]);
		}
	}
	for (size_t i = 0; result == 0 && i < job->plan.count; i++) {
		if (!worker->is_sent[i] && worker->tasks[i].count > 0)
			result = send_cell(worker, i);
	}
	free(order);
	return result;
}

static void fill_thread(void *context, size_t thread)
{
	struct worker *worker = context;
	/* Each thread and array its own data; the same for the same seed. */
	buffer_fill(&worker->buffers[thread], worker->job->seed + 16 * thread);
}

static int worker_prepare(struct worker *worker)
{
	const struct run_job *job = worker->job;
	uint64_t need = plan_need_bytes(&job->plan);

	worker->thread_count = job->cpus.count ? job->cpus.count : 1;
	worker->buffers = memory_zeroed(worker->thread_count, sizeof *worker->buffers);
	worker->tasks = memory_zeroed(job->plan.count, sizeof *worker->tasks);
	worker->positions = memory_zeroed(job->plan.count, sizeof *worker->positions);
	worker->is_sent = memory_zeroed(job->plan.count, sizeof *worker->is_sent);
	worker->team = team_new(worker->thread_count, &job->cpus, &worker->err);
	if (worker->team == NULL)
		return -1;
	for (size_t i = 0; i < worker->thread_count; i++) {
		worker->is_refused =
		        buffer_map(&worker->buffers[i], need, job->pages, &worker->err) != 0;
		if (worker->is_refused)
			return -1;
		worker->buffers[i].chains_at = (size_t)plan_chains_at(&job->plan);
	}
	team_run(worker->team, fill_thread, worker);
	return 0;
}

static struct huge_share mean_huge_share(const struct worker *worker)
{
	struct huge_share mean = { 0, 0 };
	for (size_t i = 0; i < worker->thread_count; i++) {
		struct huge_share share = buffer_huge_share(&worker->buffers[i]);
		mean.all += share.all / (double)worker->thread_count;
		mean.pool += share.pool / (double)worker->thread_count;
	}
	return mean;
}

/* The core at its best, over two milliseconds: what cells are compared with. */
static double best_speed(const struct rig *rig)
{
	double best = 0;
	for (int i = 0; i < 1000 && witness_fits(&rig->clock_facts); i++) {
		struct witness witness = witness_read(rig->clock, rig->clock_facts.cost_ns);
		best = fmax(best, witness.clock_ghz * witness.core_ipc);
	}
	return best;
}

static int send_run(struct worker *worker)
{
	const struct rig *rig = &worker->rig;
	const struct message message = {
		.kind = MESSAGE_RUN,
		.about.run = {
			.huge = mean_huge_share(worker),
			.clock_resolution_ns = rig->clock_facts.resolution_ns,
			.clock_cost_ns = rig->clock_facts.cost_ns,
			.best_speed = best_speed(rig),
			.sample_ns = rig->pace.sample_ns,
		},
	};
	return send_message(worker, &message);
}

static void worker_release(struct worker *worker)
{
	rig_release(&worker->rig);
	team_free(worker->team);
	for (size_t i = 0; i < worker->thread_count; i++)
		buffer_release(&worker->buffers[i]);
	for (size_t i = 0; worker->tasks && i < worker->job->plan.count; i++)
		task_release(&worker->tasks[i]);
	free(worker->buffers);
	free(worker->tasks);
	free(worker->positions);
	free(worker->is_sent);
}

int worker_run(const struct run_job *job, int descriptor,
               const volatile sig_atomic_t *stop)
{
	struct worker worker = { .job = job, .descriptor = descriptor,
		                 .parent = getppid() };
	struct clock clock = clock_monotonic();
	int result = worker_prepare(&worker);

	if (result == 0) {
		rig_init(&worker.rig, worker.team, worker.buffers, &clock, &job->pace);
		worker.rig.stop = stop;
		worker.rig.seed = job->seed ^ job->run << 32;
		result = rig_check(&worker.rig, &worker.err);
	}
	if (result == 0) {
		result = send_run(&worker);
	}
	if (result == 0)
		result = worker_rounds(&worker, stop);
	if (worker.err.text[0] != '\0') {
		struct message message = {
			.kind = worker.is_refused ? MESSAGE_NO_MEMORY : MESSAGE_ERROR,
			.about.error = worker.err,
		};
		(void)send_message(&worker, &message);
	}
	worker_release(&worker);
	return result == 0 ? STATUS_DONE : STATUS_FAILED;
}
