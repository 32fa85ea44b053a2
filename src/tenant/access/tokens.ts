// Issues and verifies access tokens, by default RS256 JWTs (part 5 of the specification; RFC 7519, RFC 8725).

import {
  EncryptJWT,
  errors,
  type exportJWK,
  importJWK,
  type JWTPayload,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
} from 'jose'
import { unguessable } from '../../base/chance.ts'
import { nowMs } from '../../base/clock.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { TokenStyle } from '../variations/variation.ts'
import type { Client } from './clients.ts'
import { developmentKey } from './development-key.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'supplied-tokens-refused': [
        ['any.bearer-token', 'any.either-scheme'],
        'The tenant accepts only tokens issued by the token endpoint.',
      ],
      'older-tokens-revoked': [
        'any.token-lifetime',
        'A new token of a client invalidates its earlier tokens.',
      ],
    },
  },
]

const algorithm = 'RS256'
const rememberedMax = 200

// All tenants sign RS256 tokens with this key. Their tokens differ in the claim `iss` (issuer).
const keys = (async () => {
  const { kty, n, e } = developmentKey
  const [privateKey, publicKey] = await Promise.all([
    importJWK(developmentKey, algorithm),
    importJWK({ kty, n, e } as Awaited<ReturnType<typeof exportJWK>>, algorithm),
  ])
  return { privateKey, publicKey }
})()

/** Accepts the audience `/api/v2/` (part 5 of the specification), and any absolute URL that ends with it. */
export function isApiAudience(audience: string): boolean {
  return audience === '/api/v2/' || (parsedUrl(audience) !== null && audience.endsWith('/api/v2/'))
}

export interface IssuedClaims {
  readonly audience?: string
  readonly issuer?: string
  /** Seconds from now until the token becomes valid. */
  readonly notBeforeS?: number
  readonly lifetimeS?: number
}

export class Tokens {
  readonly #issuer: string
  // A cache, because verifying a signature takes longer than the rest of a request.
  readonly #verified = new Map<string, JWTPayload>()
  readonly #issued: string[] = []
  readonly #handedOut = new Map<string, string>()
  readonly #everHandedOut = new Set<string>()
  readonly #disguised = new Map<string, string>()
  readonly #faulty: Faulty
  readonly #style: TokenStyle
  #bad = 0
  // The key for encrypted tokens and for HS256 tokens.
  readonly #secret = Buffer.from(unguessable(32), 'hex')

  /** @param issuer the required value of the claim `iss` */
  constructor(issuer: string, style: TokenStyle, faulty: Faulty) {
    this.#issuer = issuer
    this.#style = style
    this.#faulty = faulty
  }

  /** @param lifetimeS negative for an expired token */
  async issue(
    client: Client,
    audience: string,
    lifetimeS: number,
    scopes: readonly string[] = client.scopes,
    claims: IssuedClaims = {},
  ): Promise<string> {
    const nowS = Math.floor(nowMs() / 1000)
    const issuedAtS = nowS - (lifetimeS < 0 ? 86_400 : 0)
    const expiresAtS = nowS + (claims.lifetimeS ?? lifetimeS)
    const kid = this.#style.kid ? { kid: String(developmentKey.kid) } : {}
    const payload = {
      scope: scopes.join(' '),
      azp: client.id,
      gty: 'client-credentials',
      // Tokens that are issued in the same second differ in this id.
      jti: unguessable(),
      ...(client.global ? {} : { global: false }),
      ...(claims.notBeforeS === undefined ? {} : { nbf: nowS + claims.notBeforeS }),
      iss: claims.issuer ?? this.#issuer,
      sub: `${client.id}@clients`,
      aud: claims.audience ?? audience,
      iat: issuedAtS,
      exp: expiresAtS,
    }
    const header = { typ: 'JWT', ...kid }
    const token = await this.#seal(payload, header)
    this.#issued.push(token)
    if (this.#issued.length > rememberedMax) this.#issued.shift()
    return token
  }

  async #seal(payload: JWTPayload, header: { readonly typ: string; readonly kid?: string }): Promise<string> {
    const { form } = this.#style
    if (form === 'encrypted')
      return new EncryptJWT(payload).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(this.#secret)
    const mac = form === 'mac'
    return new SignJWT(payload)
      .setProtectedHeader({ alg: mac ? 'HS256' : algorithm, ...header })
      .sign(mac ? this.#secret : (await keys).privateKey)
  }

  async #open(token: string): Promise<JWTPayload> {
    const { form } = this.#style
    const options = { issuer: this.#issuer, requiredClaims: ['exp', 'iat', 'sub', 'aud', 'azp'] }
    if (form === 'encrypted') return (await jwtDecrypt(token, this.#secret, options)).payload
    if (form === 'mac')
      return (await jwtVerify(token, this.#secret, { ...options, algorithms: ['HS256'] })).payload
    return (await jwtVerify(token, (await keys).publicKey, { ...options, algorithms: [algorithm] })).payload
  }

  /** Throws an error of the library jose for an invalid token. */
  async verify(presented: string): Promise<JWTPayload> {
    const token = this.#disguised.get(presented) ?? presented
    const claims = await this.#verifyJwt(token)
    const latest = this.#handedOut.get(String(claims.azp))
    if (this.#faulty('supplied-tokens-refused') && !this.#everHandedOut.has(token))
      throw new Error('unknown token')
    if (this.#faulty('older-tokens-revoked') && latest !== undefined && latest !== token)
      throw new Error('revoked token')
    return claims
  }

  /** Returns whether the header contains a valid token, with any scheme. */
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
    const payload = await this.#open(token)
    const audiences = [payload.aud ?? []].flat()
    if (!audiences.some(isApiAudience))
      throw new errors.JWTClaimValidationFailed('unexpected "aud" claim value', payload, 'aud')
    if (this.#verified.size >= rememberedMax) this.#verified.clear()
    this.#verified.set(token, payload)
    return payload
  }

  /** Counts one more invalid token. Returns the number of all invalid tokens. */
  countBad(): number {
    this.#bad += 1
    return this.#bad
  }

  /** Returns the client's last token. Null if there is none, or if each token request gets a new token. */
  kept(clientId: string): string | null {
    return this.#style.reused ? (this.#handedOut.get(clientId) ?? null) : null
  }

  handOut(clientId: string, token: string): void {
    this.#handedOut.set(clientId, token)
    this.#everHandedOut.add(token)
  }

  /** Returns whether the token endpoint issued other tokens to the client, but not this token. */
  hasOthers(clientId: string, token: string): boolean {
    return this.#handedOut.has(clientId) && !this.#everHandedOut.has(token)
  }

  /** Returns an opaque alias of the token, for the fault `opaque-tokens`. */
  disguise(token: string): string {
    const name = `opaque-${unguessable()}`
    this.#disguised.set(name, token)
    return name
  }

  /** The tokens that the tenant issued recently. */
  get issued(): readonly string[] {
    return this.#issued
  }
}
