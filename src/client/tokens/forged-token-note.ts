// Comment lines that say how the token of a request was forged, so that a reader can make it again.

const genuine = '$TENANT_ACCESS_TOKEN'

const notes: Readonly<Record<string, string>> = {
  'altered-signature': `${genuine} with the first character after its last dot changed to A (to B where it is A)`,
  'altered-payload': `${genuine} with the part between its dots replaced: the same claims, base64url-encoded, with another sub and one scope more`,
  'alg-none': `the header of ${genuine} with "alg":"none", base64url-encoded, then its claims, then a dot and no signature`,
  'other-key': `the header and claims of ${genuine}, signed again (RS256) by a fresh RSA key under the same kid`,
}

const withoutForgery: readonly string[] = [
  ...['full', 'bearer', 'limited', 'nonGlobal', 'expired', 'wrong-scheme'],
  ...['none', 'not-a-jwt', 'random'],
]

/** The comment for a principal that is a forgery; null for one whose token is shown or stands in the environment. */
export function forgedTokenNote(principal: string): string | null {
  if (withoutForgery.includes(principal)) return null
  const name = principal.replace(/[^\w .:-]/g, '')
  return `# FORGED_TOKEN: ${notes[principal] ?? `a token derived from ${genuine} as the check "${name}" describes`}`
}
