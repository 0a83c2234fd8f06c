#!/bin/sh
# N shards of a budget as a job array; see README.md.
#SBATCH --job-name=faultline-budget
#SBATCH --array=1-20
#SBATCH --cpus-per-task=4
#SBATCH --mem=6G
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60

# Search time of all classes together, and where the shards write: a folder that all nodes see.
TOTAL=${TOTAL:-10h}
OUT=${OUT:-$PWD/shards}

exec faultline budget --run --resume --total "$TOTAL" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --evosuite "$EVOSUITE" --jobs "${SLURM_CPUS_PER_TASK:-1}" --memory 1000 \
  --out "$OUT/shard-$SLURM_ARRAY_TASK_ID"
