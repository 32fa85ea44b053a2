// Imports the built package, as users install it. The benches measure this package, not the sources.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports a module of the package by its path below `dist/src`. A bench must run in the root folder of the
 * repository, after `npm run build`.
 */
async function built(path: string): Promise<unknown> {
  const file = join(process.cwd(), 'dist/src', path)
  if (!existsSync(file)) throw new Error(`${file} is not there: run npm run build first`)
  return import(pathToFileURL(file).href)
}

export const library = async () => (await built('index.js')) as typeof import('../src/index.ts')
export const client = async () => (await built('client/index.js')) as typeof import('../src/client/index.ts')
export const secrets = async () =>
  (await built('base/secret-mask.js')) as typeof import('../src/base/secret-mask.ts')
