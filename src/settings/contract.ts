// Loads the contract of a run, and lists the environment variables that the contract needs.
import { entriesIn } from '../base/options/option.ts'
import { commandName } from '../base/tool.ts'
import { type Contract, contractIn, isShipped, loadContract } from '../contract/index.ts'
import { requireSatisfiable } from '../engine/index.ts'
import { documentNamedIn, namesDocument } from './document-location.ts'
import type { Environment } from './environment.ts'
import { variablesOfSchemes } from './scheme-variables.ts'
import { tenantOptions } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

interface ContractOption {
  readonly contract?: string | Contract | undefined
  /**
   * Ids of clauses, or beginnings of ids. From a large document, the contract contains only the operations of
   * these clauses.
   */
  readonly only?: readonly string[] | null | undefined
  readonly operation?: readonly string[] | undefined
}

/** @throws ConfigurationError with all problems in the files */
export async function resolveContract(option: ContractOption, environment: Environment): Promise<Contract> {
  const meant = option.contract ?? variableIn(environment, tenantOptions.contract.variable)
  if (typeof meant !== 'string') return folderContract(option, environment)
  const only = option.only === null ? null : [...(option.only ?? []), ...(option.operation ?? [])]
  if (namesDocument(meant)) return contractOfDocument(meant, null, only)
  const document = documentNamedIn(meant)
  return document === null ? folderContract(option, environment) : contractOfDocument(document, meant, only)
}

export function folderContract({ contract }: ContractOption, environment: Environment): Contract {
  const meant = contract ?? variableIn(environment, tenantOptions.contract.variable)
  if (meant === null) return loadContract()
  if (typeof meant === 'object') return meant
  const loaded = loadContract(contractIn(meant))
  requireSatisfiable(loaded)
  return loaded
}

async function contractOfDocument(
  location: string,
  folder: string | null,
  only: readonly string[] | null,
): Promise<Contract> {
  const { contractAt } = await import('../openapi/import/index.ts')
  return contractAt(location, folder, only)
}

export function suppliedVariables(contract: Contract): readonly string[] {
  return [
    ...[...contract.resources.values()].flatMap(({ supplied }) => supplied?.environment ?? []),
    ...variablesOfSchemes(contract),
  ]
}

export function suppliedIds(
  { resources }: Contract,
  environment: Environment,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...resources.values()].flatMap(({ name, supplied }): [string, readonly string[]][] =>
      supplied === null ? [] : [[name, entriesIn([variableIn(environment, supplied.environment) ?? ''])]],
    ),
  )
}

export function notesOn(contract: Contract): readonly string[] {
  if (isShipped(contract)) return []
  const { folders, name, version } = contract
  return [
    `The run uses the contract ${name} ${version}, which has no reference tenant. To test on a stub that its clauses can fail, run \`${commandName} verify-contract ${folders.location}\`.`,
    ...(folders.suites === null
      ? []
      : [`The contract contains suites. Their code runs with the rights of this user: ${folders.suites}.`]),
  ]
}
