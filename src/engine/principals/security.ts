// Finds the alternative of an operation's security for which all variables are set, or the missing variables.
import { fits, isTokenScheme, type Operation, type SecurityRequirement } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'

export type SecurityConfig = Pick<RunConfig, 'contract' | 'full' | 'schemes' | 'logins'>

const schemesOf = (alternative: SecurityRequirement): readonly string[] => Object.keys(alternative)

export interface Addressed {
  readonly operation: string
  readonly method: string
  readonly path: string
}

/**
 * Returns the security of the operation. For requests of fixtures and of the clean-up, method and path
 * determine the operation.
 */
export function securityOf(
  { contract }: SecurityConfig,
  addressed: Addressed,
): readonly SecurityRequirement[] {
  const all = [...contract.operations.values()]
  const known = contract.operations.get(addressed.operation) ?? operationAt(all, addressed)
  return known === undefined ? all.flatMap(({ security }) => security ?? []) : (known.security ?? [])
}

function operationAt(all: readonly Operation[], { method, path }: Addressed): Operation | undefined {
  const [own = ''] = path.split(/[?#]/, 1)
  // If several paths fit, a path with fewer parameters takes precedence.
  const there = all
    .filter((operation) => fits(operation.path, own))
    .sort((one, other) => one.parameters.length - other.parameters.length)
  return there.find((operation) => operation.method === method) ?? there[0]
}

export function isToken({ contract }: SecurityConfig, scheme: string): boolean {
  const known = contract.authentication?.schemes.get(scheme)
  return known !== undefined && isTokenScheme(known)
}

export function usesLogin({ logins }: SecurityConfig, scheme: string): boolean {
  return logins.get(scheme)?.user != null
}

function hasScheme(config: SecurityConfig, scheme: string): boolean {
  if (usesLogin(config, scheme)) return true
  if (isToken(config, scheme)) return config.full.accessToken !== null || config.full.client !== null
  const parts = config.schemes.get(scheme)?.parts ?? [null]
  return parts.every((part) => part !== null)
}

/** Null if no alternative has all credentials. Prefers an alternative with credentials to an empty one. */
export function availableAlternative(
  config: SecurityConfig,
  security: readonly SecurityRequirement[],
  { withToken = false } = {},
): SecurityRequirement | null {
  const fitting = security.filter(
    (one) =>
      schemesOf(one).every((scheme) => hasScheme(config, scheme)) &&
      (!withToken || schemesOf(one).some((scheme) => isToken(config, scheme))) &&
      !isContradictory(config, one),
  )
  return fitting.find((one) => schemesOf(one).length > 0) ?? fitting[0] ?? null
}

/** Returns an alternative whose API key lacks the required scopes. */
export function limitedAlternative(
  config: SecurityConfig,
  security: readonly SecurityRequirement[],
): { readonly alternative: SecurityRequirement; readonly scheme: string } | null {
  for (const alternative of security) {
    const scheme = schemesOf(alternative).find((one) => config.schemes.get(one)?.limited != null)
    if (scheme === undefined || isContradictory(config, alternative)) continue
    if (schemesOf(alternative).every((one) => one === scheme || hasScheme(config, one)))
      return { alternative, scheme }
  }
  return null
}

function isContradictory(config: SecurityConfig, alternative: SecurityRequirement): boolean {
  const uses = schemesOf(alternative).flatMap((name) => {
    const scheme = config.contract.authentication?.schemes.get(name)
    if (scheme === undefined || isToken(config, name)) return ['token']
    if (scheme.type === 'http') return ['basic']
    const isHeader = scheme.type === 'apiKey' && scheme.in === 'header'
    return isHeader && scheme.name.toLowerCase() === 'authorization' ? [name] : []
  })
  return new Set(uses).size > 1
}

/** Returns an alternative in which only the wrong credential can cause a refusal. Null if there is none. */
export function alternativeToSpoil(
  config: SecurityConfig,
  security: readonly SecurityRequirement[],
  scheme: string,
): SecurityRequirement | null {
  const found = security.find((alternative) => {
    if (!(scheme in alternative) || isContradictory(config, alternative)) return false
    const others = schemesOf(alternative).filter((one) => one !== scheme)
    const suffice = security.some((other) => schemesOf(other).every((one) => others.includes(one)))
    return !suffice && others.every((one) => hasScheme(config, one))
  })
  return found ?? null
}

export function withoutCredentials(config: SecurityConfig): readonly Operation[] {
  return [...config.contract.operations.values()].filter(
    ({ authenticated, security }) =>
      authenticated && security !== null && availableAlternative(config, security) === null,
  )
}

/** Returns text such as "TENANT_API_KEY for the scheme "key", or …". */
export function missingVariables(config: SecurityConfig, security: readonly SecurityRequirement[]): string {
  const alternatives = security.map((alternative) =>
    schemesOf(alternative)
      .filter((scheme) => !hasScheme(config, scheme))
      .map((scheme) => `${variablesOf(config, scheme)} for the scheme "${scheme}"`)
      .join(', with '),
  )
  return [...new Set(alternatives)].filter((one) => one !== '').join(', or ')
}

function variablesOf(config: SecurityConfig, scheme: string): string {
  const byLogin = config.logins.get(scheme)?.variables.join(' and ')
  if (byLogin === undefined) return suppliedVariablesOf(config, scheme)
  return `${byLogin} (or ${suppliedVariablesOf(config, scheme)})`
}

function suppliedVariablesOf(config: SecurityConfig, scheme: string): string {
  const known = config.schemes.get(scheme)
  if (known !== undefined)
    return known.variables.filter((_, index) => known.parts[index] === null).join(' and ')
  const { schemes, tokenPath } = config.contract.authentication ?? {}
  const declared = schemes?.get(scheme)
  const byClient = tokenPath != null || (declared?.type === 'oauth2' && declared.tokenUrl !== null)
  return `TENANT_ACCESS_TOKEN${byClient ? ' (or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET)' : ''}`
}
