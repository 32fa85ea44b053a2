// Runs one task of a fleet in a separate process.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { makeFolder } from '../../base/files/folder.ts'
import { packageRoot } from '../../base/package-root.ts'
import { exitCodes } from '../../base/verdict.ts'
import type { Task } from '../../fleet/task.ts'
import type { Fleet } from '../../fleet/tenant-list.ts'
import type { Environment } from '../../settings/environment.ts'

export interface Child {
  readonly ended: Promise<number>
  /** Null if the run prints to the terminal. */
  readonly log: string | null
  stop(): void
}

/**
 * @param alone whether the run prints to the terminal
 * @throws ConfigurationError if the folder cannot be created
 */
export function startRun(
  task: Task,
  args: readonly string[],
  fleet: Fleet,
  environment: Environment,
  alone: boolean,
): Child {
  const { tenant, shard, folder } = task
  const line = [
    ...[
      '--',
      join(packageRoot, 'dist/src/cli/main.js'),
      'run',
      '--base-url',
      tenant.baseUrl,
      '--no-env-file',
    ],
    ...['--report-dir', folder],
    ...(shard === null ? [] : ['--shard', `${shard.index}/${shard.count}`]),
    ...args,
  ]
  const log = alone ? null : join(folder, 'run.log')
  const output = log === null ? 'inherit' : opened(folder, log)
  const child = spawn(process.execPath, line, {
    env: variablesFor(task, fleet, environment),
    stdio: ['ignore', output, output],
    // Ctrl-C reaches only this process, which then sends one signal. A second signal would stop the clean-up
    // of the run.
    detached: true,
  })
  if (typeof output === 'number') closeSync(output)
  return {
    ended: new Promise((resolve) => {
      child.once('error', () => resolve(exitCodes.internal))
      child.once('close', (code) => resolve(code ?? exitCodes.internal))
    }),
    log,
    stop: () => void child.kill('SIGTERM'),
  }
}

function opened(folder: string, file: string): number {
  try {
    makeFolder(folder)
    return openSync(file, 'w', 0o600)
  } catch (error) {
    throw new ConfigurationError(
      `The folder ${folder} can't be written (${messageOf(error)}): name another folder with --report-dir.`,
    )
  }
}

function variablesFor(
  { tenant }: Task,
  { credentials }: Fleet,
  environment: Environment,
): Record<string, string | undefined> {
  const own = Object.entries(environment).filter(
    ([name]) => !name.startsWith('TENANT_') && !credentials.has(name),
  )
  return { ...Object.fromEntries(own), ...tenant.variables }
}
