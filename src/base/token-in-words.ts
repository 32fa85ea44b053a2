// Describes the token of a request in plain words.
import { listInWords } from './text/list-in-words.ts'

const otherKey = 'the token signed by another RSA key'
const hmac = 'the token signed by HMAC with'
const unsigned = (alg: string): string => `the token with "alg":"${alg}" and no signature`
const inHeader = (is: string): string => `the token with ${is} in its header`

const words: Readonly<Record<string, string>> = {
  none: 'none',
  limited: 'the token of the limited client, which lacks the scope',
  nonGlobal: 'the token of a client that is not global',
  expired: 'an expired token',
  'other-audience': 'a token for another audience',
  'not-yet-valid': 'a token that is not yet valid',
  'other-issuer': 'a token of another issuer',
  'wrong-scheme': 'your own token, with the scheme Basic',
  'scheme-case': 'your own token, with its scheme in another letter case',
  'scheme-alone': 'a scheme without a token',
  'scheme-missing': 'your own token, without a scheme',
  'not-a-jwt': 'a token that is not a JWT',
  'non-ascii': 'a token of non-ASCII characters',
  'null-header': 'a token whose header is null',
  'null-text': 'the text null as token',
  'altered-signature': 'the token with a different first character of its signature',
  'altered-signature-end': 'the token with a different third-last character of its signature',
  'lower-case': 'the token in lower case',
  'signature-empty': 'the token without its signature',
  'signature-cut': 'the token with half of its signature',
  'signature-doubled': 'the token with its signature twice',
  'signature-zero': 'the token with "alg":"ES256" and a signature of zeros',
  'altered-payload': 'the token with another sub and one more scope',
  'widened-payload': 'the token with "admin":true and one more scope',
  'swapped-signature': 'the token with the signature of another token',
  'altered-header': inHeader('"typ":"forged+jwt"'),
  'unknown-crit': inHeader('an unknown extension in "crit"'),
  'alg-none': unsigned('none'),
  'alg-none-signed': inHeader('"alg":"none"'),
  'alg-none-capital': unsigned('None'),
  'alg-none-capitals': unsigned('NONE'),
  'alg-none-mixed': unsigned('nOnE'),
  'alg-unknown': inHeader('"alg":"XS256"'),
  'alg-misspelt': inHeader('its alg in lower case'),
  'alg-missing': inHeader('no alg'),
  'alg-empty': inHeader('"alg":""'),
  'alg-not-text': inHeader('"alg":["none"]'),
  'alg-null': inHeader('"alg":null'),
  'alg-other': inHeader('another RSA alg'),
  'other-key': otherKey,
  'other-key-unknown-kid': `${otherKey}, with "kid":"forged"`,
  'other-key-no-kid': `${otherKey}, without a kid`,
  'other-key-no-expiry': 'the token without its exp, signed by another RSA key',
  'embedded-key': `${otherKey}, with this key in its header`,
  'key-address': `${otherKey}, with an address of this key in its jku`,
  'kid-path': `${hmac} an empty secret, with a path as its kid`,
  'kid-quote': `${hmac} the secret "secret", with an SQL query as its kid`,
  'public-key-secret': `${hmac} the tenant's public key in PEM`,
  'public-key-secret-trimmed': `${hmac} the tenant's public key in PEM, without its last line end`,
  'second-public-key-secret': `${hmac} a public key in PEM that the API returns`,
  'empty-secret': `${hmac} an empty secret`,
  'guessable-secret': `${hmac} the secret "secret"`,
  'two-parts': 'the token without its last part',
  'four-parts': 'the token with one more part',
  'five-parts': 'the token with two more parts',
  'long-token': 'a token whose header is 4000 nested JSON arrays',
  'null-payload': 'the token with null as its claims',
}

// Forged tokens by fault. The first token of each list has only this fault. The others also have a fault of
// their own.
const faults: Readonly<Record<string, readonly string[]>> = {
  'no JWT': ['not-a-jwt', 'non-ascii', 'null-text'],
  signature: [
    ...['altered-signature', 'altered-signature-end', 'lower-case', 'signature-empty', 'signature-cut'],
    ...['signature-doubled', 'signature-zero', 'altered-payload', 'widened-payload', 'swapped-signature'],
    ...[
      'altered-header',
      'unknown-crit',
      'null-header',
      'null-payload',
      'two-parts',
      'four-parts',
      'five-parts',
    ],
    ...Object.keys(words).filter((name) =>
      /^(alg-|other-key|embedded-key|key-address|kid-)|-secret/.test(name),
    ),
  ],
}

export function tokenFaults(principal: string): readonly string[] {
  if (principal === 'full') return []
  const shared = Object.keys(faults).filter((fault) => faults[fault]?.includes(principal) === true)
  const isNothingElse = shared.some((fault) => faults[fault]?.[0] === principal)
  return isNothingElse ? shared : [...shared, principal]
}

export function tokenInWords(principal: string): string | null {
  const [, scopes] = /^scope (.+)$/.exec(principal) ?? []
  if (scopes !== undefined)
    return `a token of the same client with only the ${scopesInWords(scopes.split(' '))}`
  return words[principal] ?? spoiltInWords(principal)
}

function scopesInWords(scopes: readonly string[]): string {
  return `${scopes.length === 1 ? 'scope' : 'scopes'} ${listInWords(scopes, 'and')}`
}

const spoilt: Readonly<Record<string, string>> = {
  without: 'your own credentials, without those',
  'wrong-key': 'a wrong key',
  'wrong-user': 'a wrong user',
  'wrong-password': 'a wrong password',
}

/** Describes missing or wrong credentials of one scheme. Returns null for other principals. */
export function spoiltInWords(principal: string): string | null {
  const [, how = '', scheme] = /^([a-z-]+) (.+)$/.exec(principal) ?? []
  const is = spoilt[how]
  return is === undefined ? null : `${is} of the scheme ${scheme}`
}
