// Imports the built package, which the benches measure.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @param path below `dist/src` of the current folder */
async function built(path: string): Promise<unknown> {
  const file = join(process.cwd(), 'dist/src', path)
  if (!existsSync(file)) throw new Error(`${file} does not exist: run npm run build first`)
  return import(pathToFileURL(file).href)
}

export const library = async () => (await built('index.js')) as typeof import('../src/index.ts')
export const client = async () => (await built('client/index.js')) as typeof import('../src/client/index.ts')
export const secrets = async () =>
  (await built('base/secret-mask.js')) as typeof import('../src/base/secret-mask.ts')
