// Where the package lies: its JSON folders stand beside `src` in the repository and beside `dist` when built.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the package's root, the folder that holds `schemas`. */
export const packageRoot: string = find(dirname(fileURLToPath(import.meta.url)))

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('tenant-conformance lies outside of its package')
  return find(parent)
}
