// The environment of the process, with what a .env file adds. The one place that reads it.
import { lstatSync, readdirSync } from 'node:fs'
import { parse } from 'dotenv'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readInput, readPem } from './base/files/input-file.ts'
import { didYouMean } from './base/nearest.ts'
import { SecretMask } from './base/secret-mask.ts'
import { isQuoted } from './host.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables that a command has, and the file that fills them in. */
export interface GivenEnvironment {
  readonly variables: Environment
  /** Null where no file was read. */
  readonly file: string | null
  /** Where none was: one in the folder that sets the address of a tenant, under a name that is not read; null for none. */
  readonly unread?: string | null
}

const fileDefault = '.env'

/** What a file has to set that was named: a variable of a tenant; of a list of tenants any, as the list says which. */
export type Needed = 'tenant' | 'any'

/**
 * The variables of the process. Those of a file fill in what the process does not set; a variable of a tenant without a
 * value sets nothing.
 * @param file a file; `false` for none; by default `.env`, where there is one
 * @throws ConfigurationError where the file can't be read, or sets nothing of what it was named for
 */
export function processEnvironment(
  file: string | boolean = false,
  needed: Needed = 'tenant',
): GivenEnvironment {
  const name = file === true ? fileDefault : file
  if (name === false || (file === true && !isThere(name)))
    return { variables: process.env, file: null, unread: name === false ? null : unreadFile() }
  const set = variablesIn(name, file === true)
  if (file !== true) requireUse(name, set, needed)
  const isSet = (variable: string, value: string | undefined): boolean =>
    variable.startsWith('TENANT_') ? (value ?? '').trim() !== '' : value !== undefined
  const added = Object.entries(set).filter(
    ([variable, value]) =>
      // An address that is empty was to be given: whoever needs one says so.
      (isSet(variable, value) || (variable === 'TENANT_BASE_URL' && isBaseUrlEmpty(set))) &&
      !isSet(variable, process.env[variable]),
  )
  return { variables: { ...process.env, ...Object.fromEntries(added) }, file: name, unread: null }
}

// As other tools name theirs (.env.local, .env.production), or an editor names one by mistake (.env.txt, .ENV).
const likeDefault = /^\.?env(?:[.-].+)?$/i
const forCopying = /[.-](?:example|sample|template|dist|defaults?)$/i

/** A file of the folder that is named almost as the default one, and sets the address of a tenant; null where there is none. */
function unreadFile(): string | null {
  const names = readdirSync('.').filter((name) => likeDefault.test(name) && !forCopying.test(name))
  return names.sort().find(namesTenant) ?? null
}

function namesTenant(file: string): boolean {
  try {
    return (parse(readInput(file)).TENANT_BASE_URL ?? '').trim() !== ''
  } catch {
    // Nobody asked for it.
    return false
  }
}

/** Whether something stands under that name, a link that leads nowhere too. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

function variablesIn(file: string, isDefault: boolean): Readonly<Record<string, string>> {
  const todo = isDefault
    ? 'correct it, remove it, or leave it out with --no-env-file'
    : 'give another --env-file'
  let text: string
  try {
    text = readInput(file)
  } catch (error) {
    throw new ConfigurationError(`${file} can't be read (${messageOf(error)}): ${todo}.`)
  }
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const meant = meantByLine(line)
    if (meant !== null)
      throw new ConfigurationError(
        `Line ${index + 1} of ${file} names ${meant} in a notation that is not read: write it as ${meant}=value, or ${todo}.`,
      )
  }
  return parse(text)
}

/** @throws ConfigurationError where a file that was named changes nothing: another tenant than the one meant would be checked */
function requireUse(file: string, set: Readonly<Record<string, string>>, needed: Needed): void {
  const isUsed = ([name, value]: [string, string]): boolean =>
    (needed === 'any' || name.startsWith('TENANT_')) && value.trim() !== ''
  if (Object.entries(set).some(isUsed)) return
  throw new ConfigurationError(
    `${file} sets no ${needed === 'any' ? '' : 'TENANT_ '}variable: write one a line, as TENANT_BASE_URL=https://tenant.example/api/v2, or leave out --env-file.`,
  )
}

/** The certificates that NODE_EXTRA_CA_CERTS names, PEM: Node.js adds them to no context that has authorities of its own. */
export function extraAuthorities(): string | null {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return null
  try {
    return readPem(file)
  } catch {
    // Node.js says so by itself.
    return null
  }
}

/** What another program needs of the process's variables to be found and to find its settings, and no credential. */
export function plainEnvironment(): Environment {
  const { PATH, HOME, SystemRoot } = process.env
  return { PATH, HOME, SystemRoot }
}

/**
 * The variables of a tenant that are set; one without a value is as if it were absent.
 * @param more variables that are read besides: those of a contract's resources
 * @throws ConfigurationError for one that nothing reads: what it was meant to say would be ignored
 */
export function variablesOf(environment: Environment, more: readonly string[]): readonly string[] {
  const known = [...tenantVariables, ...more]
  for (const [name, value = ''] of Object.entries(environment)) {
    const meant = value.trim() === '' ? null : meantByName(name, known)
    if (meant !== null)
      throw new ConfigurationError(
        `The variable ${name} is not read, and ${meant} is: rename it, or unset it.`,
      )
  }
  const set = Object.keys(environment).filter(
    (name) => name.startsWith('TENANT_') && (environment[name] ?? '').trim() !== '',
  )
  for (const name of set)
    if (!known.includes(name))
      throw new ConfigurationError(
        `${name} is not a variable that is read${didYouMean(name, known)}: .env.example lists all. Unset it, or correct its name.`,
      )
  // A secret may be of any characters, and what a token was supplied for is judged with it.
  const quoted = set.find((name) => !/_(?:SECRET|TOKEN)$/.test(name) && isQuoted(environment[name] ?? ''))
  if (quoted !== undefined)
    throw new ConfigurationError(
      `${quoted} is in quotation marks, which are part of its value: leave them out.`,
    )
  return set
}

/** The names in the order in which `.env.example` has them; those of a contract's resources at the end. */
export function inOrder(names: readonly string[]): readonly string[] {
  const place = (name: string): number => tenantVariables.indexOf(name) + 1 || Number.POSITIVE_INFINITY
  return [...names].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
}

// Those of every principal; the addresses and ways of getting tokens (TENANT_TOKEN_URL, TENANT_TOKEN_AUTH) end otherwise.
const credentialName = /^TENANT_(?:\w+_)?(?:TOKEN|SECRET)$/

/** Whether the address of a tenant was to be given, and is empty: `.env.example`, copied and not filled in, says nothing. */
export function isBaseUrlEmpty(environment: Environment): boolean {
  return environment.TENANT_BASE_URL?.trim() === '' && !tenantVariables.every((name) => name in environment)
}

/** The mask, with the credentials among the variables: for what is written before or besides a run. */
export function maskOf(environment: Environment, mask = new SecretMask()): SecretMask {
  for (const [name, value = ''] of Object.entries(environment))
    if (credentialName.test(name)) mask.add(value.trim())
  return mask
}

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
function meantByName(name: string, known: readonly string[] = tenantVariables): string | null {
  if (!/tenant/i.test(name) || /^TENANT_\w*$/.test(name)) return null
  const letters = lettersOf(name)
  return known.find((one) => lettersOf(one) === letters) ?? null
}

// As dotenv reads a line: NAME=value, or "NAME: value", perhaps exported.
const assignment = /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s)/
const comment = /^\s*(?:#|$)/

/** The variable that a line of a file means to set, and by its notation does not; null for any other line. */
function meantByLine(line: string): string | null {
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
