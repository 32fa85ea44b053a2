// Trust in files: a report or a ledger may have been written by anybody, so that it never says where credentials go.

import { ConfigurationError } from './base/error.ts'
import { parsedUrl } from './base/uri.ts'

/** One thing that a file and the operator say, and how the operator says it. */
export interface Stated {
  readonly what: string
  readonly inFile: string
  readonly given: string
  readonly sayWith: string
}

/**
 * @param file the name of the file, for the message
 * @throws ConfigurationError that names both values, where the file says other than the operator
 */
export function requireAgreement(file: string, all: readonly Stated[]): void {
  for (const { what, inFile, given, sayWith } of all)
    if (!isSameAddress(inFile, given))
      throw new ConfigurationError(
        `${file} is of a run with ${what} ${inFile}, and this command has ${given}: nothing was sent. Say which one is meant with ${sayWith}, or follow the file with --trust-file.`,
      )
}

/**
 * Whatever a file says of where requests go: its clauses and resources mean nothing under another contract.
 * @param inFile what the file says, null where it says nothing
 * @throws ConfigurationError that names both contracts, where they differ
 */
export function requireContract(
  file: string,
  inFile: ContractName | null,
  { name, version }: ContractName,
): void {
  if (inFile === null || (inFile.name === name && inFile.version === version)) return
  throw new ConfigurationError(
    `${file} is of the contract ${inFile.name} ${inFile.version}, and this command has ${name} ${version}: nothing was sent. Give the folder of that contract with --contract or TENANT_CONTRACT.`,
  )
}

interface ContractName {
  readonly name: string
  readonly version: string
}

/** Whether both are the same text, or ways of writing the same address (RFC 3986, 6.2). */
export function isSameAddress(one: string, other: string): boolean {
  return comparable(one) === comparable(other)
}

function comparable(text: string): string {
  return parsedUrl(text)?.href.replace(/\/+$/, '') ?? text
}
