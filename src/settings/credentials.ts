// Reads the credentials of all principals from environment variables.
import { ConfigurationError } from '../base/error.ts'
import { Secret } from '../base/secret.ts'
import { isHideable, type SecretMask } from '../base/secret-mask.ts'
import {
  type InvalidToken,
  invalidTokens,
  type PrincipalCredentials,
  type RunConfig,
} from '../engine/index.ts'
import type { Environment } from './environment.ts'
import { variableIn } from './tenant-variables.ts'

export function credentials(
  prefix: string,
  environment: Environment,
  mask: SecretMask,
  notes: string[],
): PrincipalCredentials {
  const read = (name: string): string | null => variableIn(environment, `${prefix}${name}`)
  const token = read('ACCESS_TOKEN')
  const id = read('CLIENT_ID')
  const secret = read('CLIENT_SECRET')
  if ((id === null) !== (secret === null))
    throw new ConfigurationError(
      `${prefix}${id === null ? 'CLIENT_SECRET' : 'CLIENT_ID'} is set without ${prefix}${id === null ? 'CLIENT_ID' : 'CLIENT_SECRET'}: set both or neither.`,
    )
  for (const [name, value] of [
    ['ACCESS_TOKEN', token],
    ['CLIENT_SECRET', secret],
  ] as const)
    if (value !== null) addSecret(value, `${prefix}${name}`, mask, notes)
  return {
    accessToken: token === null ? null : new Secret(token),
    client: id === null || secret === null ? null : { id, secret: new Secret(secret) },
  }
}

export function tokensToRefuse(environment: Environment): RunConfig['invalid'] {
  const token = (principal: InvalidToken): Secret | null => {
    const value = variableIn(environment, invalidTokens[principal].variable)
    return value === null ? null : new Secret(value)
  }
  return {
    expired: token('expired'),
    'other-audience': token('other-audience'),
    'not-yet-valid': token('not-yet-valid'),
    'other-issuer': token('other-issuer'),
  }
}

/** @throws ConfigurationError for control characters */
export function addSecret(value: string, name: string, mask: SecretMask, notes: string[]): void {
  if (!isHideable(value)) {
    notes.push(
      `${name} is a short word and is not masked in reports, because masking it would hide ordinary text: use a longer secret.`,
    )
    return
  }
  if (/[\p{Cc}]/u.test(value))
    throw new ConfigurationError(
      `${name} contains a control character, for example a line break: give it on one line.`,
    )
  mask.add(value)
}
