// Files that are there whole or not at all: written beside their places, and then renamed.
import { commitAll, Draft, discardAll } from './draft.ts'

export interface WholeFile {
  readonly place: string
  readonly text: string
  /** Permissions; default: what the umask leaves. */
  readonly mode?: number
}

/**
 * Writes all of them: a reader never sees half a file, and what fails leaves those that stood there as they were. A link is
 * replaced, and what it leads to is left alone.
 * @throws the system's error where one can't be written
 */
export function writeWhole(files: readonly WholeFile[]): void {
  const drafts: Draft[] = []
  try {
    for (const { place, text, mode } of files) {
      const draft = new Draft(place, mode === undefined ? {} : { mode })
      drafts.push(draft)
      draft.write(text)
    }
  } catch (error) {
    discardAll(drafts)
    throw error
  }
  commitAll(drafts)
}
