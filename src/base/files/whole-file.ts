// Files that are there whole or not at all: written beside their places, and then renamed.
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unguessable } from '../chance.ts'

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
export async function writeWhole(files: readonly WholeFile[]): Promise<void> {
  const drafts: { readonly draft: string; readonly place: string }[] = []
  try {
    for (const { place, text, mode } of files) {
      const draft = join(dirname(place), `.${basename(place)}.${unguessable(4)}.tmp`)
      drafts.push({ draft, place })
      await writeDurably(draft, text, mode)
    }
    for (const { draft, place } of drafts) await rename(draft, place)
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeDurably(file: string, text: string, mode?: number): Promise<void> {
  const handle = await open(file, 'wx', mode)
  try {
    await handle.writeFile(text, 'utf8')
    await handle.sync()
  } finally {
    await handle.close()
  }
}
