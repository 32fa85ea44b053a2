// Chooses the write mode of a run.
import { ConfigurationError } from '../base/error.ts'
import { runOptions } from '../base/options/run-options.ts'
import { type WriteMode, writeModes } from '../base/write-mode.ts'
import type { Contract } from '../contract/index.ts'
import { isLoopback } from './address.ts'
import type { Environment } from './environment.ts'
import { variableIn } from './tenant-variables.ts'

const { variable } = runOptions.writes

/**
 * The returned write mode is not yet validated.
 * @param contract an OpenAPI document has another default for a loopback address, because its operations may
 * do more than their names suggest
 */
export function writeModeOf(
  flag: string | undefined,
  environment: Environment,
  baseUrl: string,
  { openapi }: Pick<Contract, 'openapi'>,
): readonly [string, string] {
  const value = variableIn(environment, variable)
  if (flag !== undefined) return [flag, 'by --writes']
  if (value !== null) return [value, `by ${variable}`]
  if (!isLoopback(baseUrl)) return ['none', 'the default for a non-loopback address']
  return openapi === null
    ? ['destructive', 'the default for a loopback address']
    : ['reversible', 'the default for an OpenAPI document']
}

/** @throws ConfigurationError for an unknown mode */
export function requireWriteMode(writes: string, flag: string | undefined): WriteMode {
  const known = writeModes.find((mode) => mode === writes)
  if (known !== undefined) return known
  throw new ConfigurationError(
    `${flag === undefined ? variable : '--writes'} is "${writes}": give none, reversible or destructive.`,
  )
}
