// Names the environment variables of security schemes.
import { type Contract, isTokenScheme, loginIn, type SecurityScheme } from '../contract/index.ts'
import { credentialVariables } from './tenant-options.ts'

/** Omits schemes with tokens, which use the variables of the principal `full`. */
export function schemeVariables(contract: Contract): ReadonlyMap<string, readonly string[]> {
  const schemes = [...(contract.authentication?.schemes ?? [])]
  const keys = schemes.filter(([, { type }]) => type === 'apiKey').map(([name]) => name)
  const { apiKey } = credentialVariables
  const ofKey = named(apiKey.variable)
  const users = userVariables(contract)
  return new Map(
    schemes.flatMap(([name, scheme]): [string, readonly string[]][] => {
      if (isTokenScheme(scheme)) return []
      if (scheme.type === 'apiKey') return [[name, [keys.length === 1 ? apiKey.variable : ofKey(name)]]]
      return [[name, users.get(name)?.usual ?? []]]
    }),
  )
}

export interface UserVariables {
  readonly own: readonly [username: string, password: string]
  readonly usual: readonly [username: string, password: string]
}

/**
 * If one of several schemes with a user is a login, each has its own variables instead of the shared ones.
 */
export function userVariables({ authentication }: Contract): ReadonlyMap<string, UserVariables> {
  const schemes = [...(authentication?.schemes ?? [])]
  const isBasic = (scheme: SecurityScheme): boolean => scheme.type === 'http' && scheme.scheme === 'basic'
  const having = schemes.filter(([, scheme]) => isBasic(scheme) || loginIn(scheme) !== null)
  const ofLogins = having.some(([, scheme]) => !isBasic(scheme))
  const username = named(credentialVariables.username.variable)
  const password = named(credentialVariables.password.variable)
  const plain = [credentialVariables.username.variable, credentialVariables.password.variable] as const
  return new Map(
    having.map(([name]) => {
      const own = [username(name), password(name)] as const
      return [name, { own, usual: having.length > 1 && ofLogins ? own : plain }]
    }),
  )
}

function named(variable: string): (scheme: string) => string {
  const used = new Map<string, number>()
  return (scheme) => {
    const name = `${variable}_${scheme.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  }
}

export function loginVariables(contract: Contract, scheme: string): readonly string[] | null {
  if (loginIn(contract.authentication?.schemes.get(scheme)) === null) return null
  return userVariables(contract).get(scheme)?.usual ?? null
}

export function variablesOfSchemes(contract: Contract): readonly string[] {
  const users = [...userVariables(contract).values()].flatMap(({ own }) => own)
  const direct = [...schemeVariables(contract).values()].flat()
  const limited = direct
    .filter((one) => one.startsWith(credentialVariables.apiKey.variable))
    .map(limitedVariable)
  return [...new Set([...direct, ...users, ...limited])]
}

export const limitedVariable = (variable: string): string => variable.replace('TENANT_', 'TENANT_LIMITED_')

export function schemeEnvironment(
  contract: Contract,
  values: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, string>> {
  const users = userVariables(contract)
  const pairs = [...(contract.authentication?.schemes.keys() ?? [])].flatMap((scheme) => {
    const own = schemeVariables(contract).get(scheme) ?? []
    const variables = users.get(scheme)?.own ?? [...own, ...own.map(limitedVariable)]
    return variables.map((name, index): [string, string] => [name, values.get(scheme)?.[index] ?? ''])
  })
  return Object.fromEntries(pairs)
}
