// Prevents files from deciding where the run sends credentials.

import { ConfigurationError } from '../base/error.ts'
import { parsedUrl } from '../base/uri.ts'
import { type GivenTenantOptions, tenantOptions } from './tenant-options.ts'
import { type Environment, variableIn } from './tenant-variables.ts'

export interface Stated {
  readonly what: string
  readonly inFile: string
  readonly given: string
  readonly sayWith: string
}

/** @throws ConfigurationError if the operator did not name a tenant */
export function requireNamedTenant(
  file: string,
  inFile: string,
  { baseUrl }: Pick<GivenTenantOptions, 'baseUrl'>,
  environment: Environment,
): void {
  if (baseUrl !== undefined || variableIn(environment, tenantOptions.baseUrl.variable) !== null) return
  throw new ConfigurationError(
    `${file} belongs to a run against ${inFile}: confirm this tenant with --base-url or TENANT_BASE_URL, or trust the file with --trust-file.`,
  )
}

/** @throws ConfigurationError if the values differ */
export function requireAgreement(file: string, all: readonly Stated[]): void {
  for (const { what, inFile, given, sayWith } of all)
    if (!isSameAddress(inFile, given))
      throw new ConfigurationError(
        `${file} belongs to a run with ${what} ${inFile}, but this command has ${given}: nothing was sent. Choose one with ${sayWith}, or trust the file with --trust-file.`,
      )
}

/**
 * Requires equal contracts, even with `--trust-file`.
 * @param inFile null if the file names no contract
 * @throws ConfigurationError if the contracts differ
 */
export function requireContract(
  file: string,
  inFile: ContractName | null,
  { name, version }: ContractName,
): void {
  if (inFile === null || (inFile.name === name && inFile.version === version)) return
  throw new ConfigurationError(
    `${file} belongs to the contract ${inFile.name} ${inFile.version}, but this command has ${name} ${version}: nothing was sent. Give the folder of that contract with --contract or TENANT_CONTRACT.`,
  )
}

interface ContractName {
  readonly name: string
  readonly version: string
}

/** Compares the normal forms (RFC 3986, section 6.2). */
export function isSameAddress(one: string, other: string): boolean {
  return comparable(one) === comparable(other)
}

function comparable(text: string): string {
  return parsedUrl(text)?.href.replace(/\/+$/, '') ?? text
}
