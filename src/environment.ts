// The environment of the process, with what a .env file adds. The one place that reads it.
import { existsSync } from 'node:fs'
import { parse } from 'dotenv'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readInput } from './base/input-file.ts'

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
