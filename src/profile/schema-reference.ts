// Finds the profile schema, which editors use to check a profile.
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../base/package-root.ts'
import type { Contract } from '../contract/index.ts'

/**
 * Returns a relative path if the schema is in the folder of the profile, or in a folder below it. Otherwise
 * returns a file URL.
 */
export function schemaReference(file: string, { folders }: Contract): string {
  const own = folders.schemas === null ? null : join(folders.schemas, 'profile.json')
  const schema = own !== null && existsSync(own) ? own : join(packageRoot, 'schemas/meta/profile.json')
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/')
  return isAbsolute(path) || path.startsWith('..') ? pathToFileURL(schema).href : `./${path}`
}
