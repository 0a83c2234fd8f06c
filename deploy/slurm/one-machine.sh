#!/bin/bash
# Runs a command with a Slurm of this machine alone, which ends with it: budget.sh for real.
#   sudo deploy/slurm/one-machine.sh sbatch --wait --array=1-2 deploy/slurm/budget.sh
# Needs root, and of Debian: apt-get install slurmctld slurmd slurm-client munge
set -euo pipefail

dir=$(mktemp -d)
chmod 755 "$dir"
mkdir "$dir/ctld" "$dir/d"
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
  wait
  rm -rf "$dir"
}
trap stop EXIT

host=$(hostname -s)
cpus=$(nproc)
memory=$(($(awk '/MemTotal/ { print $2 }' /proc/meminfo) / 1024))
cat > "$dir/slurm.conf" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/d.pid
StateSaveLocation=$dir/ctld
SlurmdSpoolDir=$dir/d
SlurmctldLogFile=$dir/ctld.log
SlurmdLogFile=$dir/d.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$dir/slurm.conf

# A key of its own, readable by its owner alone.
(umask 077 && head -c 128 /dev/urandom > "$dir/munge.key")
munged --foreground --force --socket="$dir/munge.socket" --key-file="$dir/munge.key" --pid-file="$dir/munge.pid" \
  --log-file="$dir/munge.log" --seed-file="$dir/munge.seed" & pids+=($!)
until [ -S "$dir/munge.socket" ]; do sleep 0.1; done
slurmctld -D & pids+=($!)
slurmd -D & pids+=($!)
for _ in $(seq 100); do
  if sinfo -h -o %t 2> /dev/null | grep -q idle; then break; fi
  sleep 0.2
done
sinfo -h -o %t | grep -q idle || { cat "$dir"/*.log >&2; exit 1; }
"$@"
