#!/usr/bin/env bash
# Slurm: an array whose tasks check one part of the clauses each. TENANT_BASE_URL is exported, the credentials stand in conformance.env,
# which nobody else can read, in the folder where `sbatch slurm.sh` is called. What stands behind the script's name, `run` gets as well.
# Afterwards, in one job that also runs if a part found a failure:
# sbatch --dependency=afterany:JOB --export=PATH,HOME --wrap 'npx --yes tenant-conformance@0.1.0 merge conformance-JOB/part-*'
#SBATCH --job-name=conformance
#SBATCH --array=1-3
#SBATCH --ntasks=1
#SBATCH --time=01:00:00
# A task gets a signal early enough to clean up.
#SBATCH --signal=B:TERM@300
#SBATCH --no-requeue
#SBATCH --output=conformance-%A_%a.log
# No other variable of whoever submits it.
#SBATCH --export=PATH,HOME,TENANT_BASE_URL
exec npx --yes tenant-conformance@0.1.0 run --base-url "$TENANT_BASE_URL" --env-file conformance.env --shard auto --seed "$SLURM_ARRAY_JOB_ID" --report-dir "conformance-$SLURM_ARRAY_JOB_ID/part-$SLURM_ARRAY_TASK_ID" "$@"
