// The place of a file that is to be written: whether one is there, and that it is nothing else.
import { existsSync, lstatSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigurationError, codeOf, messageOf, reasonOf } from '../base/error.ts'
import { type WholeFile, writeWhole } from '../base/files/whole-file.ts'

/**
 * Whether a file is there.
 * @param sayWith how the operator gives another one
 * @throws ConfigurationError where something else is there: what a link leads to, or a pipe, is nothing to be written over
 */
export function isThere(file: string, sayWith: string): boolean {
  try {
    const found = lstatSync(file)
    if (found.isFile()) return true
    const what = found.isSymbolicLink() ? 'a link' : found.isDirectory() ? 'a folder' : 'not a regular file'
    throw new ConfigurationError(
      `${file} is ${what}, and nothing is written over it: give another file with ${sayWith}.`,
    )
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    if (codeOf(error) === 'ENOENT' && existsSync(dirname(resolve(file)))) return false
    throw new ConfigurationError(
      `${file} can't be written (${reasonOf(error)}): give another file with ${sayWith}.`,
    )
  }
}

/**
 * Writes all of them, or leaves all as they are.
 * @throws ConfigurationError where one can't be written
 */
export async function writeFiles(files: readonly WholeFile[]): Promise<void> {
  try {
    writeWhole(files)
  } catch (error) {
    const names = files.map(({ place }) => place).join(' and ')
    throw new ConfigurationError(`${names} can't be written (${messageOf(error)}): see who may write there.`)
  }
}
