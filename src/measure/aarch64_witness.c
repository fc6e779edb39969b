/* SPDX-License-Identifier: MIT */
/* measure: the witness's operations on AArch64. */
#include "measure/witness.h"

#define CHAIN_8                                                                      \
	"add %[sum], %[sum], %[one]\n\tadd %[sum], %[sum], %[one]\n\t"               \
	"add %[sum], %[sum], %[one]\n\tadd %[sum], %[sum], %[one]\n\t"               \
	"add %[sum], %[sum], %[one]\n\tadd %[sum], %[sum], %[one]\n\t"               \
	"add %[sum], %[sum], %[one]\n\tadd %[sum], %[sum], %[one]\n\t"

#define INDEPENDENT_8                                                                \
	"add x8, x8, %[one]\n\tadd x9, x9, %[one]\n\tadd x10, x10, %[one]\n\t"       \
	"add x11, x11, %[one]\n\tadd x12, x12, %[one]\n\tadd x13, x13, %[one]\n\t"   \
	"add x14, x14, %[one]\n\tadd x15, x15, %[one]\n\t"

void witness_chain(size_t rounds)
{
	size_t sum = 0;
	const size_t one = 1;

	for (; rounds > 0; rounds--)
		__asm__ volatile(CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8 CHAIN_8
		                 : [sum] "+r"(sum)
		                 : [one] "r"(one));
}

void witness_independent(size_t rounds)
{
	const size_t one = 1;

	for (; rounds > 0; rounds--)
		__asm__ volatile(INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8
		                 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8 INDEPENDENT_8
		                 :
		                 : [one] "r"(one)
		                 : "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15");
}
