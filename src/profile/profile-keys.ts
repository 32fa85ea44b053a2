// Lists the keys of profiles for the documentation and for `help`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import type { Contract } from '../contract/index.ts'
import { profileSchemaOf } from './profile-schema.ts'

export interface ProfileKey {
  /** A path, for example `delivery.payload`. `<name>` stands for any name, and `[]` for an array element. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string
  readonly default: Json | undefined
  readonly example: Json | undefined
}

const generic = JSON.parse(readFileSync(join(packageRoot, 'schemas/meta/profile.json'), 'utf8')) as JsonObject

export function profileKeysOf(contract: Contract): readonly ProfileKey[] {
  return keysBelow(resolved(profileSchemaOf(contract)), '')
}

function keysBelow(schema: JsonObject, prefix: string): readonly ProfileKey[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, given]) => {
    const path = `${prefix}${name}`
    const member = resolved(given)
    const own = keyOf(path, member, required.includes(name))
    if (name === 'operations' && prefix === '') return [own, ...membersOf(member, path, '<operation>')]
    if (name === 'fixtures' && prefix === '')
      return [own, ...namesOf(member, path), ...membersOf(member, path, '<name>')]
    const items = isObject(member.items) ? resolved(member.items) : {}
    return [own, ...keysBelow(member, `${path}.`), ...keysBelow(items, `${path}[].`)]
  })
}

function membersOf(schema: JsonObject, path: string, name: string): readonly ProfileKey[] {
  const [first] = Object.values(isObject(schema.properties) ? schema.properties : {})
  return keysBelow(resolved(first), `${path}.${name}.`)
}

function namesOf(schema: JsonObject, path: string): readonly ProfileKey[] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, given]) => ({
    ...keyOf(`${path}.${name}`, resolved(given), false),
    example: undefined,
  }))
}

function keyOf(path: string, schema: JsonObject, required: boolean): ProfileKey {
  const [example] = Array.isArray(schema.examples) ? schema.examples : []
  return {
    path,
    required,
    type: typeInWords(schema),
    description: typeof schema.description === 'string' ? schema.description : '',
    default: schema.default,
    example,
  }
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}

function typeInWords(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'array') {
    const items = resolved(schema.items)
    return `list of ${items.type === undefined ? 'values' : `${typeInWords(items)}s`.replace(/^texts$/, 'texts')}`
  }
  if (schema.format === 'date') return 'date, YYYY-MM-DD'
  if (schema.format === 'uri') return 'URL'
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any JSON']).map(String)
  return types.map((type) => words[type] ?? type).join(' or ')
}

function resolved(given: Json | undefined): JsonObject {
  if (!isObject(given)) return {}
  const { $ref, ...own } = given
  if (typeof $ref !== 'string') return given
  const target = $ref
    .slice($ref.indexOf('#') + 2)
    .split('/')
    .reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), generic)
  return { ...resolved(target), ...own }
}
