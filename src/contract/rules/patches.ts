// Built-in rules about JSON Patches (RFC 6902).
import { isObject, tokenOf } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'
import { isRead } from './condition.ts'
import type { Rule } from './rule.ts'

const isPatched = ({ jsonPatch, request }: Operation, resource: Resource): boolean =>
  jsonPatch !== null && request !== null && isRead(resource)

export function removableIn(
  { jsonPatch, request }: Operation,
  { serverSet, states }: Pick<Resource, 'serverSet' | 'states'>,
): readonly string[] {
  if (jsonPatch === null || !isObject(request?.properties)) return []
  return Object.keys(request.properties).filter(
    (name) => ![serverSet, states].some((own) => own.has(`/${tokenOf(name)}`)) && !jsonPatch.includes(name),
  )
}

export const rulesOfPatches: readonly Rule[] = [
  {
    name: 'patch-refused',
    level: 'MUST',
    holdsFor: isPatched,
    statement: () =>
      'The tenant rejects a JSON Patch that is not an array, that contains an unknown operation or a test that fails, or that refers to a member that does not exist (RFC 6902, 5).',
  },
  {
    name: 'patch-atomic',
    level: 'MUST',
    holdsFor: isPatched,
    statement: () => 'If one operation of a JSON Patch fails, the patch changes nothing (RFC 6902, 5).',
  },
  {
    name: 'patch-removes',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isPatched(operation, resource) && removableIn(operation, resource).length > 0,
    statement: () =>
      'After a JSON Patch removes an optional member, the member no longer exists, or has its default value (RFC 6902, 4.2).',
  },
]
