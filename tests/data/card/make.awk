# SPDX-License-Identifier: MIT
# Rows of a card with known rates: awk -v label=A -v factor=1 -v column=none -f make.awk
# 7 runs; each rate is its base times 1 + 0.001 k, k from -3 to 3 in no order of time; the base
# times `factor` in the rows of op `column`.
function put(op, kernel, threads, cpus, arrays, convention, block, level, rate, run) {
	rate *= (1 + 0.001 * k[run]) * (op == column ? factor : 1)
	printf "1,%s,2026-12-01T12:00:00Z-%s,boot,host,A CPU,0.1.0 cc -O2,2026-12-01T12:00:%02dZ,", label, label, run
	printf "%s,%s,%d,%s,4096,0.000,%s,%d,%d,%s,0,%d,1,100,", op, kernel, threads, cpus, convention, block, arrays * block, level, run
	ns = sprintf("%.6f", 1e9 / rate)
	printf "1000000,%s,%s,%s,%s,%s,%.2f,3.000,4.000,\n", ns, ns, ns, ns, ns, rate
}
BEGIN {
	split("1 -2 3 0 -3 2 -1", k, " ")
	print "schema,label,session,boot,host,cpu,version,started,op,kernel,threads,cpus,page_bytes,huge_share,convention,block_bytes,footprint_bytes,level,edge,run,position,samples,bytes,ns_min,ns_q1,ns_median,ns_mean,ns_max,mb_per_s,clock_ghz,core_ipc,flags"
	count = split("L1 L2 L3 DRAM", level, " ")
	split("16384 262144 8388608 268435456", block, " ")
	split("400000 160000 80000 13100", read, " ")
	split("200000 100000 40000 8000", write, " ")
	split("190000 90000 35000 6550", copy, " ")
	split("53333.333333 16000 4000 561.403509", latency, " ")
	for (run = 1; run <= 7; run++) {
		for (threads = 1; threads <= 2; threads++) {
			cpus = threads == 1 ? "1" : "0;1"
			for (i = 1; i <= count; i++) {
				put("read", "word", threads, cpus, 1, "read", block[i], level[i], threads * read[i], run)
				put("write", "word", threads, cpus, 1, "written", block[i], level[i], threads * write[i], run)
				put("copy", "word", threads, cpus, 2, "copied", block[i], level[i], threads * copy[i], run)
				put("latency", "chase", threads, cpus, 1, "line", block[i], level[i], latency[i], run)
			}
		}
	}
}
