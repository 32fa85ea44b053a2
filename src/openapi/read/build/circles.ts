// Schemas that contain themselves for one and the same value: no validator would come to an end (JSON Schema 2020-12, 9.4.1).
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { limits } from '../source/limits.ts'
import { type Build, isReference } from './build.ts'

const lists: readonly string[] = ['allOf', 'anyOf', 'oneOf']
const singles: readonly string[] = ['not', 'if', 'then', 'else']

/** A reference to a schema that holds for the same value. */
interface Edge {
  /** Has the `$ref`. */
  readonly holder: Record<string, Json>
  readonly to: string
  /** The keyword of the named schema that the reference stands in. */
  readonly keyword: string
}

interface Frame {
  readonly name: string
  readonly open: Edge[]
  taken: string
}

/**
 * Lets each circle end where it closes: a base with "oneOf" its children, and children with "allOf" the base, is common.
 * There the base is taken without the keyword that leads on.
 * @param schemas by name; references in them are changed
 */
export function withoutCircles(build: Build, schemas: JsonObject): JsonObject {
  const done = new Set<string>()
  for (const name of Object.keys(schemas)) if (!done.has(name)) visit(build, schemas, name, done)
  return schemas
}

/** Depth first, without recursion: chains may be long. */
function visit(build: Build, schemas: JsonObject, start: string, done: Set<string>): void {
  const stack: Frame[] = [frameOf(start, schemas)]
  const depths = new Map([[start, 0]])
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const edge = frame.open.pop()
    if (edge === undefined) {
      stack.pop()
      depths.delete(frame.name)
      done.add(frame.name)
      continue
    }
    if (done.has(edge.to) || !isReference(edge.holder)) continue
    frame.taken = edge.keyword
    const depth = depths.get(edge.to)
    if (depth === undefined) {
      depths.set(edge.to, stack.length)
      stack.push(frameOf(edge.to, schemas))
    } else frame.open.push(...cut(build, edge, schemas, stack[depth]?.taken ?? ''))
  }
}

const counts = new WeakMap<Build, number>()

/** Returns the references of what stands in for the one that closed the circle. */
function cut(build: Build, { holder, to, keyword }: Edge, schemas: JsonObject, left: string): Edge[] {
  const place = build.placeOf(holder)
  const count = (counts.get(build) ?? 0) + 1
  counts.set(build, count)
  if (place !== undefined) {
    build.remark(place, `${to} contains itself here: its "${left}" is not applied again`)
    if (count > limits.circlesMax)
      build.fail(
        place,
        `more than ${limits.circlesMax} schemas contain themselves: describe each value by one schema`,
      )
  }
  const { [left]: _, ...rest } = schemas[to] as JsonObject
  const target = build.placeOf(schemas[to])
  const copy = target === undefined ? rest : build.from(rest, target)
  delete holder.$ref
  holder.allOf = [...(Array.isArray(holder.allOf) ? holder.allOf : []), copy]
  return edgesOf(copy, keyword)
}

function frameOf(name: string, schemas: JsonObject): Frame {
  const schema = schemas[name]
  if (!isObject(schema)) return { name, open: [], taken: '' }
  const own = isReference(schema) ? [edgeTo(schema, '$ref')] : []
  const inner = partsOf(schema).flatMap(([keyword, part]) => edgesOf(part, keyword))
  return { name, open: [...own, ...inner], taken: '' }
}

/** References at a schema, and in the schemas within it that hold for the same value. */
function edgesOf(schema: Json | undefined, keyword: string): Edge[] {
  if (!isObject(schema)) return []
  const own = isReference(schema) ? [edgeTo(schema, keyword)] : []
  return [...own, ...partsOf(schema).flatMap(([, part]) => edgesOf(part, keyword))]
}

function partsOf(schema: JsonObject): readonly (readonly [keyword: string, part: Json])[] {
  const parts: (readonly [string, Json])[] = []
  for (const keyword of lists) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const part of list) parts.push([keyword, part])
  }
  for (const keyword of singles) if (schema[keyword] !== undefined) parts.push([keyword, schema[keyword]])
  const { dependentSchemas } = schema
  if (isObject(dependentSchemas))
    for (const part of Object.values(dependentSchemas)) parts.push(['dependentSchemas', part])
  return parts
}

function edgeTo(holder: JsonObject & { readonly $ref: string }, keyword: string): Edge {
  return { holder, to: holder.$ref.slice('#/components/schemas/'.length), keyword }
}
