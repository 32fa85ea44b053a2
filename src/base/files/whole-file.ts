// Writes each file completely or not at all.
import { ConfigurationError, messageOf } from '../error.ts'
import { commitAll, Draft, discardAll } from './draft.ts'

export interface WholeFile {
  readonly path: string
  readonly text: string
  readonly mode?: number
}

/**
 * Readers never see half a file. An error keeps the old files. Replaces a symbolic link, not its target.
 * @throws the system's error
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
 * @param what begins the error message
 * @param remedy follows the reason
 * @throws ConfigurationError
 */
export function writeOrExplain(files: readonly WholeFile[], what: string, remedy: string): void {
  try {
    writeWhole(files)
  } catch (error) {
    throw new ConfigurationError(`${what} can't be written (${messageOf(error)}): ${remedy}.`)
  }
}
