// Repeats a diagnosis with the values that it found, until it finds no new value.

import { type DiagnosisOptions, diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnosis } from '../diagnostics/finding.ts'
import type { Environment } from '../settings/environment.ts'

export interface Discovery {
  readonly diagnosis: Diagnosis
  readonly variables: Environment
  readonly found: Readonly<Record<string, string>>
}

// Finding the path, the token endpoint, the audience and the profile can take four rounds. The last round
// confirms all.
const roundsMax = 5

/** Sends no request to an address that a response contains. */
export async function discover(options: DiagnosisOptions, given: Environment): Promise<Discovery> {
  let variables = given
  let found: Readonly<Record<string, string>> = {}
  for (let rounds = 1; ; rounds += 1) {
    const diagnosis = await diagnose(options, { variables, file: null })
    const sets: Record<string, string> = Object.assign({}, ...diagnosis.findings.map((one) => one.sets))
    const known = options.profile !== undefined || variables.TENANT_PROFILE?.trim()
    if (diagnosis.recognised !== null && !known) sets.TENANT_PROFILE = diagnosis.recognised
    const news = Object.entries(sets).filter(([name, value]) => variables[name] !== value)
    variables = { ...variables, ...sets }
    found = { ...found, ...sets }
    if (news.length === 0 || rounds >= roundsMax) return { diagnosis, variables, found }
  }
}
