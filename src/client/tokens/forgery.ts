// Forges tokens that a tenant must reject (RFC 7519, section 7.2; RFC 8725).
import { createHmac, sign } from 'node:crypto'
import { unguessable } from '../../base/chance.ts'
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import { decodeToken, encryptedParts } from './jwt.ts'
import { untrustedCertificate, untrustedJwk, untrustedKey } from './untrusted-key.ts'

export interface ForgeryAids {
  readonly publicKeys: readonly string[]
  /** Another valid token of the tenant, for the forgery `swapped-signature`. */
  readonly other: string | null
}

const noAids: ForgeryAids = { publicKeys: [], other: null }

/** For an encrypted token, `body` contains all parts except the first and the last. */
interface TokenParts {
  readonly header: JsonObject
  readonly head: string
  readonly body: string
  readonly signature: string
  readonly claims: JsonObject
  /** Header and body that the forgery signs. For an encrypted token, the forgery invents both. */
  readonly signed: { readonly header: JsonObject; readonly body: string }
}

type Forge = (parts: TokenParts, aids: ForgeryAids) => string | null

/** Makes a token without a signature (RFC 7519, section 6; RFC 8725, section 3.2). */
const unsigned =
  (alg: string): Forge =>
  ({ signed: { header, body } }) =>
    `${encoded({ ...header, alg })}.${body}.`

const withHeader =
  (change: (header: JsonObject) => JsonObject): Forge =>
  ({ header, body, signature }) =>
    `${encoded(change(header))}.${body}.${signature}`

const withSignature =
  (change: (signature: string) => string): Forge =>
  ({ head, body, signature }) =>
    signature.length < signatureCharactersMin ? null : `${head}.${body}.${change(signature)}`

const signatureCharactersMin = 8

const byUntrustedKey =
  (change: (header: JsonObject) => JsonObject = (header) => header): Forge =>
  ({ signed: { header, body } }) =>
    signedBy(change({ ...header, alg: 'RS256' }), body, (input) =>
      sign('sha256', Buffer.from(input), untrustedKey()),
    )

/** Signs with HS256 and a public or guessable secret. */
const byHmac =
  (secretOf: (aids: ForgeryAids) => string | undefined, change: JsonObject = {}): Forge =>
  ({ signed: { header, body } }, aids) => {
    const secret = secretOf(aids)
    if (secret === undefined) return null
    return signedBy({ ...header, alg: 'HS256', ...change }, body, (input) =>
      createHmac('sha256', secret).update(input).digest(),
    )
  }

const untrustedKid = 'forged'
const untrustedKeySet = JSON.stringify({
  keys: [{ ...untrustedJwk, kid: untrustedKid, alg: 'RS256', use: 'sig' }],
})
// A data URL (RFC 2397) makes the tenant contact no other host.
const untrustedKeySetUrl = `data:application/json;base64,${Buffer.from(untrustedKeySet).toString('base64')}`

// Verifiers must reject unknown critical extensions (RFC 7515, section 4.1.11).
const unknownExtension = 'urn:tenant-conformance:unknown'

const derived = {
  'altered-signature': withSignature(otherStart),
  // Changes the third last character, because decoders ignore the padding bits of the last character.
  'altered-signature-end': withSignature(
    (signature) => `${signature.slice(0, -3)}${otherStart(signature.slice(-3))}`,
  ),
  'lower-case': ({ head, body, signature }) => `${head}.${body}.${signature}`.toLowerCase(),
  'signature-empty': withSignature(() => ''),
  'signature-cut': withSignature((signature) => signature.slice(0, Math.floor(signature.length / 8) * 4)),
  'signature-doubled': withSignature((signature) => `${signature}${signature}`),
  // Java accepted signatures of zeros (CVE-2022-21449).
  'signature-zero': ({ signed: { header, body } }) =>
    signedBy({ ...header, alg: 'ES256' }, body, () => Buffer.alloc(64)),
  'altered-payload': alteredPayload,
  'widened-payload': ({ head, body, signature, claims }) =>
    body.includes('.')
      ? null
      : `${head}.${encoded({ ...claims, ...widerScope(claims), admin: true })}.${signature}`,
  'swapped-signature': ({ head, body }, { other }) =>
    other === null ? null : `${head}.${body}.${other.slice(other.lastIndexOf('.') + 1)}`,
  'altered-header': withHeader((header) => ({ ...header, typ: 'forged+jwt' })),
  'unknown-crit': withHeader((header) => ({
    ...header,
    crit: [unknownExtension],
    [unknownExtension]: true,
  })),
  'alg-none': unsigned('none'),
  'alg-none-signed': withHeader((header) => ({ ...header, alg: 'none' })),
  'alg-none-capital': unsigned('None'),
  'alg-none-capitals': unsigned('NONE'),
  'alg-none-mixed': unsigned('nOnE'),
  'alg-unknown': withHeader((header) => ({ ...header, alg: 'XS256' })),
  'alg-misspelt': withHeader((header) => ({ ...header, alg: String(header.alg).toLowerCase() })),
  'alg-missing': withHeader(({ alg: _, ...header }) => header),
  'alg-empty': withHeader((header) => ({ ...header, alg: '' })),
  'alg-not-text': withHeader((header) => ({ ...header, alg: ['none'] })),
  'alg-null': withHeader((header) => ({ ...header, alg: null })),
  'alg-other': withHeader((header) => ({ ...header, alg: header.alg === 'RS384' ? 'RS256' : 'RS384' })),
  'other-key': byUntrustedKey(),
  'other-key-unknown-kid': byUntrustedKey((header) => ({ ...header, kid: untrustedKid })),
  'other-key-no-kid': byUntrustedKey(({ kid: _, ...header }) => header),
  'other-key-no-expiry': ({ claims: { exp: _, ...claims }, signed, ...parts }, aids) =>
    byUntrustedKey()({ ...parts, claims, signed: { ...signed, body: encoded(claims) } }, aids),
  'embedded-key': byUntrustedKey((header) => ({
    ...header,
    kid: untrustedKid,
    jwk: untrustedJwk,
    x5c: [untrustedCertificate],
  })),
  'key-address': byUntrustedKey((header) => ({ ...header, kid: untrustedKid, jku: untrustedKeySetUrl })),
  'kid-path': byHmac(() => '', { kid: '../../../../../../../../dev/null' }),
  'kid-quote': byHmac(() => 'secret', { kid: "x' UNION SELECT 'secret' -- " }),
  'public-key-secret': byHmac(({ publicKeys: [key] }) => key),
  'public-key-secret-trimmed': byHmac(({ publicKeys: [key] }) => key?.trimEnd()),
  'second-public-key-secret': byHmac(({ publicKeys: [, key] }) => key),
  'empty-secret': byHmac(() => ''),
  'guessable-secret': byHmac(() => 'secret'),
  'two-parts': ({ head, body }) => `${head}.${body}`,
  'four-parts': ({ head, body, signature }) => `${head}.${body}.${signature}.AAAA`,
  'five-parts': ({ head, body, signature }) => `${head}.${body}.${signature}.AAAA.AAAA`,
  'null-payload': ({ head, signature }) => `${head}.${encoded(null)}.${signature}`,
} satisfies Readonly<Record<string, Forge>>

const free = {
  'not-a-jwt': () => `not-a-jwt-${unguessable()}`,
  'non-ascii': () => 't\u00f6k\u00e9n.\u00ff\u00fe.\u00a0',
  'null-header': () => `${encoded(null)}.${encoded({ sub: 'forged' })}.AAAA`,
  // Broken clients send this text.
  'null-text': () => 'null',
  // Shorter than 16 KB, a common limit for headers.
  'long-token': () =>
    `${Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`).toString('base64url')}.e30.AAAA`,
} satisfies Readonly<Record<string, () => string>>

const levels = 4_000

export type ForgeryName = keyof typeof derived | keyof typeof free

export const forgeryNames = [...Object.keys(derived), ...Object.keys(free)] as readonly ForgeryName[]

/**
 * Returns null if the token cannot be forged in this way. Tokens are cached, because a mask keeps every new
 * token.
 */
export function forgedToken(
  name: ForgeryName,
  token: Secret | string,
  aids: ForgeryAids = noAids,
): Secret | null {
  const text = token instanceof Secret ? token.reveal() : token
  const made = madeFrom(text)
  const known = made.get(name)
  if (known !== undefined) return known
  const forged = isFree(name) ? free[name]() : forge(name, text, aids)
  if (forged === null || forged === text) return null
  made.set(name, new Secret(forged))
  return made.get(name) ?? null
}

const isFree = (name: ForgeryName): name is keyof typeof free => name in free

export function isDerived(name: ForgeryName): boolean {
  return !isFree(name)
}

function forge(name: keyof typeof derived, text: string, aids: ForgeryAids): string | null {
  const parts = partsOf(text)
  return parts === null ? null : (derived[name] as Forge)(parts, aids)
}

const tokensKeptMax = 8
const kept = new Map<string, Map<ForgeryName, Secret>>()

function madeFrom(text: string): Map<ForgeryName, Secret> {
  const made = kept.get(text) ?? new Map<ForgeryName, Secret>()
  kept.delete(text)
  kept.set(text, made)
  const [oldest] = kept.keys()
  if (kept.size > tokensKeptMax && oldest !== undefined) kept.delete(oldest)
  return made
}

function partsOf(text: string): TokenParts | null {
  const jwt = decodeToken(text)
  if (jwt !== null) {
    const { header, payload, parts } = jwt
    const [head, body, signature] = parts
    return { header, head, body, signature, claims: payload, signed: { header, body } }
  }
  const encrypted = encryptedParts(text)
  if (encrypted === null) return null
  const [head = '', ...rest] = encrypted
  // Invents claims, because the claims of an encrypted token are unknown.
  const iat = Math.floor(nowMs() / 1000)
  const claims = { sub: 'tenant-conformance-forged', iat, exp: iat + 3600 }
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as JsonObject
  const [body, signature] = [rest.slice(0, -1).join('.'), rest.at(-1) ?? '']
  const signed = { header: { typ: 'JWT', alg: 'RS256' }, body: encoded(claims) }
  return { header, head, body, signature, claims, signed }
}

/** Changes the claims, or the ciphertext of an encrypted token (RFC 7516, section 7.1). */
function alteredPayload({ head, body, signature, claims }: TokenParts): string {
  if (body.includes('.')) {
    const [key, vector, ciphertext = ''] = body.split('.')
    return `${head}.${key}.${vector}.${otherStart(ciphertext)}.${signature}`
  }
  const subject = typeof claims.sub === 'string' ? claims.sub : ''
  return `${head}.${encoded({ ...claims, sub: `${subject}-forged`, ...widerScope(claims) })}.${signature}`
}

function widerScope({ scope }: JsonObject): JsonObject {
  return typeof scope === 'string' ? { scope: `${scope} forged:scope`.trim() } : {}
}

function signedBy(header: JsonObject, body: string, by: (input: string) => Buffer): string {
  const input = `${encoded(header)}.${body}`
  return `${input}.${by(input).toString('base64url')}`
}

function otherStart(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}

function encoded(value: JsonObject | null): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
