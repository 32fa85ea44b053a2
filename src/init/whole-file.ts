// Files written as a whole: made beside their place and moved there, so that what is interrupted leaves nothing half-written.
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { unguessable } from '../base/chance.ts'
import { ConfigurationError, codeOf, reasonOf } from '../base/error.ts'

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
 * Writes the text in place of whatever the file held.
 * @param mode of the file, whatever the process's mask is
 * @throws ConfigurationError where it can't be written; then the file is as it was
 */
export function writeWhole(file: string, text: string, mode: number): void {
  const place = resolve(file)
  const beside = join(dirname(place), `.${basename(place)}-${unguessable(4)}`)
  const { O_CREAT, O_EXCL, O_WRONLY } = constants
  try {
    const descriptor = openSync(beside, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
      fchmodSync(descriptor, mode)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(beside, place)
  } catch (error) {
    rmSync(beside, { force: true })
    throw new ConfigurationError(
      `${file} can't be written (${reasonOf(error)}): see who may write in its folder.`,
    )
  }
}
