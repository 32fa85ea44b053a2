// Imports all modules of the tenant that may declare routes, faults or variations.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeRoot } from '../../base/package-root.ts'

const tenant = join(codeRoot, 'src/tenant')

export interface Discovered {
  /** The path of the folder, relative to src/tenant. */
  readonly folder: string
  /** The name of the file without its extension. */
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Returns the modules, sorted by path. Skips tests and type declarations. */
export async function tenantModules(): Promise<readonly Discovered[]> {
  const files = readdirSync(tenant, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[tj]s$/.test(file) && !/\.(?:d|test|testing)\.[tj]s$/.test(file))
    .sort()
  return Promise.all(
    files.map(async (file) => ({
      folder: dirname(file),
      name: basename(file).slice(0, -3),
      exports: (await import(pathToFileURL(join(tenant, file)).href)) as Record<string, unknown>,
    })),
  )
}
