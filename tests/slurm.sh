# SPDX-License-Identifier: MIT
# A Slurm of its own for a test: a controller and nodes n1, n2 ... on this machine, run by who
# runs the test, without munge or database. They share a host name and a boot; only
# SLURMD_NODENAME tells them apart. To be sourced.
#     slurm_start COUNT && srun -N COUNT ...; slurm_stop
slurm_configure() { # count
	slurm=$(mktemp -d) || return 1
	host=$(hostname -s)
	port=$((20000 + $$ % 20000)) # of the controller; the nodes have those behind it
	cat >"$slurm/slurm.conf" <<-END
		ClusterName=test
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		SlurmctldPort=$port
		AuthType=auth/none
		CredType=cred/none
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		MpiDefault=none
		SelectType=select/cons_tres
		SlurmdParameters=config_overrides
		ReturnToService=2
		StateSaveLocation=$slurm
		SlurmdSpoolDir=$slurm/spool.%n
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/slurmd.%n.pid
		SlurmctldLogFile=$slurm/slurmctld.log
		SlurmdLogFile=$slurm/slurmd.%n.log
		NodeName=n[1-$1] NodeHostname=$host NodeAddr=127.0.0.1 \\
			Port=[$((port + 1))-$((port + $1))] CPUs=$(nproc)
		PartitionName=all Nodes=ALL Default=YES State=UP
	END
	SLURM_CONF=$slurm/slurm.conf
	export SLURM_CONF
}

slurm_start() { # count
	slurm_configure "$1" || return 1
	slurmctld -c -D >"$slurm/out" 2>&1 &
	slurm_processes=$!
	for node in $(seq "$1"); do
		slurmd -D -N "n$node" >>"$slurm/out" 2>&1 &
		slurm_processes="$slurm_processes $!"
	done
	tries=0
	until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = "$1" ]; do
		tries=$((tries + 1))
		[ $tries -lt 30 ] || return 1
		sleep 1
	done
}

slurm_stop() {
	kill $slurm_processes 2>/dev/null
	wait $slurm_processes 2>/dev/null
	rm -rf "$slurm"
}
