// Selects the operations of a cross-cutting clause by their properties.
import { isObject } from '../base/json.ts'
import type { Operation } from './contract.ts'
import type { Act } from './resource.ts'

export interface AppliesTo {
  readonly acts?: readonly (Act | 'other')[]
  readonly pathId?: boolean
  readonly request?: boolean
  readonly nestedRequest?: boolean
  readonly response?: boolean
  /** A 4xx or 5xx status that the operation must document. */
  readonly shows?: number
  readonly showsNot?: number
}

type Facts = Pick<Operation, 'act' | 'idParameter' | 'request' | 'response' | 'failures'>

export function appliesTo(
  { acts, pathId, request, nestedRequest, response, shows, showsNot }: AppliesTo,
  operation: Facts,
): boolean {
  const failures = operation.failures ?? []
  return (
    (acts === undefined || acts.includes(operation.act)) &&
    (pathId === undefined || pathId === (operation.idParameter !== null)) &&
    (request === undefined || request === (operation.request !== null)) &&
    (nestedRequest === undefined || nestedRequest === isNested(operation.request)) &&
    (response === undefined || response === (operation.response !== null)) &&
    (shows === undefined || failures.includes(shows)) &&
    (showsNot === undefined || !failures.includes(showsNot))
  )
}

function isNested(request: Facts['request']): boolean {
  const { properties } = request ?? {}
  return (
    isObject(properties) &&
    Object.values(properties).some(
      (member) => isObject(member) && (member.properties !== undefined || member.items !== undefined),
    )
  )
}
