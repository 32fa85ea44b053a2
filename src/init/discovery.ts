// Finding out: a look at the tenant, and another one with what the first one found, until nothing more is to be found.
import type { Environment } from '../environment.ts'
import type { Look } from '../look/finding.ts'
import { type LookOptions, look } from '../look/look.ts'

/** What is known of a tenant once it was looked at. */
export interface Discovery {
  readonly look: Look
  /** Those that were given, with what was found to be right in their place. */
  readonly variables: Environment
  /** What was found, by its variable. */
  readonly found: Readonly<Record<string, string>>
}

// The path, the token endpoint, the audience, the profile, and how it all is then.
const looksMax = 5

/** Where requests go is never taken from an answer: what is found is on the server that was given. */
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
