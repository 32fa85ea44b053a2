// Checks the variables of security schemes.
import type { Secret } from '../base/secret.ts'
import type { Operation } from '../contract/index.ts'
import {
  availableAlternative,
  isToken,
  type Logins,
  missingVariables,
  type RunConfig,
  SchemeCredentials,
  sentWith,
  withoutCredentials,
} from '../engine/index.ts'
import { type Finding, question, splitRemedy } from './finding.ts'
import type { ProbeCredentials } from './probe.ts'

const namedMax = 5

export function usesTokens(config: RunConfig): boolean {
  const { authentication } = config.contract
  if (authentication === null) return false
  const names = [...authentication.schemes.keys()]
  return names.length === 0 || names.some((scheme) => isToken(config, scheme))
}

export function schemes(config: RunConfig): readonly Finding[] {
  const { authentication, operations } = config.contract
  if (authentication === null || authentication.schemes.size === 0) return []
  const about = question('credentials', 'Are the variables of the security schemes set?')
  const missing = withoutCredentials(config)
  if (missing.length === 0) return [about.ok('a run has credentials for each operation')]
  const wanted = [...new Set(missing.map(({ security }) => missingVariables(config, security ?? [])))]
  const needing = [...operations.values()].filter(({ authenticated }) => authenticated)
  const names = missing.slice(0, namedMax).map(({ name }) => name)
  const found = `no credentials for ${missing.length === needing.length ? 'any operation' : names.join(', ')}${missing.length > namedMax && missing.length < needing.length ? ` and ${missing.length - namedMax} more` : ''}`
  const remedy = `Set ${wanted.join('; and ')}, in the environment or in .env.`
  return [
    missing.length === needing.length
      ? about.problem('configuration', found, remedy)
      : about.warning(found, remedy),
  ]
}

export async function loginFindings(logins: Logins): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const scheme of logins.schemes) {
    const about = question(`login.${scheme}`, `Does the login of the scheme ${scheme} work?`)
    const outcome = await logins.of(scheme)?.token()
    if (outcome === undefined) continue
    const { exchange } = outcome
    const sent = exchange === null ? '' : `${exchange.request.method} ${exchange.request.url} `
    found.push(
      outcome.ok
        ? about.ok(`${sent}returns a credential`)
        : about.problem('tenant', ...splitRemedy(outcome.reason, 'Check the variables of the login.')),
    )
  }
  return found
}

export async function credentialsFor(
  { name, method, path, security }: Operation,
  token: Secret | null,
  config: RunConfig,
  logins: Logins,
): Promise<ProbeCredentials | null> {
  const bearer = token === null ? null : `Bearer ${token.reveal()}`
  if (security === null) return bearer === null ? null : { authorization: bearer, credentials: [] }
  const chosen = availableAlternative(config, security)
  if (chosen === null || Object.keys(chosen).length === 0) return null
  const applied = new SchemeCredentials(config).applied('full', { operation: name, method, path })
  if (applied.login !== null) {
    const session = await logins.of(applied.login)?.token()
    if (session === undefined || !session.ok) return null
    const { authorization, credentials } = sentWith(config, applied.login, session.token.reveal())
    return { authorization, credentials: [...applied.credentials, ...credentials] }
  }
  if (applied.token !== null && bearer === null) return null
  return { authorization: applied.token === null ? null : bearer, credentials: applied.credentials }
}
