// Classifies invalid tokens, for faults that accept them (RFC 8725, 2 and 3).
import { createHmac, createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { signingKeys } from '../keys/signing-keys.ts'
import { publicKey } from './development-key.ts'

const by = (clause: string, seeds: Readonly<Record<string, string>>): FaultGroup['seeds'] =>
  Object.fromEntries(
    Object.entries(seeds).map(([kind, description]) => [`${kind}-accepted`, [`auth-${clause}`, description]]),
  )

export const faults: readonly FaultGroup[] = [
  {
    // One of each family, for every operation.
    of: () => true,
    seeds: {
      'any-text-as-token-accepted': [
        ['auth-not-a-jwt', 'auth-malformed'],
        'A token that is not a JWT is accepted.',
      ],
      ...by('altered-signature', { 'altered-signature': 'An altered signature is not noticed.' }),
      ...by('signature-missing', { 'signature-empty': 'A token with an empty signature is accepted.' }),
      ...by('altered-header', {
        'altered-header': 'A header altered under its old signature is not noticed.',
      }),
      ...by('altered-payload', {
        'altered-payload': 'A payload altered under its old signature is not noticed.',
      }),
      ...by('alg-none', { 'alg-none': 'A token with the algorithm none is accepted.' }),
      ...by('unknown-alg', { 'alg-unknown': 'A token of an unknown algorithm is accepted.' }),
      ...by('other-key', { 'other-key': 'A signature by any RSA key is accepted.' }),
      ...by('embedded-key', { 'embedded-key': 'The key that a token itself carries is trusted.' }),
      ...by('kid', { 'kid-path': 'The file that a key id names is taken for the secret of an HMAC.' }),
      ...by('public-key-as-secret', {
        'public-key-secret': 'The public key is taken for the secret of an HMAC.',
      }),
      ...by('guessable-secret', { 'empty-secret': 'An HMAC with the empty secret is accepted.' }),
      ...by('expired', { expired: 'A token that has expired is accepted.' }),
      ...by('other-audience', { 'other-audience': 'The audience is not looked at.' }),
      ...by('not-yet-valid', { 'not-yet-valid': 'A token is accepted before it is valid.' }),
      ...by('other-issuer', { 'other-issuer': 'The issuer is not looked at.' }),
    },
  },
  // For one operation each, matching the forgeries in a run.
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      ...by('signature-missing', { 'signature-zero': 'An ECDSA signature of zeros is valid.' }),
      ...by('alg-none', { 'alg-none-capital': 'The algorithm None is taken for none.' }),
      ...by('unknown-alg', { 'alg-empty': 'A token whose algorithm is empty is not verified.' }),
      ...by('other-key', { 'no-kid': 'A token that names no key is not verified.' }),
      ...by('public-key-as-secret', {
        'signing-key-secret': 'A custom signing key is taken for the secret of an HMAC.',
      }),
      ...by('malformed', { 'five-parts': 'A token in five parts is not verified.' }),
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      ...by('altered-signature', { 'altered-signature-end': 'The end of a signature is not compared.' }),
      ...by('altered-header', { 'unknown-crit': 'A token with extensions is not verified.' }),
      ...by('alg-none', { 'alg-none-capitals': 'The algorithm NONE is taken for none.' }),
      ...by('unknown-alg', { 'alg-not-text': 'An algorithm that is a list is not verified.' }),
      ...by('other-key', { 'no-expiry': 'A token that never ends is not verified.' }),
      ...by('guessable-secret', { 'guessable-secret': 'The secret of an HMAC is "secret".' }),
      ...by('malformed', { 'null-header': 'A token whose header is null is not verified.' }),
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      ...by('altered-signature', { 'lower-case': 'The letter case of a token does not count.' }),
      ...by('altered-payload', {
        'widened-payload': 'Only the claims sub and jti of a token are signed.',
      }),
      ...by('alg-none', { 'alg-none-mixed': 'The algorithm nOnE is taken for none.' }),
      ...by('unknown-alg', { 'alg-null': 'An algorithm that is null is not verified.' }),
      ...by('embedded-key', { 'key-address': 'The key set that a token names is trusted.' }),
      ...by('malformed', {
        'null-text': 'A token that is the text null is accepted.',
        'null-payload': 'A token without claims is accepted.',
      }),
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      ...by('signature-missing', { 'signature-cut': 'Only the start of a signature is compared.' }),
      ...by('altered-payload', { 'swapped-signature': 'Any signature that the tenant ever made will do.' }),
      ...by('unknown-alg', {
        'alg-misspelt': 'An algorithm in lower case is not verified.',
        'alg-other': 'A token of another RSA algorithm is not verified.',
      }),
      ...by('kid', { 'kid-quote': 'A key id is put into a query of the database as it is.' }),
      ...by('malformed', { 'two-parts': 'A token without a signature part is accepted.' }),
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      ...by('signature-missing', { 'signature-doubled': 'What follows a signature is not looked at.' }),
      ...by('alg-none', { 'alg-none-signed': 'With the algorithm none any signature will do.' }),
      ...by('unknown-alg', { 'alg-missing': 'A token without an algorithm is not verified.' }),
      ...by('other-key', { 'unknown-kid': 'A token whose key is not known is not verified.' }),
      ...by('public-key-as-secret', {
        'public-key-secret-trimmed': 'The public key, less the line end, is taken for the secret of an HMAC.',
      }),
      ...by('malformed', { 'four-parts': 'What follows the third part of a token is not looked at.' }),
    },
  },
]

export interface Presented {
  readonly token: string
  readonly error: unknown
  /** Recently issued tokens. */
  readonly issued: readonly string[]
}

type Header = Readonly<Record<string, unknown>>

export function acceptedBy(kind: string): string {
  return kind === 'not-a-jwt' ? 'any-text-as-token-accepted' : `${kind}-accepted`
}

export function isMalformed(kind: string | null): boolean {
  return (
    kind !== null &&
    [
      'not-a-jwt',
      'two-parts',
      'four-parts',
      'five-parts',
      'null-text',
      'null-header',
      'null-payload',
    ].includes(kind)
  )
}

/** Returns the fault's name without "-accepted", or null. */
export function forgeryOf({ token, error, issued }: Presented): string | null {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return byClaim[error.claim] ?? null
  const [head = '', payload = '', signature = '', ...more] = token.split('.')
  const parts = { head, payload, signature }
  if (token === 'null') return 'null-text'
  if (issued.some((one) => one !== token && one.toLowerCase() === token)) return 'lower-case'
  if (jsonOf(head) === null) return 'null-header'
  if (jsonOf(payload) === null) return 'null-payload'
  if (token.split('.').length === 2 && isObject(jsonOf(head))) return 'two-parts'
  try {
    if (more.length === 1) return 'four-parts'
    if (more.length === 2 && isObject(jsonOf(payload))) return 'five-parts'
    if (more.length > 0) return 'not-a-jwt'
    const header: Header = decodeProtectedHeader(token)
    decodeJwt(token)
    if (header.alg === 'HS256') return bySecret(String(header.kid), parts)
    return byAlgorithm(header, parts) ?? byHeader(header) ?? bySignature(parts, issued)
  } catch {
    return 'not-a-jwt'
  }
}

const byClaim: Readonly<Record<string, string>> = {
  aud: 'other-audience',
  nbf: 'not-yet-valid',
  iss: 'other-issuer',
}

interface Parts {
  readonly head: string
  readonly payload: string
  readonly signature: string
}

function byAlgorithm({ alg }: Header, parts: Parts): string | null {
  if (alg === undefined) return 'alg-missing'
  if (alg === null) return 'alg-null'
  if (typeof alg !== 'string') return 'alg-not-text'
  if (alg === '') return 'alg-empty'
  if (alg.toLowerCase() === 'none')
    return parts.signature === '' ? (spellings[alg] ?? null) : 'alg-none-signed'
  if (alg === 'ES256' && /^A+$/.test(parts.signature)) return 'signature-zero'
  if (alg === 'RS256') return null
  if (alg === 'RS384') return 'alg-other'
  return alg.toUpperCase() === 'RS256' ? 'alg-misspelt' : 'alg-unknown'
}

const spellings: Readonly<Record<string, string>> = {
  none: 'alg-none',
  None: 'alg-none-capital',
  NONE: 'alg-none-capitals',
  nOnE: 'alg-none-mixed',
}

const pemOf = (key: JsonObject): string =>
  createPublicKey({ format: 'jwk', key }).export({ type: 'spki', format: 'pem' }).toString()
const pem = pemOf(publicKey)
const pems = signingKeys.map(pemOf)

function bySecret(kid: string, { head, payload, signature }: Parts): string | null {
  const isMadeWith = (secret: string): boolean =>
    createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') === signature
  const [, selected] = /' union select '(\w+)'/i.exec(kid) ?? []
  if (selected !== undefined && isMadeWith(selected)) return 'kid-quote'
  if (kid.endsWith('/dev/null') && isMadeWith('')) return 'kid-path'
  if (isMadeWith(pem)) return 'public-key-secret'
  if (isMadeWith(pem.trim())) return 'public-key-secret-trimmed'
  if (pems.some(isMadeWith)) return 'signing-key-secret'
  if (isMadeWith('')) return 'empty-secret'
  return isMadeWith('secret') ? 'guessable-secret' : null
}

function byHeader({ crit, jwk, jku, kid }: Header): string | null {
  if (crit !== undefined) return 'unknown-crit'
  if (jwk !== undefined) return 'embedded-key'
  if (jku !== undefined) return 'key-address'
  if (kid === undefined) return 'no-kid'
  return kid === publicKey.kid ? null : 'unknown-kid'
}

function bySignature({ head, payload, signature }: Parts, issued: readonly string[]): string {
  const known = issued.map((token) => token.split('.'))
  const signed = known.find((one) => signature !== '' && one[2] === signature)
  if (signed?.[1] === payload) return 'altered-header'
  if (signed !== undefined)
    return known.some((one) => one[1] === payload)
      ? 'swapped-signature'
      : isWidened(payload)
        ? 'widened-payload'
        : 'altered-payload'
  const whole = known.find((one) => one[0] === head && one[1] === payload)?.[2]
  if (signature === '') return 'signature-empty'
  if (whole?.startsWith(signature)) return 'signature-cut'
  if (whole !== undefined && signature.startsWith(whole)) return 'signature-doubled'
  if (whole !== undefined && signature.slice(0, -3) === whole.slice(0, -3)) return 'altered-signature-end'
  if (whole?.slice(1) === signature.slice(1)) return 'altered-signature'
  const claims = jsonOf(payload)
  return isObject(claims) && claims.exp === undefined ? 'no-expiry' : 'other-key'
}

function isWidened(payload: string): boolean {
  const claims = jsonOf(payload)
  return isObject(claims) && claims.admin === true
}

/** Returns undefined for invalid JSON. */
function jsonOf(part: string): Json | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
  } catch {
    return undefined
  }
}
