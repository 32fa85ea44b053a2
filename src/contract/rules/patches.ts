// Rules about JSON Patches (RFC 6902).
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
      'A JSON Patch that is no array, has an unknown operation, names a member that does not exist, or has a test that fails is refused (RFC 6902, 5).',
  },
  {
    name: 'patch-atomic',
    level: 'MUST',
    holdsFor: isPatched,
    statement: () => 'A JSON Patch of which one operation fails changes nothing (RFC 6902, 5).',
  },
  {
    name: 'patch-removes',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isPatched(operation, resource) && removableIn(operation, resource).length > 0,
    statement: () =>
      'An optional member that a JSON Patch removes is gone, or has its default (RFC 6902, 4.2).',
  },
]
