// Loads the contract that the settings name, and what it asks of the settings.
import { type Contract, contractIn, isShipped, loadContract } from '../contract/index.ts'
import { requireSatisfiable } from '../engine/index.ts'
import { namesDocument } from '../openapi/read/index.ts'
import type { Environment } from './environment.ts'
import { schemeVariables } from './schemes.ts'
import { tenantOptions } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

interface ContractOption {
  readonly contract?: string | Contract | undefined
}

/**
 * Loads a contract from a folder or an OpenAPI document.
 * @throws ConfigurationError with all problems in the files
 */
export async function resolveContract(option: ContractOption, environment: Environment): Promise<Contract> {
  const meant = option.contract ?? variableIn(environment, tenantOptions.contract.variable)
  if (typeof meant !== 'string' || !namesDocument(meant)) return folderContract(option, environment)
  return contractOfDocument(meant)
}

/**
 * Loads a contract from a folder.
 * @throws ConfigurationError with all problems in the files
 */
export function folderContract({ contract }: ContractOption, environment: Environment): Contract {
  const meant = contract ?? variableIn(environment, tenantOptions.contract.variable)
  if (meant === null) return loadContract()
  if (typeof meant === 'object') return meant
  const loaded = loadContract(contractIn(meant))
  requireSatisfiable(loaded)
  return loaded
}

// Most runs read no document.
async function contractOfDocument(location: string): Promise<Contract> {
  const { contractAt } = await import('../openapi/import/index.ts')
  return (await contractAt(location)).contract
}

/** Variables of this contract alone: of its resources, and of its API keys. */
export function suppliedVariables(contract: Contract): readonly string[] {
  return [
    ...[...contract.resources.values()].flatMap(({ supplied }) => supplied?.environment ?? []),
    ...[...schemeVariables(contract).values()].flat(),
  ]
}

/** Keyed by resource. */
export function suppliedIds(
  { resources }: Contract,
  environment: Environment,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...resources.values()].flatMap(({ name, supplied }): [string, string[]][] => {
      if (supplied === null) return []
      const ids = (variableIn(environment, supplied.environment) ?? '').split(',').map((id) => id.trim())
      return [[name, ids.filter(Boolean)]]
    }),
  )
}

export function notesOn(contract: Contract): readonly string[] {
  if (isShipped(contract)) return []
  const { folders, name, version } = contract
  return [
    `The tenant is judged by the contract ${name} ${version} (unproven: this contract brings no reference tenant). \`tenant-conformance verify-contract ${folders.location}\` proves what can be proven without one.`,
    ...(folders.suites === null
      ? []
      : [`The contract brings suites, which run as code on this machine's user: ${folders.suites}.`]),
  ]
}
