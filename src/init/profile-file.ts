// Creates the profile of a tenant, if possible from a shipped profile.
import type { Contract } from '../contract/index.ts'
import { blankProfile, loadProfile, schemaReference } from '../profile/index.ts'

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
      shipped === null ? `Profile of ${host}.` : `Profile of ${host}, based on the profile ${shipped}.`,
  }
  return `${JSON.stringify(profile, null, 2)}\n`
}

const nameCharactersMax = 100
