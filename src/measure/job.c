/* SPDX-License-Identifier: MIT */
/* measure: how a job travels from the session to the process of its run. */
#include "measure/job.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void job_format(const struct run_job *job, struct text *text)
{
	const struct cpu_set *cpus = &job->cpus;

	text_put_bytes(text, (const char *)job, sizeof *job);
	text_put_bytes(text, (const char *)cpus->cpus, cpus->count * sizeof *cpus->cpus);
	plan_format(&job->plan, text);
}

/* All that comes; an interrupt meanwhile is the measurement's to heed. */
static void read_all(int descriptor, struct text *text)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(descriptor, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR)) {
		if (got > 0)
			text_put_bytes(text, bytes, (size_t)got);
	}
}

static int job_parse(const struct text *text, struct run_job *job, struct error *err)
{
	size_t at = sizeof *job;

	if (text->length < at)
		return error_set(err, "worker: a run is started by `membench run`, not by hand");
	memcpy(job, text->bytes, at);
	size_t count = job->cpus.count;
	/* What they point to is the session's. */
	job->plan = (struct plan){ 0 };
	job->cpus = (struct cpu_set){ 0 };
	for (unsigned cpu; count > 0 && text->length - at > sizeof cpu; count--) {
		memcpy(&cpu, text->bytes + at, sizeof cpu);
		cpu_set_add(&job->cpus, cpu);
		at += sizeof cpu;
	}
	return plan_parse(text->bytes + at, &job->plan, err);
}

int job_read(int descriptor, struct run_job *job, struct error *err)
{
	struct text text = { 0 };

	*job = (struct run_job){ .seed = 0 };
	read_all(descriptor, &text);
	int result = job_parse(&text, job, err);
	text_release(&text);
	return result;
}

void job_release(struct run_job *job)
{
	plan_release(&job->plan);
	cpu_set_release(&job->cpus);
}
