// Checks `beforeDelete`: the request that must precede the deletion of a resource.
import type { Contract } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import type { Resource } from '../resource.ts'

export function checkBeforeDelete(
  resource: Resource,
  contract: Pick<Contract, 'operations'>,
  file: string,
  problems: Problems,
): void {
  const wrong = wrongStep(resource, contract)
  if (wrong !== null) problems.add(file, '/beforeDelete', wrong)
}

function wrongStep(
  { beforeDelete, life, name }: Resource,
  { operations }: Pick<Contract, 'operations'>,
): string | null {
  if (beforeDelete === null) return null
  const operation = operations.get(beforeDelete.operation)
  if (operation === undefined) return unknownName('operation', beforeDelete.operation, operations.keys())
  if (operation.resource !== name)
    return `${operation.name} is an operation of ${operation.resource}, not of ${name}`
  if (operation.idParameter === null)
    return `the path of ${operation.name} contains no id of the resource: ${operation.path}`
  if (operation.method === 'GET' || operation.act === 'delete')
    return `${operation.name} cannot prepare a deletion: name an operation that changes the resource, but does not delete the resource`
  return life.delete === undefined
    ? 'no operation deletes the resource: name the operation as "delete" in "life" of the resource'
    : null
}
