// Checks the step that a resource needs before its deletion.
import type { Contract } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import type { Resource } from '../resource.ts'

export function checkBeforeDelete(
  { beforeDelete, life, name }: Resource,
  { operations }: Pick<Contract, 'operations'>,
  file: string,
  problems: Problems,
): void {
  if (beforeDelete === null) return
  const operation = operations.get(beforeDelete.operation)
  const wrong =
    operation === undefined
      ? unknownName('operation', beforeDelete.operation, operations.keys())
      : operation.resource !== name
        ? `${operation.name} is an operation of ${operation.resource}`
        : operation.idParameter === null
          ? `the path of ${operation.name} names none of the resource: ${operation.path}`
          : operation.method === 'GET' || operation.act === 'delete'
            ? `${operation.name} changes nothing that a deletion could need: it is a ${operation.method}`
            : life.delete === undefined
              ? 'no operation deletes the resource: name one in its life'
              : null
  if (wrong !== null) problems.add(file, '/beforeDelete', wrong)
}
