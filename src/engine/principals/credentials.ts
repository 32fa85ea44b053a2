// Makes the credentials for token sources, and reads the lifetimes of tokens.
import { bodyOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { type Credentials, decodeToken, type TokenSource } from '../../client/index.ts'
import type { PrincipalCredentials } from '../config.ts'

export function byClient(credentials: PrincipalCredentials): Credentials | null {
  return credentials.client === null
    ? null
    : { clientId: credentials.client.id, clientSecret: credentials.client.secret }
}

export function byToken(credentials: PrincipalCredentials): Credentials | null {
  return credentials.accessToken === null ? null : { accessToken: credentials.accessToken }
}

/** In whole seconds. */
export async function lifetimesOf(sources: readonly TokenSource[]): Promise<readonly number[]> {
  const lifetimes: number[] = []
  for (const source of sources) {
    const issued = source.exchanges.findLast(({ response }) => response?.status === 200)
    const answer = issued === undefined ? null : bodyOf(issued)
    const expiresIn = answer?.ok && isObject(answer.value) ? answer.value.expires_in : undefined
    const token = issued === undefined ? await source.token() : null
    const claims = token?.ok ? decodeToken(token.token.reveal())?.payload : undefined
    const { exp, iat } = claims ?? {}
    const seconds = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : expiresIn
    if (typeof seconds === 'number' && Number.isFinite(seconds)) lifetimes.push(Math.round(seconds))
  }
  return lifetimes
}
