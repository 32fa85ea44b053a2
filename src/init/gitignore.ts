// Adds a file to .gitignore, unless git already ignores this file.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { gitStatusOf, repositoryRoot } from '../diagnostics/git-status.ts'
import { writeFiles } from './output-file.ts'

/** @returns a sentence for the user, or null if .gitignore needs no change */
export async function addToGitignore(file: string): Promise<string | null> {
  const standing = await gitStatusOf(file)
  if (standing === 'tracked')
    return `git tracks ${file}, which contains credentials: run git rm --cached ${file}.`
  const folder = dirname(resolve(file))
  const root = repositoryRoot(folder)
  if (standing !== 'exposed' || root === null) return null
  const list = join(root, '.gitignore')
  const entry = `/${escaped(relative(root, join(realpathSync(folder), basename(file))))}`
  const byHand = `add ${entry} to ${list} by hand, because ${file} contains credentials`
  try {
    const there = existsSync(list)
    const found = there ? lstatSync(list) : null
    if (found !== null && (!found.isFile() || (found.mode & 0o222) === 0))
      return `${list} is not writable: ${byHand}.`
    const text = there ? readInput(list) : ''
    const end = text === '' || text.endsWith('\n') ? '' : '\n'
    writeFiles([{ path: list, text: `${text}${end}${entry}\n`, mode: (found?.mode ?? 0o644) & 0o777 }])
  } catch (error) {
    const reason =
      error instanceof ConfigurationError ? error.summary.replace(/:[^:]*$/, '') : messageOf(error)
    return `${reason}: ${byHand}.`
  }
  return (await gitStatusOf(file)) === 'ignored'
    ? `git ignores ${file}, because ${list} lists this file.`
    : `git does not ignore ${file}, although ${list} lists this file: ${byHand}.`
}

// Escapes the special characters of a path, as gitignore(5) requires.
function escaped(path: string): string {
  return path.replaceAll('\\', '/').replace(/[*?[\]!#\s]/g, '\\$&')
}
