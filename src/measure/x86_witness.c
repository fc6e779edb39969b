/* SPDX-License-Identifier: MIT */
/* measure: the witness's operations on x86-64. */
#include "measure/witness.h"

/*
 * Register to register: recent cores fold additions of constants while renaming, which
 * would make a chain of them seem faster than one a cycle.
 */
#define CHAIN_8                                                                      \
	"add %[one], %[sum]\n\tadd %[one], %[sum]\n\tadd %[one], %[sum]\n\t"         \
	"add %[one], %[sum]\n\tadd %[one], %[sum]\n\tadd %[one], %[sum]\n\t"         \
	"add %[one], %[sum]\n\tadd %[one], %[sum]\n\t"

#define INDEPENDENT_8                                                                \
	"add %[one], %%r8\n\tadd %[one], %%r9\n\tadd %[one], %%r10\n\t"              \
	"add %[one], %%r11\n\tadd %[one], %%r12\n\tadd %[one], %%r13\n\t"            \
	"add %[one], %%r14\n\tadd %[one], %%r15\n\t"

void witness_chain(size_t rounds)
{
	size_t sum = 0;
	const size_t one = 1;

	for (; rounds > 0; rounds--)
		__asm__ volatile(CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8
		                 : [sum] "+r"(sum)
		                 : [one] "r"(one)
		                 : "cc");
}

void witness_independent(size_t rounds)
{
	const size_t one = 1;

	for (; rounds > 0; rounds--)
		__asm__ volatile(INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8
		                 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8
		                 :
		                 : [one] "r"(one)
		                 : "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc");
}
