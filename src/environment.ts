// The environment of the process, with what a .env file adds. The one place that reads it.
import { existsSync } from 'node:fs'
import { parse } from 'dotenv'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readInput } from './base/input-file.ts'
import { SecretMask } from './base/secret-mask.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables of the process; those of `file`, where it exists, fill in what the process does not set. */
export function processEnvironment(file: string | null = null): Environment {
  if (file === null || !existsSync(file)) return process.env
  try {
    return { ...parse(readInput(file)), ...process.env }
  } catch (error) {
    throw new ConfigurationError(`${file} can't be read (${messageOf(error)}): mend it or remove it.`)
  }
}

// Those of every principal; the addresses and ways of getting tokens (TENANT_TOKEN_URL, TENANT_TOKEN_AUTH) end otherwise.
const credentialName = /^TENANT_(?:\w+_)?(?:TOKEN|SECRET)$/

/** A mask of the credentials among the variables, for what is written before or besides a run. */
export function maskOf(environment: Environment): SecretMask {
  const mask = new SecretMask()
  for (const [name, value = ''] of Object.entries(environment))
    if (credentialName.test(name)) mask.add(value.trim())
  return mask
}
