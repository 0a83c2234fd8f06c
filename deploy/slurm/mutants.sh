#!/bin/sh
# N shards of the mutants of a recording as a job array; see README.md.
#SBATCH --job-name=faultline-mutants
#SBATCH --array=1-20
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --time=2:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60

# Where the recording is, how long each shard may work, which passing tests run, and where the shards write: a
# folder that all nodes see.
RECORDING=${RECORDING:-$PWD/.faultline}
BUDGET=${BUDGET:-1h}
TESTS=${TESTS:-all}
OUT=${OUT:-$PWD/shards}

exec faultline mutate "$RECORDING" --resume --budget "$BUDGET" --tests "$TESTS" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" --dir "$OUT/shard-$SLURM_ARRAY_TASK_ID"
