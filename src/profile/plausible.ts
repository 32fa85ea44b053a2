// Rejects a member name that is already in use, and an unsuitable method of a fixture.
import { ConfigurationError } from '../base/error.ts'
import { isObject } from '../base/json.ts'
import { type Contract, eachSchema, openPropertyOf } from '../contract/index.ts'
import { declaredIn } from './declared.ts'
import type { Profile } from './profile.ts'
import { fixtureName } from './profile-schema.ts'

export function requireFreeNames(profile: Profile, place: string, contract: Contract): void {
  for (const { id, kind, declaredAt } of contract.openPoints) {
    const name = kind !== 'property-name' || declaredAt === null ? undefined : declaredIn(profile, declaredAt)
    if (typeof name === 'string' && takenBy(id, contract).has(name))
      throw new ConfigurationError(
        `The profile ${place} is not valid at ${declaredAt}: "${name}" is the name of another member. Give the name of the member that this key describes.`,
      )
  }
}

function takenBy(point: string, { operations }: Contract): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { request, response } of operations.values())
    for (const side of [request, response])
      eachSchema(side ?? {}, (schema) => {
        if (openPropertyOf(schema)?.point !== point || !isObject(schema.properties)) return
        for (const name of Object.keys(schema.properties)) names.add(name)
      })
  return names
}

/** @throws ConfigurationError for an unsuitable method, for example a GET that should create */
export function requireFittingMethods(profile: Profile, place: string, { resources }: Contract): void {
  for (const resource of resources.values())
    for (const [act, wrong, says] of unfitting) {
      const name = fixtureName(resource, act)
      if (profile.fixtures?.[name]?.method === wrong)
        throw new ConfigurationError(
          `The profile ${place} is not valid at /fixtures/${name}/method: a ${wrong} ${says}. Give the method that this tenant uses for the request.`,
        )
    }
}

// POST is not in the list, because some tenants search or remove by POST.
const unfitting = [
  ['create', 'GET', 'creates nothing'],
  ['delete', 'GET', 'removes nothing'],
  ['read', 'DELETE', 'reads nothing'],
  ['list', 'DELETE', 'lists nothing'],
] as const
