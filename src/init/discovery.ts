// Repeats a look with the values found, until nothing new is found.

import type { Look } from '../look/finding.ts'
import { type LookOptions, look } from '../look/look.ts'
import type { Environment } from '../settings/environment.ts'

export interface Discovery {
  readonly look: Look
  /** The given variables, with the values found. */
  readonly variables: Environment
  /** By variable. */
  readonly found: Readonly<Record<string, string>>
}

// For path, token endpoint, audience and profile, then all together.
const looksMax = 5

/** Requests go only to the given server, never to an address from a response. */
export async function discover(options: LookOptions, given: Environment): Promise<Discovery> {
  let variables = given
  let found: Readonly<Record<string, string>> = {}
  for (let looks = 1; ; looks += 1) {
    const seen = await look(options, { variables, file: null })
    const sets: Record<string, string> = Object.assign({}, ...seen.findings.map((one) => one.sets))
    const known = options.profile !== undefined || variables.TENANT_PROFILE?.trim()
    if (seen.recognised !== null && !known) sets.TENANT_PROFILE = seen.recognised
    const news = Object.entries(sets).filter(([name, value]) => variables[name] !== value)
    variables = { ...variables, ...sets }
    found = { ...found, ...sets }
    if (news.length === 0 || looks >= looksMax) return { look: seen, variables, found }
  }
}
