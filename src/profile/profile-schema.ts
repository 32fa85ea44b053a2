// Builds the JSON Schema for the profiles of a contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import type { ValidateFunction } from '../base/schemas/ajv.ts'
import { type Compilation, validatorOf } from '../base/schemas/validator.ts'
import type { Contract, Resource } from '../contract/index.ts'

const generic = JSON.parse(
  readFileSync(join(packageRoot, 'schemas/meta/profile.json'), 'utf8'),
) as JsonObject & { readonly $id: string; readonly properties: Readonly<Record<string, JsonObject>> }

const compiled = new WeakMap<Contract, ValidateFunction>()

export function profileValidator(contract: Contract): ValidateFunction {
  const known = compiled.get(contract)
  if (known !== undefined) return known
  const validate = validatorOf(profileCompilation(contract))
  compiled.set(contract, validate)
  return validate
}

export function profileCompilation(contract: Contract): Compilation {
  return { settings: 'profile', schema: profileSchemaOf(contract), others: [generic] }
}

/** One schema contains all keys, so that an error about an unknown key can suggest a similar key. */
export function profileSchemaOf({ profileKeys, operations, resources }: Contract): JsonObject {
  const own = isObject(profileKeys?.properties) ? profileKeys.properties : {}
  const fixtures = isObject(own.fixtures) ? own.fixtures.properties : fixtureNamesOf([...resources.values()])
  return {
    $id: 'tenant-conformance:/profile.json',
    ...profileKeys,
    type: 'object',
    required: generic.required as Json,
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(
        Object.keys(generic.properties).map((name) => [name, { $ref: `${generic.$id}#/properties/${name}` }]),
      ),
      ...own,
      operations: named(
        'operations',
        'operation',
        Object.fromEntries([...operations.keys()].map((name) => [name, {}])),
      ),
      fixtures: named('fixtures', 'fixture', isObject(fixtures) ? fixtures : {}),
    },
  }
}

function named(key: string, definition: string, members: JsonObject): JsonObject {
  const $ref = `${generic.$id}#/$defs/${definition}`
  return {
    type: 'object',
    description: generic.properties[key]?.description ?? '',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, own]) => [name, { ...(isObject(own) ? own : {}), $ref }]),
    ),
  }
}

function fixtureNamesOf(resources: readonly Resource[]): JsonObject {
  return Object.fromEntries(
    resources.flatMap((resource) =>
      fixtureActs.filter((act) => !(act in resource.life)).map((act) => [fixtureName(resource, act), {}]),
    ),
  )
}

export const fixtureActs = ['create', 'read', 'list', 'delete'] as const

export function fixtureName(
  { name, title, singleton }: Pick<Resource, 'name' | 'title' | 'singleton'>,
  act: (typeof fixtureActs)[number],
): string {
  const words = (act === 'list' && !singleton ? name : title).split(/[^A-Za-z0-9]+/)
  return [act, ...words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('')
}
