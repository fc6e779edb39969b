/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_BENCH_H
#define MEMBENCH_TESTS_BENCH_H

/* The timing core on a clock that the test moves by hand. Include after check.h. */
#include "measure/timing.h"

/* Time as the fake kernel makes it pass. One clock reading takes READING_NS itself, give or
 * take a nanosecond, which is the clock's tick. */
#define READING_NS 20

struct fake {
	uint64_t now_ns;
	double ns_per_byte;
	uint64_t calls, bytes, readings;
	uint64_t low, high;  /* of the addresses used, as offsets from the start */
	uint64_t seen;       /* offsets below it are in the cache ... */
	double cold;         /* ... the others take this many times as long; 0: as long */
	uint64_t gap_every;  /* each so many calls something else takes ... */
	uint64_t gap_ns;     /* ... this long */
};

static struct fake fake; /* kernels have no context of their own */
static unsigned char *fake_base;

static inline uint64_t fake_now(void *context)
{
	struct fake *of = context;
	of->readings++;
	return of->now_ns += READING_NS - 1 + of->readings % 3;
}

static inline void fake_run(const struct stream *stream, size_t bytes, size_t passes)
{
	uint64_t offset = (uint64_t)(stream->dst - fake_base);

	fake.calls++;
	fake.bytes += (uint64_t)bytes * passes;
	fake.low = offset < fake.low ? offset : fake.low;
	fake.high = offset + bytes > fake.high ? offset + bytes : fake.high;
	double slower = fake.cold > 0 && offset + bytes > fake.seen ? fake.cold : 1;
	fake.seen = offset + bytes > fake.seen ? offset + bytes : fake.seen;
	fake.now_ns += (uint64_t)((double)bytes * (double)passes * fake.ns_per_byte * slower);
	if (fake.gap_every && fake.calls % fake.gap_every == 0)
		fake.now_ns += fake.gap_ns;
}

static const struct kernel pieces_kernel = { .name = "fake", .op = OP_COPY, .run = fake_run };
static const struct kernel whole_kernel = { .name = "fake-whole", .op = OP_COPY,
	                                    .way = WAY_WHOLE, .run = fake_run };

static const struct pace usual = { .sample_ns = 10000, .slice_ns = 4000000,
	                           .budget_ns = 40000000 };

struct bench {
	struct clock clock;
	struct team *team;
	struct buffer buffer;
	struct rig rig;
};

static inline void bench_init(struct bench *bench, double ns_per_byte, const struct pace *pace)
{
	struct error err = { 0 };
	struct cpu_set none = { 0 };

	fake = (struct fake){ .ns_per_byte = ns_per_byte, .low = UINT64_MAX };
	bench->clock = (struct clock){ fake_now, &fake };
	bench->team = team_new(1, &none, &err);
	assert_non_null(bench->team);
	assert_int_equal(buffer_map(&bench->buffer, 4096 * 8, PAGES_SMALL, &err), 0);
	rig_init(&bench->rig, bench->team, &bench->buffer, &bench->clock, pace);
}

static inline void bench_release(struct bench *bench)
{
	rig_release(&bench->rig);
	buffer_release(&bench->buffer);
	team_free(bench->team);
}

#endif
