// Writes each file completely or not at all.
import { ConfigurationError, messageOf } from '../error.ts'
import { commitAll, Draft, discardAll } from './draft.ts'

export interface WholeFile {
  readonly path: string
  readonly text: string
  readonly mode?: number
}

/**
 * Writes all files. A reader never sees half a file, and an error keeps the old files. If a path is a
 * symbolic link, replaces the link and not the file that it points to.
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
 * @param remedy end of the error message, after the reason
 * @throws ConfigurationError
 */
export function writeOrExplain(files: readonly WholeFile[], what: string, remedy: string): void {
  try {
    writeWhole(files)
  } catch (error) {
    throw new ConfigurationError(`${what} can't be written (${messageOf(error)}): ${remedy}.`)
  }
}
