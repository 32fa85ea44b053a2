// Modules found by their place: a new route, fault or variation is a file, with no list to add it to.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeRoot } from '../../base/package-root.ts'

const tenant = join(codeRoot, 'src/tenant')

/** A module by its place in the tenant's folder. */
export interface Discovered {
  /** The folder that it lies in, relative to the tenant's. */
  readonly folder: string
  /** The name of its file, less the extension. */
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Imports every module of the tenant, however deep it lies, tests and declarations apart, in order of path. */
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
