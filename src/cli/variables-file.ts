// Writes a file with the variables of `serve`, for `run --env-file`.
import { existsSync } from 'node:fs'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { writeOrExplain } from '../base/files/whole-file.ts'

const heading = '# Written by tenant-conformance serve at each start.'

/** @throws ConfigurationError if the file exists and `serve` did not write it */
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
      `${file} was not written by serve: give another file with --output-env, or remove it.`,
    )
}

/**
 * Writes a file that only its owner can read.
 * @throws ConfigurationError if the file cannot be written
 */
export async function writeVariables(
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  const text = `${heading}\n${lines.join('')}`
  writeOrExplain([{ path: file, text, mode: 0o600 }], file, 'give another file with --output-env')
}
