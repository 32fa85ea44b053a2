// Finds out whether git ignores or tracks a file.
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { plainEnvironment } from '../settings/environment.ts'

/** `exposed`: `git add` would add the file. `none`: there is no repository, or git gave no result. */
export type GitStatus = 'ignored' | 'tracked' | 'exposed' | 'none'

const gitTimeoutMs = 5_000

export async function gitStatusOf(file: string): Promise<GitStatus> {
  const folder = dirname(resolve(file))
  if (repositoryRoot(folder) === null) return 'none'
  const name = basename(file)
  if ((await git(folder, 'ls-files', '--error-unmatch', '--', name)) === 0) return 'tracked'
  const ignored = await git(folder, 'check-ignore', '--quiet', '--', name)
  return ignored === 0 ? 'ignored' : ignored === 1 ? 'exposed' : 'none'
}

export function repositoryRoot(folder: string): string | null {
  if (!existsSync(folder)) return null
  for (let here = realpathSync(folder); ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
    if (dirname(here) === here) return null
  }
}

/**
 * Returns the exit code, or null without git or after a timeout. Runs no program that the repository
 * configures.
 */
function git(folder: string, ...args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const options = { cwd: folder, timeout: gitTimeoutMs, env: { ...plainEnvironment() } }
    const child = execFile('git', ['-c', 'core.fsmonitor=false', ...args], options, () =>
      resolve(child.exitCode),
    )
  })
}
