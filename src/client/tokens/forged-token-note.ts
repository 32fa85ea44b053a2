// Comment lines that say how the token of a request was forged, so that a reader can make it again.

const genuine = '$TENANT_ACCESS_TOKEN'

const key = 'a fresh RSA key'
const signed = (by: string, header: string): string =>
  `the header and claims of ${genuine}, signed again by ${by}${header}`
const header = (change: string): string =>
  `${genuine} with its header replaced, base64url-encoded: the same with ${change}`
const unsigned = (alg: string): string =>
  `the header of ${genuine} with "alg":"${alg}", base64url-encoded, then its claims, then a dot and no signature`

const notes: Readonly<Record<string, string>> = {
  'altered-signature': `${genuine} with the first character after its last dot changed to A (to B where it is A)`,
  'altered-signature-end': `${genuine} with the third character from its end changed to A (to B where it is A)`,
  'lower-case': `${genuine} in small letters`,
  'signature-empty': `${genuine} up to its last dot`,
  'signature-cut': `${genuine} less the second half of what follows its last dot`,
  'signature-doubled': `${genuine} and once more what follows its last dot`,
  'signature-zero': `${unsigned('ES256')}, but 86 times A`,
  'altered-header': header('"typ":"forged+jwt"'),
  'unknown-crit': header('"crit" and an extension that it names'),
  'altered-payload': `${genuine} with the part between its dots replaced: the same claims, base64url-encoded, with another sub and one scope more`,
  'widened-payload': `${genuine} with the part between its dots replaced: the same claims, base64url-encoded, with "admin":true and one scope more`,
  'swapped-signature': `${genuine} with the signature of another token of the tenant, the one of $TENANT_LIMITED_ACCESS_TOKEN where there is one`,
  'alg-none': unsigned('none'),
  'alg-none-signed': header('"alg":"none"'),
  'alg-none-capital': unsigned('None'),
  'alg-none-capitals': unsigned('NONE'),
  'alg-none-mixed': unsigned('nOnE'),
  'alg-unknown': header('"alg":"XS256"'),
  'alg-misspelt': header('its alg in small letters'),
  'alg-missing': header('no alg'),
  'alg-empty': header('"alg":""'),
  'alg-not-text': header('"alg":["none"]'),
  'alg-null': header('"alg":null'),
  'alg-other': header('"alg":"RS384"'),
  'other-key': signed(`${key} (RS256)`, ' under the same kid'),
  'other-key-unknown-kid': signed(`${key} (RS256)`, ' under "kid":"forged"'),
  'other-key-no-kid': signed(`${key} (RS256)`, ' without a kid'),
  'other-key-no-expiry': signed(`${key} (RS256)`, ' without the claim exp'),
  'embedded-key': signed(`${key} (RS256)`, ' that stands in its header as jwk and x5c'),
  'key-address': signed(`${key} (RS256)`, ' that is in the key set at its jku'),
  'kid-path': signed('HMAC (HS256) with an empty secret', ', with a path to /dev/null as kid'),
  'kid-quote': signed('HMAC (HS256) with the secret "secret"', ', with a query for that text as kid'),
  'public-key-secret': signed("HMAC (HS256) with the tenant's public key in PEM as the secret", ''),
  'public-key-secret-trimmed': signed(
    "HMAC (HS256) with the tenant's public key in PEM, less its last line end, as the secret",
    '',
  ),
  'second-public-key-secret': signed('HMAC (HS256) with a public key that the API shows, in PEM', ''),
  'empty-secret': signed('HMAC (HS256) with an empty secret', ''),
  'guessable-secret': signed('HMAC (HS256) with the secret "secret"', ''),
  'two-parts': `${genuine} up to its last dot, which is left out`,
  'four-parts': `${genuine} and .AAAA behind it`,
  'five-parts': `${genuine} and .AAAA.AAAA behind it`,
  'null-payload': `${genuine} with null, base64url-encoded, between its dots`,
}

/** These hold nothing that a tenant would accept, and are shown as they were sent. */
export const harmlessPrincipals: readonly string[] = [
  ...['none', 'not-a-jwt', 'scheme-alone', 'non-ascii', 'null-header', 'null-text', 'long-token'],
]

const withoutForgery: readonly string[] = [
  ...['full', 'fresh', 'bearer', 'limited', 'nonGlobal', 'wrong-scheme', 'scheme-case', 'scheme-missing'],
  ...['expired', 'other-audience', 'not-yet-valid', 'other-issuer'],
  ...harmlessPrincipals,
]

/** The comment for a principal that is a forgery; null for one whose token is shown or stands in the environment. */
export function forgedTokenNote(principal: string): string | null {
  if (withoutForgery.includes(principal)) return null
  const name = principal.replace(/[^\w .:-]/g, '')
  return `# FORGED_TOKEN: ${notes[principal] ?? `a token derived from ${genuine} as the check "${name}" describes`}`
}
