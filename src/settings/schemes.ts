// Reads the credentials of a contract's security schemes from variables.
import { ConfigurationError } from '../base/error.ts'
import { Secret } from '../base/secret.ts'
import { isHideable, type SecretMask } from '../base/secret-mask.ts'
import { type Contract, isTokenScheme, type SecurityScheme } from '../contract/index.ts'
import { basicHeader, missingVariables, type SchemeCredential, withoutCredentials } from '../engine/index.ts'
import { addSecret } from './credentials.ts'
import type { Environment } from './environment.ts'
import { credentialVariables } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

/** Keyed by scheme, in the order of the contract. Schemes of tokens use the variables of `full`. */
export function schemeVariables({ authentication }: Contract): ReadonlyMap<string, readonly string[]> {
  const schemes = [...(authentication?.schemes ?? [])]
  const keys = schemes.filter(([, { type }]) => type === 'apiKey').map(([name]) => name)
  const { apiKey, username, password } = credentialVariables
  const used = new Map<string, number>()
  const ofKey = (name: string): string => {
    if (keys.length === 1) return apiKey.variable
    const variable = `${apiKey.variable}_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    // Names may differ in other characters only.
    const count = (used.get(variable) ?? 0) + 1
    used.set(variable, count)
    return count === 1 ? variable : `${variable}_${count}`
  }
  return new Map(
    schemes.flatMap(([name, scheme]): [string, readonly string[]][] => {
      if (isTokenScheme(scheme)) return []
      return [[name, scheme.type === 'apiKey' ? [ofKey(name)] : [username.variable, password.variable]]]
    }),
  )
}

/**
 * A document may keep its security to itself: what the operator supplies is then sent everywhere, and its lack is not judged.
 */
export function withSuppliedCredentials(contract: Contract, environment: Environment): Contract {
  if (contract.openapi === null || contract.authentication !== null) return contract
  const has = (variable: string): boolean => variableIn(environment, variable) !== null
  const { username, password } = credentialVariables
  const scheme: SecurityScheme | null =
    has(username.variable) && has(password.variable)
      ? { type: 'http', scheme: 'basic' }
      : has('TENANT_ACCESS_TOKEN')
        ? { type: 'http', scheme: 'bearer', tokens: 'opaque' }
        : null
  if (scheme === null) return contract
  const security = [{ supplied: [] }, {}]
  return {
    ...contract,
    authentication: {
      tokenPath: null,
      audience: null,
      tokens: 'opaque',
      schemes: new Map([['supplied', scheme]]),
    },
    operations: new Map([...contract.operations].map(([name, one]) => [name, { ...one, security }])),
  }
}

export function schemeCredentials(
  contract: Contract,
  environment: Environment,
  mask: SecretMask,
  notes: string[],
): ReadonlyMap<string, SchemeCredential> {
  const { username } = credentialVariables
  return new Map(
    [...schemeVariables(contract)].map(([scheme, variables]) => {
      const values = variables.map((name) => variableIn(environment, name))
      for (const [index, value] of values.entries()) {
        const name = variables[index] ?? ''
        if (value === null) continue
        // A user's name is no secret, but may be an address.
        if (name !== username.variable) addSecret(value, name, mask, notes)
        else if (isHideable(value)) mask.add(value)
      }
      const [user, password] = values
      if (user != null && password != null) mask.add(basicHeader(user, password).replace('Basic ', ''))
      return [
        scheme,
        { variables, parts: values.map((value) => (value === null ? null : new Secret(value))) },
      ]
    }),
  )
}

/**
 * @returns a note if some operations lack credentials
 * @throws ConfigurationError if all that need them do
 */
export function requireCredentials(
  config: Parameters<typeof missingVariables>[0],
  baseUrl: string,
): readonly string[] {
  const { authentication, operations } = config.contract
  if (authentication === null) return []
  if (authentication.schemes.size === 0) {
    if (config.full.accessToken !== null || config.full.client !== null) return []
    throw new ConfigurationError(
      `There is no credential for ${baseUrl}: set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment or in .env.`,
    )
  }
  const missing = withoutCredentials(config)
  const [first] = missing
  if (first === undefined) return []
  const says = (operation: typeof first): string => missingVariables(config, operation.security ?? [])
  const all = [...operations.values()].filter(({ authenticated }) => authenticated)
  if (missing.length === all.length)
    throw new ConfigurationError(
      `There is no credential for ${baseUrl}: set ${[...new Set(missing.map(says))].slice(0, 3).join('; or ')}, in the environment or in .env.`,
    )
  return [
    `${missing.length} of ${operations.size} operations lack credentials, the first is ${first.name}: set ${says(first)}.`,
  ]
}

/** Variables for a run, from the values of each scheme. */
export function schemeEnvironment(
  contract: Contract,
  values: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, string>> {
  const pairs = [...schemeVariables(contract)].flatMap(([scheme, variables]) =>
    variables.map((name, index): [string, string] => [name, values.get(scheme)?.[index] ?? '']),
  )
  return Object.fromEntries(pairs)
}
