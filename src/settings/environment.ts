// Reads the process environment and .env files. No other file reads the process environment.
import { lstatSync, readdirSync } from 'node:fs'
import { parse } from 'dotenv'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput, readPem } from '../base/files/input-file.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { type Environment, isBaseUrlEmpty, isCredential, meantByLine } from './tenant-variables.ts'

export type { Environment }

export interface GivenEnvironment {
  readonly variables: Environment
  readonly file: string | null
  /** A file with a name like `.env` that sets TENANT_BASE_URL. The program does not use its variables. */
  readonly unread?: string | null
}

const fileDefault = '.env'

/** Whether a file that the user names must set a TENANT_ variable, or any variable. */
export type Needed = 'tenant' | 'any'

/**
 * Variables of the process take precedence. An empty TENANT_ variable counts as unset.
 * @param file `false` for no file; `true` for `.env`, if it exists
 * @throws ConfigurationError for an unreadable file, or for a given path whose file sets no needed variable
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
      // Keeps an empty TENANT_BASE_URL, because a later check reports it.
      (isSet(variable, value) || (variable === 'TENANT_BASE_URL' && isBaseUrlEmpty(set))) &&
      !isSet(variable, process.env[variable]),
  )
  return { variables: { ...process.env, ...Object.fromEntries(added) }, file: name, unread: null }
}

const likeDefault = /^\.?env(?:[.-].+)?$/i
const forCopying = /[.-](?:example|sample|template|dist|defaults?)$/i

function unreadFile(): string | null {
  const names = readdirSync('.').filter((name) => likeDefault.test(name) && !forCopying.test(name))
  return names.sort().find(namesTenant) ?? null
}

function namesTenant(file: string): boolean {
  try {
    return (parse(readInput(file)).TENANT_BASE_URL ?? '').trim() !== ''
  } catch {
    // The user did not name this file, so an unreadable file is no error.
    return false
  }
}

/** A broken link counts as existing. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

function variablesIn(file: string, isDefault: boolean): Readonly<Record<string, string>> {
  const todo = isDefault
    ? 'correct or remove the file, or ignore the file with --no-env-file'
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
        `Line ${index + 1} of ${file} sets ${meant} in an unknown notation: write it as ${meant}=value, or ${todo}.`,
      )
  }
  return parse(text)
}

/** Without a needed variable, the run might check another tenant. */
function requireUse(file: string, set: Readonly<Record<string, string>>, needed: Needed): void {
  const isUsed = ([name, value]: [string, string]): boolean =>
    (needed === 'any' || name.startsWith('TENANT_')) && value.trim() !== ''
  if (Object.entries(set).some(isUsed)) return
  throw new ConfigurationError(
    `${file} sets no ${needed === 'any' ? '' : 'TENANT_ '}variable: write one variable per line, for example TENANT_BASE_URL=https://tenant.example/api/v2, or leave out --env-file.`,
  )
}

/** Node.js ignores NODE_EXTRA_CA_CERTS if a TLS context has an explicit CA. */
export function extraAuthorities(): string | null {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return null
  try {
    return readPem(file)
  } catch {
    // Node.js already warns about this file.
    return null
  }
}

/** Returns the variables of a child process, without credentials. */
export function plainEnvironment(): Environment {
  const { PATH, HOME, SystemRoot } = process.env
  return { PATH, HOME, SystemRoot }
}

export function maskOf(environment: Environment, mask = new SecretMask()): SecretMask {
  for (const [name, value = ''] of Object.entries(environment)) if (isCredential(name)) mask.add(value.trim())
  return mask
}
