// Where the package lies: its JSON folders stand beside `src` in the repository and beside `dist` when built.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Absolute path of the package's root, the folder that holds `schemas`. */
export const packageRoot: string = find('package.json', here)

/** Absolute path of the folder that holds the `src` and `suites` that run: the package's root, or `dist` when built. */
export const codeRoot: string = find('suites', here)

function find(name: string, folder: string): string {
  if (existsSync(join(folder, name))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('tenant-conformance lies outside of its package')
  return find(name, parent)
}
