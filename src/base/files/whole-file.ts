// Writes each file completely or not at all.
import { ConfigurationError, messageOf } from '../error.ts'
import { commitAll, Draft, discardAll } from './draft.ts'

export interface WholeFile {
  readonly path: string
  readonly text: string
  readonly mode?: number
}

/**
 * Writes all files, or keeps the old files after an error. Replaces symbolic links, and not their targets.
 * @throws the error of the operating system
 */
export function writeWhole(files: readonly WholeFile[]): void {
  const drafts: Draft[] = []
  try {
    for (const { path, text, mode } of files) {
      const draft = new Draft(path, mode === undefined ? {} : { mode })
      drafts.push(draft)
      draft.write(text)
    }
  } catch (error) {
    discardAll(drafts)
    throw error
  }
  commitAll(drafts)
}

/**
 * @param what beginning of the error message
 * @throws ConfigurationError
 */
export function writeOrExplain(files: readonly WholeFile[], what: string, remedy: string): void {
  try {
    writeWhole(files)
  } catch (error) {
    throw new ConfigurationError(`${what} can't be written (${messageOf(error)}): ${remedy}.`)
  }
}
