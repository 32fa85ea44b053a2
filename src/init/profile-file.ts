// The profile that a tenant begins with: a file of its own, made from a shipped one where the tenant is known to be of its kind.
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../base/package-root.ts'
import type { Contract } from '../contract/index.ts'
import { loadProfile } from '../profile/index.ts'

/**
 * The text of the file.
 * @param shipped the name of the profile that it is made from; null for one that declares nothing yet
 * @param baseUrl whose profile it is
 */
export function profileText(
  file: string,
  shipped: string | null,
  baseUrl: string,
  contract: Contract,
): string {
  const { host } = new URL(baseUrl)
  const schema = schemaFor(file, contract)
  const begun = shipped === null ? { fixtures: {} } : loadProfile(shipped, contract)
  const profile = {
    ...(schema === null ? {} : { $schema: schema }),
    ...begun,
    ...(schema === null ? {} : { $schema: schema }),
    name: host.slice(0, nameCharactersMax),
    description:
      shipped === null
        ? `What ${host} declares.`
        : `What ${host} declares, begun with the profile ${shipped}.`,
  }
  return `${JSON.stringify(profile, null, 2)}\n`
}

// By schemas/meta/profile.json.
const nameCharactersMax = 100

/** Where an editor finds the schema: beside the file, where it moves with it, or else at its place on this machine. */
function schemaFor(file: string, { folders }: Contract): string | null {
  const own = join(folders.schemas, 'profile.json')
  const schema = existsSync(own) ? own : join(packageRoot, 'schemas/meta/profile.json')
  const path = relative(dirname(resolve(file)), schema).replaceAll('\\', '/')
  return isAbsolute(path) || path.startsWith('..') ? pathToFileURL(schema).href : `./${path}`
}
