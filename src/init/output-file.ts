// Checks and writes the files that `init` creates.
import { existsSync, lstatSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigurationError, codeOf, reasonOf } from '../base/error.ts'
import { type WholeFile, writeOrExplain } from '../base/files/whole-file.ts'

/**
 * @param sayWith the option that names another file, for the error message
 * @throws ConfigurationError for links, folders and pipes, because `init` never overwrites them
 */
export function isExistingFile(file: string, sayWith: string): boolean {
  try {
    const found = lstatSync(file)
    if (found.isFile()) return true
    const what = found.isSymbolicLink() ? 'a link' : found.isDirectory() ? 'a folder' : 'not a regular file'
    throw new ConfigurationError(
      `${file} is ${what} and is not overwritten: give another file with ${sayWith}.`,
    )
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    if (codeOf(error) === 'ENOENT' && existsSync(dirname(resolve(file)))) return false
    throw new ConfigurationError(
      `${file} can't be written (${reasonOf(error)}): give another file with ${sayWith}.`,
    )
  }
}

/** @throws ConfigurationError if a file is not writable */
export function writeFiles(files: readonly WholeFile[]): void {
  writeOrExplain(files, files.map(({ path }) => path).join(' and '), 'check the permissions of the folder')
}
