// Access tokens: RS256 JWTs, issued and verified (part 5; RFC 7519, RFC 8725).

import { type exportJWK, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { unguessable } from '../../base/chance.ts'
import { nowMs } from '../../base/clock.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Client } from './clients.ts'
import { developmentKey } from './development-key.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'supplied-tokens-refused': [
        ['any.bearer-token', 'any.either-scheme'],
        'Tokens that the token endpoint did not give out are not accepted.',
      ],
      'older-tokens-revoked': [
        ['any.either-scheme', 'any.bearer-token'],
        'A token that is given to a client ends those that it had before.',
      ],
    },
  },
]

const algorithm = 'RS256'
const rememberedMax = 200

// Imported once per process: the key is the same for all tenants, which the issuer tells apart.
const keys = (async () => {
  const { kty, n, e } = developmentKey
  const [privateKey, publicKey] = await Promise.all([
    importJWK(developmentKey, algorithm),
    importJWK({ kty, n, e } as Awaited<ReturnType<typeof exportJWK>>, algorithm),
  ])
  return { privateKey, publicKey }
})()

/** Whether an audience is the API's: `/api/v2/` (part 5), alone or at the end of an absolute URL. */
export function isApiAudience(audience: string): boolean {
  return audience === '/api/v2/' || (parsedUrl(audience) !== null && audience.endsWith('/api/v2/'))
}

export class Tokens {
  readonly #issuer: string
  // Verifying a signature costs more than all the rest of a request; what was verified once stays verified.
  readonly #verified = new Map<string, JWTPayload>()
  readonly #issued: string[] = []
  readonly #handedOut = new Map<string, string>()
  readonly #disguised = new Map<string, string>()
  readonly #faulty: Faulty

  /** @param issuer the `iss` claim; tokens of another issuer are not valid */
  constructor(issuer: string, faulty: Faulty) {
    this.#issuer = issuer
    this.#faulty = faulty
  }

  /** A token for `client`. @param lifetimeS seconds; negative for one that has expired */
  async issue(
    client: Client,
    audience: string,
    lifetimeS: number,
    scopes: readonly string[] = client.scopes,
  ): Promise<string> {
    const issuedAtS = Math.floor(nowMs() / 1000) - (lifetimeS < 0 ? 86_400 : 0)
    const expiresAtS = Math.floor(nowMs() / 1000) + lifetimeS
    const token = await new SignJWT({
      scope: scopes.join(' '),
      azp: client.id,
      gty: 'client-credentials',
      // Two tokens of one second would be the same text without it.
      jti: unguessable(),
      ...(client.global ? {} : { global: false }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: String(developmentKey.kid) })
      .setIssuer(this.#issuer)
      .setSubject(`${client.id}@clients`)
      .setAudience(audience)
      .setIssuedAt(issuedAtS)
      .setExpirationTime(expiresAtS)
      .sign((await keys).privateKey)
    this.#issued.push(token)
    if (this.#issued.length > rememberedMax) this.#issued.shift()
    return token
  }

  /** The claims of a valid token. Throws jose's errors: for its form, signature, expiry, issuer or audience. */
  async verify(presented: string): Promise<JWTPayload> {
    const token = this.#disguised.get(presented) ?? presented
    const claims = await this.#verifyJwt(token)
    const latest = this.#handedOut.get(String(claims.azp))
    if (this.#faulty('supplied-tokens-refused') && ![...this.#handedOut.values()].includes(token))
      throw new Error('unknown token')
    if (this.#faulty('older-tokens-revoked') && latest !== undefined && latest !== token)
      throw new Error('revoked token')
    return claims
  }

  /** Whether an Authorization header holds a valid token, in whatever scheme. */
  async knows(header: string | undefined): Promise<boolean> {
    const token = header?.trim().split(' ').at(-1)
    if (token === undefined) return false
    return this.verify(token).then(
      () => true,
      () => false,
    )
  }

  async #verifyJwt(token: string): Promise<JWTPayload> {
    const known = this.#verified.get(token)
    if (known !== undefined && Number(known.exp) * 1000 > nowMs()) return known
    const { payload } = await jwtVerify(token, (await keys).publicKey, {
      algorithms: [algorithm],
      issuer: this.#issuer,
      requiredClaims: ['exp', 'iat', 'sub', 'aud', 'azp'],
    })
    const audiences = [payload.aud ?? []].flat()
    if (!audiences.some(isApiAudience)) throw new Error('unexpected "aud" claim value')
    if (this.#verified.size >= rememberedMax) this.#verified.clear()
    this.#verified.set(token, payload)
    return payload
  }

  /** Told of a token that the token endpoint gives to a client. */
  handOut(clientId: string, token: string): void {
    this.#handedOut.set(clientId, token)
  }

  /** An opaque name for a token, by which it is accepted: only a faulty tenant issues one. */
  disguise(token: string): string {
    const name = `opaque-${unguessable()}`
    this.#disguised.set(name, token)
    return name
  }

  /** The tokens issued last. */
  get issued(): readonly string[] {
    return this.#issued
  }
}
