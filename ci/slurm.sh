#!/usr/bin/env bash
# For Slurm: an array of tasks, where each task checks one part of the clauses. Export TENANT_BASE_URL. Put the credentials into the file
# conformance.env, which only you can read, in the folder in which you call `sbatch slurm.sh`. The script passes its arguments to `run`.
# Then merge the reports of the parts with this command. `afterany` starts the merge even if a part found a failure:
# sbatch --dependency=afterany:JOB --export=PATH,HOME --wrap 'npx --yes tenant-conformance@0.1.0 merge conformance-JOB/part-*'
#SBATCH --job-name=conformance
#SBATCH --array=1-3
#SBATCH --ntasks=1
#SBATCH --time=01:00:00
# Slurm sends the signal 300 seconds before the time limit, so a task can clean up.
#SBATCH --signal=B:TERM@300
#SBATCH --no-requeue
#SBATCH --output=conformance-%A_%a.log
# The tasks get no other variables from the environment of the user.
#SBATCH --export=PATH,HOME,TENANT_BASE_URL
exec npx --yes tenant-conformance@0.1.0 run --base-url "$TENANT_BASE_URL" --env-file conformance.env --shard auto --seed "$SLURM_ARRAY_JOB_ID" --report-dir "conformance-$SLURM_ARRAY_JOB_ID/part-$SLURM_ARRAY_TASK_ID" "$@"
