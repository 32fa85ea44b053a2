// Which operations a cross-cutting clause holds for: those of a kind, never those of a name.
import { isObject } from '../base/json.ts'
import type { Operation } from './contract.ts'
import type { Act } from './resource.ts'

/** What an operation has to be. All that is given has to hold; an empty one is met by every operation. */
export interface AppliesTo {
  readonly acts?: readonly (Act | 'other')[]
  /** Whether its path names one of a resource. */
  readonly pathId?: boolean
  readonly request?: boolean
  /** Whether its request has members that hold others. */
  readonly nestedRequest?: boolean
  readonly response?: boolean
  /** A status of a failure that the specification shows for it, or does not show. */
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
