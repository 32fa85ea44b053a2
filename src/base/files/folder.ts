// Folders: made where they are missing.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../error.ts'

/**
 * Makes `folder` and the folders above it. Node's own recursive mkdir never returns where a folder reports ENOENT for
 * a new entry, as /proc does.
 * @throws the system's error where one can't be made
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been quicker.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
