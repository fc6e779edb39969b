/* SPDX-License-Identifier: MIT */
/* Which CPUs are measured on: tables of machines by hand, with work of others on some. */
#include "check.h"

#include "platform/cpu_choice.h"

/* Eight CPUs, two threads a core: 0 and 1, 2 and 3 ... Letters are their kinds, the later in
 * the alphabet the faster; capital ones are busy. */
static void check(const char *machine, size_t threads, const char *expected)
{
	struct cpu_facts facts[8];
	struct cpu_set chosen = { 0 };
	struct text list = { 0 };

	/* In an order that is none. */
	for (unsigned i = 0; i < 8; i++) {
		unsigned cpu = i * 5 % 8;
		char letter = machine[cpu];
		bool busy = letter < 'a';
		facts[i] = (struct cpu_facts){
			.cpu = cpu, .core = cpu / 2 * 2, .is_busy = busy,
			.speed = (unsigned long)(busy ? letter + 32 : letter),
		};
	}
	cpu_order(facts, 8, PLACE_CORES);
	for (size_t i = 0; i < threads && i < 8; i++)
		cpu_set_add(&chosen, facts[i].cpu);
	cpu_set_format(&chosen, &list);
	if (strcmp(text_string(&list), expected) != 0)
		fail_msg("%s, %zu threads: CPU %s, not %s", machine, threads, text_string(&list),
		         expected);
	cpu_set_release(&chosen);
	text_release(&list);
}

static void where_all_are_idle_cores_are_taken_from_the_last_on(void **state)
{
	(void)state;
	check("aaaaaaaa", 1, "7");
	check("aaaaaaaa", 3, "3,5,7");
	check("aaaaaaaa", 5, "1,3,5-7");
	check("aaaaaaaa", 9, "0-7");
	check("bbbbaaaa", 1, "3");
	check("bbbbaaaa", 3, "1,3,7");
}

static void a_busy_cpu_is_passed_over_for_an_idle_one_of_its_kind(void **state)
{
	(void)state;
	check("aaaaaaaA", 1, "5");     /* whose core is idle, rather than its sibling */
	check("aaaaaaAa", 1, "5");     /* a busy sibling is as bad */
	check("AAAAAAaA", 1, "6");     /* where no core is idle, a thread that is */
	check("aaaaAaaA", 3, "1,3,6"); /* 6 has a busy sibling, as 5 has */
	check("bbbBaaaa", 1, "1");
	check("bBbBaaaa", 1, "2");
}

static void a_busy_cpu_is_taken_before_a_slower_kind(void **state)
{
	(void)state;
	check("BBBBaaaa", 1, "3");
	check("aaaabbBB", 2, "5,7");
	check("aaaabbBB", 3, "3,5,7");
}

static void where_all_are_busy_it_is_as_if_none_were(void **state)
{
	(void)state;
	for (enum cpu_place place = PLACE_CORES; place <= PLACE_SIBLINGS; place++) {
		struct cpu_facts idle[8], busy[8];
		for (unsigned cpu = 0; cpu < 8; cpu++) {
			idle[cpu] = (struct cpu_facts){ .cpu = cpu, .core = cpu / 2 * 2,
				                        .speed = cpu % 3 };
			busy[cpu] = idle[cpu];
			busy[cpu].is_busy = true;
		}
		cpu_order(idle, 8, place);
		cpu_order(busy, 8, place);
		for (size_t i = 0; i < 8; i++)
			assert_int_equal(idle[i].cpu, busy[i].cpu);
	}
}

/* Four threads a core, as POWER has them: 0 to 3, 4 to 7. */
static void each_core_gets_its_second_thread_before_one_gets_its_third(void **state)
{
	static const unsigned expected[] = { 7, 3, 6, 2, 5, 1, 4, 0 };
	struct cpu_facts facts[8];

	(void)state;
	for (unsigned cpu = 0; cpu < 8; cpu++)
		facts[cpu] = (struct cpu_facts){ .cpu = cpu, .core = cpu / 4 * 4 };
	cpu_order(facts, 8, PLACE_CORES);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(facts[i].cpu, expected[i]);
}

static void check_times(const char *before, const char *after, const char *expected)
{
	struct cpu_set busy = { 0 };
	struct text list = { 0 };

	cpu_times_busy(before, after, &busy);
	cpu_set_format(&busy, &list);
	assert_string_equal(text_string(&list), expected);
	cpu_set_release(&busy);
	text_release(&list);
}

/* Fields: user nice system idle iowait irq softirq steal guest guest_nice (proc(5)). */
static void cpus_that_worked_for_most_of_the_time_are_busy(void **state)
{
	static const char before[] =
	        "cpu  900 0 0 900 0 0 0 0 0 0\n"
	        "cpu0 100 0 0 700 10 0 0 0 0 0\n"
	        "cpu1 100 0 0 700 10 0 0 0 0 0\n"
	        "cpu2 100 0 0 700 10 0 0 0 0 0\n"
	        "cpu10 100 0 0 700 10 0 0 0 0 0\n"
	        "intr 1 2 3\nctxt 7\n";
	(void)state;
	check_times(before, before, "");
	/* A tick of work and one of rest; two of work; by system, interrupts and a hypervisor;
	 * a wait for a disk. */
	check_times(before,
	            "cpu  999 0 0 900 0 0 0 0 0 0\n"
	            "cpu0 101 0 0 701 10 0 0 0 0 0\n"
	            "cpu1 102 0 0 700 9 0 0 0 0 0\n"
	            "cpu2 100 0 1 700 10 1 0 1 0 0\n"
	            "cpu10 100 0 0 700 12 0 0 0 0 0\n"
	            "intr 1 2 3\nctxt 9\n", "1-2");
	/* One tick may be anybody's; much work with more rest. */
	check_times(before,
	            "cpu0 101 0 0 700 10 0 0 0 0 0\n"
	            "cpu1 103 0 0 704 10 0 0 0 0 0\n", "");
}

static void what_the_system_does_not_tell_is_not_busy(void **state)
{
	static const char one[] = "cpu1 0 0 0 0 0 0 0 0\n", more[] = "cpu1 9 0 0 0 0 0 0 0\n";

	(void)state;
	check_times(one, more, "1");
	check_times("", more, "");
	check_times(one, "", "");
	check_times("cpu0 0 0 0 0 0\n", more, "");             /* it came meanwhile */
	check_times(one, "cpu0 9 0 0 0 0\ncpu2 9 0 0 0 0\n", ""); /* it went */
	check_times("cpu0 0 0 0 0 0\ncpu1 0 0 0 0 0\ncpu3 0 0 0 0 0\n",
	            "cpu1 9 0 0 0 0\ncpu2 9 0 0 0 0\ncpu3 9 0 0 0 0\n", "1,3");
	check_times("cpu1 0 0 0", "cpu1 9 0 0", "");
	check_times("cpu\ncpux 1\n\ncpu1", "cpu1 9 9 9 9 9", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_all_are_idle_cores_are_taken_from_the_last_on),
		cmocka_unit_test(a_busy_cpu_is_passed_over_for_an_idle_one_of_its_kind),
		cmocka_unit_test(a_busy_cpu_is_taken_before_a_slower_kind),
		cmocka_unit_test(where_all_are_busy_it_is_as_if_none_were),
		cmocka_unit_test(each_core_gets_its_second_thread_before_one_gets_its_third),
		cmocka_unit_test(cpus_that_worked_for_most_of_the_time_are_busy),
		cmocka_unit_test(what_the_system_does_not_tell_is_not_busy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
