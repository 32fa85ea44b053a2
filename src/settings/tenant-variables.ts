// Lists the environment variables of a tenant, and finds misspelled ones.
import { ConfigurationError } from '../base/error.ts'
import { recordedSettings, runOptions } from '../base/options/run-options.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { isQuoted } from './address.ts'
import { credentialVariables, tenantOptions } from './tenant-options.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const ofPrincipal = ['ACCESS_TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'] as const
const ofToken = ['EXPIRED', 'OTHER_AUDIENCE', 'NOT_YET_VALID', 'OTHER_ISSUER'] as const

function ofPrincipals(prefixes: readonly string[]): readonly string[] {
  return prefixes.flatMap((prefix) => ofPrincipal.map((name) => `TENANT_${prefix}${name}`))
}

/** All variables of a tenant, except the variables of a contract's resources. */
export const tenantVariables: readonly string[] = [
  ...[tenantOptions.baseUrl.variable, tenantOptions.authUrl.variable, 'TENANT_TOKEN_URL', 'TENANT_AUDIENCE'],
  recordedSettings.tokenAuth.variable,
  ...ofPrincipals(['']),
  ...Object.values(credentialVariables).map(({ variable }) => variable),
  ...ofPrincipals(['LIMITED_', 'NON_GLOBAL_']),
  ...ofToken.map((name) => `TENANT_${name}_ACCESS_TOKEN`),
  ...[tenantOptions.ca.variable, 'TENANT_CLIENT_CERT', 'TENANT_CLIENT_KEY'],
  ...[tenantOptions.contract.variable, tenantOptions.profile.variable, runOptions.writes.variable],
  'TENANT_WEBHOOK_URL',
]

// Must not match TENANT_TOKEN_URL and TENANT_TOKEN_AUTH, which contain no credentials.
const credentialName =
  /^TENANT_(?:(?:\w+_)?(?:TOKEN|SECRET)|(?:LIMITED_)?API_KEY(?:_\w+)?|PASSWORD(?:_\w+)?)$/

export function isCredential(variable: string): boolean {
  return credentialName.test(variable)
}

/** Returns null for a missing or empty variable. */
export function variableIn(environment: Environment, name: string): string | null {
  return environment[name]?.trim() || null
}

/**
 * @param more variables of the contract's resources
 * @throws ConfigurationError for unknown variables
 */
export function checkVariables(environment: Environment, more: readonly string[]): readonly string[] {
  const known = [...tenantVariables, ...more]
  for (const [name, value = ''] of Object.entries(environment)) {
    const meant = value.trim() === '' ? null : meantByName(name, known)
    if (meant !== null)
      throw new ConfigurationError(
        `The variable ${name} is unknown, but ${meant} exists: rename or unset ${name}.`,
      )
  }
  const set = Object.keys(environment).filter(
    (name) => name.startsWith('TENANT_') && (environment[name] ?? '').trim() !== '',
  )
  for (const name of set)
    if (!known.includes(name))
      throw new ConfigurationError(
        `${name} is an unknown variable${didYouMean(name, known)}: correct its name, or unset it (.env.example lists all).`,
      )
  // A credential may contain quotation marks.
  const quoted = set.find((name) => !isCredential(name) && isQuoted(environment[name] ?? ''))
  if (quoted !== undefined)
    throw new ConfigurationError(
      `${quoted} is in quotation marks, which are part of its value: leave them out.`,
    )
  return set
}

export function sortVariables(names: readonly string[]): readonly string[] {
  const place = (name: string): number => tenantVariables.indexOf(name) + 1 || Number.POSITIVE_INFINITY
  return [...names].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
}

/** Returns false for an unedited copy of `.env.example`, which sets all variables. */
export function isBaseUrlEmpty(environment: Environment): boolean {
  return environment.TENANT_BASE_URL?.trim() === '' && !tenantVariables.every((name) => name in environment)
}

/**
 * Finds a known variable whose name differs only in letter case or punctuation. Another check handles names
 * that begin with TENANT_.
 */
function meantByName(name: string, known: readonly string[] = tenantVariables): string | null {
  if (!/tenant/i.test(name) || /^TENANT_\w*$/.test(name)) return null
  const letters = lettersOf(name)
  return known.find((one) => lettersOf(one) === letters) ?? null
}

// Matches an assignment NAME=value or "NAME: value", as dotenv does.
const assignment = /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s)/
const comment = /^\s*(?:#|$)/

/** Finds the variable of a line that dotenv does not understand. */
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
