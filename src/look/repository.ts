// The repository of git that a file lies in: whether it is there, and what it does with the file.
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { plainEnvironment } from '../environment.ts'

/** ignored: git passes it over. tracked: it is in the repository. exposed: it would be added. none: there is no repository, or no git. */
export type Standing = 'ignored' | 'tracked' | 'exposed' | 'none'

const timeoutMs = 5_000

/** What git does with the file, which need not be there. */
export async function standingOf(file: string): Promise<Standing> {
  const folder = dirname(resolve(file))
  if (rootOf(folder) === null) return 'none'
  const name = basename(file)
  if ((await git(folder, 'ls-files', '--error-unmatch', '--', name)) === 0) return 'tracked'
  const ignored = await git(folder, 'check-ignore', '--quiet', '--', name)
  return ignored === 0 ? 'ignored' : ignored === 1 ? 'exposed' : 'none'
}

/** The folder of the repository that `folder` lies in; null where it lies in none. */
export function rootOf(folder: string): string | null {
  if (!existsSync(folder)) return null
  for (let here = realpathSync(folder); ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
    if (dirname(here) === here) return null
  }
}

/** The exit code; null where there is no git, or it does not end. What a repository configures to be run is not. */
function git(folder: string, ...args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const options = { cwd: folder, timeout: timeoutMs, env: { ...plainEnvironment() } }
    const child = execFile('git', ['-c', 'core.fsmonitor=false', ...args], options, () =>
      resolve(child.exitCode),
    )
  })
}
