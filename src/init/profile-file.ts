// The profile that a tenant begins with: a file of its own, made from a shipped one where the tenant is known to be of its kind.
import type { Contract } from '../contract/index.ts'
import { blankProfile, loadProfile, schemaReference } from '../profile/index.ts'

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
  const { $schema: _, ...begun } = shipped === null ? blankProfile : loadProfile(shipped, contract)
  const profile = {
    $schema: schemaReference(file, contract),
    ...(shipped === null ? { fixtures: {} } : {}),
    ...begun,
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
