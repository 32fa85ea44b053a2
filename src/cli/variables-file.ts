// Writes the variables of `serve` for `run --env-file`.
import { existsSync } from 'node:fs'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { writeWhole } from '../base/files/whole-file.ts'

const heading = '# Written by tenant-conformance serve, anew at each start.'

/** @throws ConfigurationError unless `serve` wrote the file */
export function requireReplaceable(file: string): void {
  if (!existsSync(file)) return
  let text: string
  try {
    text = readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `${file} can't be read (${messageOf(error)}): give another file with --output-env.`,
    )
  }
  if (text.trim() !== '' && !text.startsWith(heading))
    throw new ConfigurationError(
      `${file} holds what serve did not write: give another file with --output-env, or remove it.`,
    )
}

/**
 * Only the owner may read the file.
 * @throws ConfigurationError
 */
export async function writeVariables(
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  try {
    writeWhole([{ place: file, text: `${heading}\n${lines.join('')}`, mode: 0o600 }])
  } catch (error) {
    throw new ConfigurationError(
      `${file} can't be written (${messageOf(error)}): give another file with --output-env.`,
    )
  }
}
