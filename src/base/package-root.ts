// Finds the folders of this package, in the sources and after a build.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

export const packageRoot: string = find('package.json', here)

/** Contains `suites`. After a build, this is `dist`. */
export const codeRoot: string = find('suites', here)

function find(name: string, folder: string): string {
  if (existsSync(join(folder, name))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error(`no folder above ${here} contains ${name}: install tenant-conformance again`)
  return find(name, parent)
}
