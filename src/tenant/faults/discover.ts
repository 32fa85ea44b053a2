// Imports all modules of the tenant that may declare routes, faults or variations.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeRoot } from '../../base/package-root.ts'

const tenant = join(codeRoot, 'src/tenant')

export interface Discovered {
  /** Relative to src/tenant. */
  readonly folder: string
  /** Without extension. */
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Sorts by path. Skips tests and type declarations. */
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
