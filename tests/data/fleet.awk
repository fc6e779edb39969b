# SPDX-License-Identifier: MIT
# Rows of tests/data/pages/small.csv under other names: of `hosts` of them, n01 n02 ..., which
# lie up to 0.4 % apart. The host `slow` has its DRAM at `dram` of that, the host `hot` all of it
# at `all`. A second `round` is an hour later, and of the hosts `only` (",n01,n02,") alone.
BEGIN { FS = OFS = ","; split("1 1.002 0.997 1.001 0.999 1.004 0.998", apart, " ") }
NR == 1 { print; next }
$16 != 8192 && $16 != 134217728 { next }
{
	usual = $29
	$20 = ++runs[$16]
	$8 = "2026-12-01T1" (round == 2) ":00:00Z"
	for (i = 1; i <= hosts; i++) {
		$5 = sprintf("n%02d", i)
		if (only != "" && !index(only, "," $5 ","))
			continue
		rate = usual * apart[i % 7 + 1]
		if ($5 == slow && $18 == "DRAM")
			rate *= dram
		if ($5 == hot)
			rate *= all
		$3 = "s" round $5
		$4 = "b" $5
		$24 = $25 = $26 = $27 = $28 = sprintf("%.2f", $23 / rate * 1000)
		$29 = sprintf("%.2f", $23 / $25 * 1000)
		print
	}
}
