// The variables of a tenant by their names, and which of them other spellings mean.

const ofPrincipal = ['ACCESS_TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'] as const
const ofToken = ['EXPIRED', 'OTHER_AUDIENCE', 'NOT_YET_VALID', 'OTHER_ISSUER'] as const

/** Those of `.env.example`, without those of a contract's resources. */
export const tenantVariables: readonly string[] = [
  ...['TENANT_BASE_URL', 'TENANT_AUTH_URL', 'TENANT_TOKEN_URL', 'TENANT_AUDIENCE', 'TENANT_TOKEN_AUTH'],
  ...['', 'LIMITED_', 'NON_GLOBAL_'].flatMap((prefix) =>
    ofPrincipal.map((name) => `TENANT_${prefix}${name}`),
  ),
  ...ofToken.map((name) => `TENANT_${name}_ACCESS_TOKEN`),
  ...['TENANT_CA', 'TENANT_CLIENT_CERT', 'TENANT_CLIENT_KEY'],
  ...['TENANT_CONTRACT', 'TENANT_PROFILE', 'TENANT_WRITES'],
  'TENANT_WEBHOOK_URL',
]

/**
 * The variable that a name means and does not spell: in lower case, with other separators, or with marks around it, as
 * a quotation mark or a byte order mark that came along. Null for one that begins with TENANT_, and for one of something else.
 */
export function meantByName(name: string, known: readonly string[] = tenantVariables): string | null {
  if (!/tenant/i.test(name) || /^TENANT_\w*$/.test(name)) return null
  const letters = lettersOf(name)
  return known.find((one) => lettersOf(one) === letters) ?? null
}

// As dotenv reads a line: NAME=value, or "NAME: value", perhaps exported.
const assignment = /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s)/
const comment = /^\s*(?:#|$)/

/** The variable that a line of a file means to set, and by its notation does not; null for any other line. */
export function meantByLine(line: string): string | null {
  if (comment.test(line)) return null
  const name = assignment.exec(line)?.groups?.name
  if (name !== undefined) return meantByName(name)
  return tenantVariables.find((one) => mentionOf(one).test(line)) ?? null
}

function mentionOf(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replaceAll('_', '[^a-z0-9]?')}(?!\\w)`, 'i')
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
