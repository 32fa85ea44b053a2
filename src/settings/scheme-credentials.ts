// Reads the credentials of security schemes from environment variables.

import { ConfigurationError } from '../base/error.ts'
import { Secret } from '../base/secret.ts'
import { isHideable, type SecretMask } from '../base/secret-mask.ts'
import { counted } from '../base/text/counted.ts'
import { type Contract, isTokenScheme, loginIn, type SecurityScheme } from '../contract/index.ts'
import {
  basicHeader,
  type LoginCredential,
  missingVariables,
  type SchemeCredential,
  withoutCredentials,
} from '../engine/index.ts'
import { addSecret } from './credentials.ts'
import type { Environment } from './environment.ts'
import { limitedVariable, schemeVariables, type UserVariables, userVariables } from './scheme-variables.ts'
import { credentialVariables } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

function presentUser(
  { own, usual }: UserVariables,
  environment: Environment,
): readonly [username: string, password: string] {
  const plain = [credentialVariables.username.variable, credentialVariables.password.variable] as const
  const one = (index: 0 | 1): string =>
    [own[index], plain[index]].find((name) => variableIn(environment, name) !== null) ?? usual[index]
  return [one(0), one(1)]
}

/**
 * If an OpenAPI document declares no scheme, adds one for supplied credentials. The run does not judge
 * requests without them.
 */
export function withSuppliedCredentials(contract: Contract, environment: Environment): Contract {
  if (contract.openapi === null || contract.authentication !== null) return contract
  const has = (variable: string): boolean => variableIn(environment, variable) !== null
  const { username, password } = credentialVariables
  const scheme: SecurityScheme | null =
    has(username.variable) && has(password.variable)
      ? { type: 'http', scheme: 'basic' }
      : has('TENANT_ACCESS_TOKEN')
        ? { type: 'http', scheme: 'bearer', tokens: 'opaque', login: null }
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

function limitedKey(
  [variable = '']: readonly string[],
  environment: Environment,
  mask: SecretMask,
  notes: string[],
): Secret | null {
  const value = variableIn(environment, limitedVariable(variable))
  if (value === null) return null
  addSecret(value, limitedVariable(variable), mask, notes)
  return new Secret(value)
}

export function schemeCredentials(
  contract: Contract,
  environment: Environment,
  mask: SecretMask,
  notes: string[],
): ReadonlyMap<string, SchemeCredential> {
  const users = userVariables(contract)
  return new Map(
    [...schemeVariables(contract)].map(([scheme, declared]) => {
      const user =
        contract.authentication?.schemes.get(scheme)?.type === 'http' ? users.get(scheme) : undefined
      const variables = user === undefined ? declared : presentUser(user, environment)
      const values = variables.map((name) => variableIn(environment, name))
      for (const [index, value] of values.entries()) {
        const name = variables[index] ?? ''
        if (value === null) continue
        if (user === undefined || index === 1) addSecret(value, name, mask, notes)
        // Adds the username to the mask, because it may be an email address.
        else if (isHideable(value)) mask.add(value)
      }
      const [username, password] = user === undefined ? [] : values
      if (username != null && password != null)
        mask.add(basicHeader(username, password).replace('Basic ', ''))
      return [
        scheme,
        {
          variables,
          parts: values.map((value) => (value === null ? null : new Secret(value))),
          limited: user === undefined ? limitedKey(variables, environment, mask, notes) : null,
        },
      ]
    }),
  )
}

/**
 * Returns an entry for each scheme with a login. A supplied token or key replaces the shared user, but not a
 * user in the scheme's own variables.
 */
export function loginCredentials(
  contract: Contract,
  environment: Environment,
  token: boolean,
  mask: SecretMask,
  notes: string[],
): ReadonlyMap<string, LoginCredential> {
  const direct = schemeVariables(contract)
  const found = [...userVariables(contract)].flatMap(([name, user]): [string, LoginCredential][] => {
    const scheme = contract.authentication?.schemes.get(name)
    if (scheme === undefined || loginIn(scheme) === null) return []
    const variables = presentUser(user, environment)
    const [username, password] = variables.map((one) => variableIn(environment, one)) as [
      string | null,
      string | null,
    ]
    const isOwn = user.own.every((one, index) => one === variables[index])
    const isSupplied = isTokenScheme(scheme)
      ? token
      : (direct.get(name) ?? []).some((one) => variableIn(environment, one) !== null)
    if (password !== null) addSecret(password, variables[1], mask, notes)
    if (username !== null && isHideable(username)) mask.add(username)
    if (username === null || password === null || (isSupplied && !isOwn))
      return [[name, { variables, user: null }]]
    return [[name, { variables, user: { name: username, password: new Secret(password) } }]]
  })
  return new Map(found)
}

/**
 * @returns a note if some operations lack credentials
 * @throws ConfigurationError if all operations that need credentials lack them
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
      `No credentials are set for ${baseUrl}: set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment or in .env.`,
    )
  }
  const missing = withoutCredentials(config)
  const [first] = missing
  if (first === undefined) return []
  const says = (operation: typeof first): string => missingVariables(config, operation.security ?? [])
  const all = [...operations.values()].filter(({ authenticated }) => authenticated)
  if (missing.length === all.length)
    throw new ConfigurationError(
      `No credentials are set for ${baseUrl}: set ${[...new Set(missing.map(says))].slice(0, 3).join('; or ')}, in the environment or in .env.`,
    )
  return [
    `${missing.length} of ${counted(operations.size, 'operation')} ${missing.length === 1 ? 'has' : 'have'} no credentials, the first is ${first.name}: set ${says(first)}.`,
  ]
}
