// Normalises schemas to JSON Schema 2020-12.
import type { Json, JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { isReference } from '../state/members.ts'
import { readKeyword } from './keyword-readers.ts'
import { withNull } from './null.ts'
import { isSilent, kindOf } from './schema-keywords.ts'

export function schemaFrom(build: Build, value: Json, place: Place): Json {
  build.spend(1, place)
  if (typeof value === 'boolean') return value
  const schema = build.schema(value, place)
  return build.from(
    isReference(schema) ? referring(build, schema, place) : plain(build, schema, place),
    place,
  )
}

/**
 * OpenAPI 2.0 and 3.0 ignore keywords beside a reference. The tool reads these, because they forbid no value.
 */
const meantBesideReferences: ReadonlySet<string> = new Set([
  ...['nullable', 'x-nullable', 'readOnly', 'writeOnly', 'description', 'default', 'deprecated'],
])

function referring(build: Build, schema: JsonObject & { readonly $ref: string }, place: Place): JsonObject {
  const { $ref: reference, ...beside } = schema
  const kept = Object.entries(beside).filter(
    ([key]) => build.dialect === '3.1' || meantBesideReferences.has(key),
  )
  const target = build.landing(reference, place)
  const named = target === null ? {} : { $ref: `#/components/schemas/${build.names.nameOf(target)}` }
  const siblings = Object.fromEntries(kept)
  const made = { ...keywords(build, siblings, place), ...named }
  return isNullable(siblings) ? withNull(build, made, place, false) : made
}

function plain(build: Build, schema: JsonObject, place: Place): JsonObject {
  const made = keywords(build, schema, place)
  const isStated = build.dialect === '3.0' && schema.nullable === true
  return isNullable(schema) ? withNull(build, made, place, isStated) : made
}

function isNullable(schema: JsonObject): boolean {
  return schema.nullable === true || schema['x-nullable'] === true
}

function keywords(build: Build, schema: JsonObject, place: Place): JsonObject {
  const made = new Map<string, Json>()
  for (const [key, written] of build.entries(schema, place)) {
    const kind = kindOf(key, build.dialect)
    if (kind === undefined) remarkUnknown(build, key, place)
    const read =
      kind === undefined ? undefined : readKeyword(kind, build, written, child(place, key), schemaFrom)
    if (read !== undefined) made.set(key, read)
  }
  if (build.dialect !== '3.1') current(made)
  for (const bound of ['exclusiveMinimum', 'exclusiveMaximum'])
    if (typeof made.get(bound) === 'boolean') made.delete(bound)
  move(made, 'items', 'prefixItems', Array.isArray(made.get('items')))
  if (made.get('type') === 'file') made.set('type', 'string').set('format', 'binary')
  const example = made.get('example')
  if (example !== undefined && !made.has('examples')) made.set('examples', [example])
  for (const key of ['example', 'nullable']) made.delete(key)
  return Object.fromEntries(made)
}

function remarkUnknown(build: Build, keyword: string, place: Place): void {
  if (!isSilent(keyword))
    build.remark(
      child(place, keyword),
      `schemas of OpenAPI ${build.dialect} have no keyword with this name: the keyword is not checked`,
    )
}

/** Until OpenAPI 3.0, `exclusiveMinimum` is a flag, and `minimum` contains the number. */
function current(made: Map<string, Json>): void {
  move(made, 'minimum', 'exclusiveMinimum', made.get('exclusiveMinimum') === true)
  move(made, 'maximum', 'exclusiveMaximum', made.get('exclusiveMaximum') === true)
}

function move(made: Map<string, Json>, from: string, to: string, applies: boolean): void {
  const value = made.get(from)
  if (!applies || value === undefined) return
  made.delete(from)
  made.set(to, value)
}
