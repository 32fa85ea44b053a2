// Finds the profile schema, which editors use to check a profile.
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../base/package-root.ts'
import type { Contract } from '../contract/index.ts'

/** Returns a relative path, or a file URL if the schema is not below the profile's folder. */
export function schemaReference(file: string, { folders }: Contract): string {
  const own = folders.schemas === null ? null : join(folders.schemas, 'profile.json')
  const schema = own !== null && existsSync(own) ? own : join(packageRoot, 'schemas/meta/profile.json')
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/')
  return isAbsolute(path) || path.startsWith('..') ? pathToFileURL(schema).href : `./${path}`
}
