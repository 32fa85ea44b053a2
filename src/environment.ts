// The environment of the process, with what a .env file adds. The one place that reads it.
import { existsSync } from 'node:fs'
import { parse } from 'dotenv'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readInput } from './base/files/input-file.ts'
import { nearest } from './base/nearest.ts'
import { SecretMask } from './base/secret-mask.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables that a command has, and the file that fills them in. */
export interface GivenEnvironment {
  readonly variables: Environment
  /** Null where no file was read. */
  readonly file: string | null
}

const fileDefault = '.env'

/**
 * The variables of the process. Those of a file fill in what the process does not set; a variable of a tenant without a
 * value sets nothing.
 * @param file a file; `false` for none; by default `.env`, where there is one
 * @throws ConfigurationError where the file can't be read
 */
export function processEnvironment(file: string | boolean = false): GivenEnvironment {
  const name = file === true ? fileDefault : file
  if (name === false || (file === true && !existsSync(name))) return { variables: process.env, file: null }
  const isSet = (variable: string, value: string | undefined): boolean =>
    variable.startsWith('TENANT_') ? (value ?? '').trim() !== '' : value !== undefined
  try {
    const added = Object.entries(parse(readInput(name))).filter(
      ([variable, value]) => isSet(variable, value) && !isSet(variable, process.env[variable]),
    )
    return { variables: { ...process.env, ...Object.fromEntries(added) }, file: name }
  } catch (error) {
    throw new ConfigurationError(
      `${name} can't be read (${messageOf(error)}): ${file === true ? 'correct it or remove it' : 'give another --env-file'}.`,
    )
  }
}

/** What another program needs of the process's variables to be found and to find its settings, and no credential. */
export function plainEnvironment(): Environment {
  const { PATH, HOME, SystemRoot } = process.env
  return { PATH, HOME, SystemRoot }
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
 * The variables of a tenant that are set; one without a value is as if it were absent.
 * @param more variables that are read besides: those of a contract's resources
 * @throws ConfigurationError for one that nothing reads: what it was meant to say would be ignored
 */
export function variablesOf(environment: Environment, more: readonly string[]): readonly string[] {
  const known = [...tenantVariables, ...more]
  const set = Object.keys(environment).filter(
    (name) => name.startsWith('TENANT_') && (environment[name] ?? '').trim() !== '',
  )
  for (const name of set)
    if (!known.includes(name)) {
      const hint = nearest(name, known)
      throw new ConfigurationError(
        `${name} is not a variable that is read${hint === null ? '' : `: did you mean ${hint}?`} .env.example lists all; unset it, or correct its name.`,
      )
    }
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
