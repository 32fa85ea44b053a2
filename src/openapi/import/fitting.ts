// Leaves out the parts of a document that cannot become a valid contract.
import { ConfigurationError } from '../../base/error.ts'
import {
  type Contract,
  type ContractFolders,
  contractOf,
  Problems,
  type ResourceSource,
  type SourceFiles,
} from '../../contract/index.ts'
import type { Remark } from '../read/index.ts'

/** Each round can reveal further problems. */
const roundsMax = 10
const remarksShown = 5

export interface Fitted {
  readonly contract: Contract
  readonly sources: SourceFiles
  readonly remarks: readonly Remark[]
}

/** @throws ConfigurationError if no valid operation remains */
export function fitted(sources: SourceFiles, folders: ContractFolders): Fitted {
  const remarks: Remark[] = []
  let left = sources
  for (let round = 1; round < roundsMax; round += 1) {
    const problems = new Problems()
    const contract = attempted(left, folders, problems)
    if (contract !== null) return { contract, sources: left, remarks }
    const next = without(left, problems, remarks)
    if (next === null) break
    left = next
    if (left.operations.length === 0) throw nothingLeft(folders.location, remarks)
  }
  return { contract: contractOf(left, folders), sources: left, remarks }
}

export function nothingLeft(location: string, remarks: readonly Remark[]): ConfigurationError {
  return new ConfigurationError(
    `${location} has no operation that can be checked.`,
    remarks.slice(0, remarksShown).map(({ pointer, message }) => `${pointer}: ${message}`),
  )
}

function attempted(sources: SourceFiles, folders: ContractFolders, problems: Problems): Contract | null {
  try {
    return contractOf(sources, folders, false, problems)
  } catch (error) {
    if (problems.none) throw error
    return null
  }
}

/** Returns null if no problem belongs to one operation or resource. */
function without(sources: SourceFiles, problems: Problems, remarks: Remark[]): SourceFiles | null {
  const dropped = new Set<string>()
  const trimmed = new Map<string, Set<string>>()
  for (const { file, pointer, message } of problems.all) {
    const [, member = '', inner] = pointer.split('/')
    const operation = sources.operations.find((one) => file.endsWith(one.file))
    const resource = sources.resources.find((one) => file.endsWith(one.file))
    if (operation !== undefined) {
      dropped.add(operation.file)
      remarks.push({
        pointer: operation.content.source ?? '',
        message: `${operation.content.name} is not checked: ${message}`,
      })
    } else if (resource !== undefined) {
      const name = memberToDrop(member, inner)
      trimmed.set(resource.file, (trimmed.get(resource.file) ?? new Set()).add(name))
      remarks.push({ pointer: resource.file, message: `${name} is left out: ${message}` })
    }
  }
  if (dropped.size === 0 && trimmed.size === 0) return null
  return {
    ...sources,
    operations: sources.operations.filter((one) => !dropped.has(one.file)),
    resources: sources.resources.map((one) => {
      const names = trimmed.get(one.file)
      return names === undefined ? one : { ...one, content: trimmedContent(one.content, names) }
    }),
  }
}

/** A run cannot use a creation without an id, or a list without items. */
function memberToDrop(member: string, inner: string | undefined): string {
  if (member === 'id') return inner === undefined ? 'life/create' : `id/${inner}`
  if (member === 'items') return 'life/list'
  if (member === 'life' && inner !== undefined) return `life/${inner}`
  return member
}

function trimmedContent(content: ResourceSource, names: ReadonlySet<string>): ResourceSource {
  const without = <T extends object>(values: T, above = ''): T =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(`${above}${name}`))) as T
  const { id, life = {} } = content
  return {
    ...without(content),
    ...(typeof id === 'object' ? { id: without(id, 'id/') } : {}),
    life: names.has('life') ? {} : without(life, 'life/'),
  }
}
