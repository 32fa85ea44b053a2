// Finds the tenant's public keys (PEM), with which the run forges tokens.
import { createPublicKey } from 'node:crypto'
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { decodeToken } from '../../client/index.ts'
import { fixture, using } from '../fixture.ts'
import { probe } from './principal-attempts.ts'
import { tokenForgedFrom } from './valid-token.ts'

const publicKeys = fixture(
  'public keys',
  using([[probe, 'full']], async (check): Promise<readonly string[]> => {
    const { contract, principals, call } = check
    const outcome = await principals.outcome(await tokenForgedFrom(check))
    const jwt = outcome.ok ? decodeToken(outcome.token.reveal()) : null
    if (jwt === null) return []
    const sets = [
      await call(principals.endpoint.keySetRequest(), { as: 'none' }),
      ...(contract.probe === null ? [] : [await check.use(probe, 'full')]),
    ]
    const found = sets.flatMap((set) => keyOf(set, jwt.header.kid) ?? [])
    return [...new Set(found)]
  }),
)

/**
 * A careless tenant may use its public key as an HMAC secret, so that anyone can sign a token (RFC 8725,
 * 2.1).
 */
export const learnPublicKeys = using([publicKeys], async (check): Promise<void> => {
  check.principals.learnKeys(await check.use(publicKeys))
})

function keyOf(exchange: Exchange, kid: unknown): string | null {
  const body = bodyOf(exchange)
  const listed = body.ok && isObject(body.value) ? body.value.keys : undefined
  const keys = Array.isArray(listed) ? listed.filter(isObject) : []
  return pemOf(keys.find((key) => key.kid === kid) ?? keys[0] ?? {})
}

function pemOf(key: JsonObject): string | null {
  try {
    return createPublicKey({ format: 'jwk', key }).export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    return null
  }
}
