// Modules found by their place: a new route, neighbour or variation is a file, with no list to add it to.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** A module with the name of its file, less the extension. */
export interface Discovered {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Imports every module of `folder` (relative to this one), tests and declarations apart, in order of name. */
export async function modulesIn(folder: string): Promise<readonly Discovered[]> {
  const files = readdirSync(join(here, folder))
    .filter((file) => /^[a-z0-9.-]+\.[tj]s$/.test(file) && !/\.(?:d|test|testing)\.[tj]s$/.test(file))
    .sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -3),
      exports: (await import(pathToFileURL(join(here, folder, file)).href)) as Record<string, unknown>,
    })),
  )
}
