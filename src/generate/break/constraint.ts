// Constraints: every keyword that can refuse an instance, at every place of the instance that it speaks about.
import { at, type Json } from '../../base/json.ts'
import { is, type Step } from '../conjunction/demand.ts'
import { evaluatedBy } from '../conjunction/evaluated.ts'
import { follow } from '../conjunction/focus.ts'
import { additionalNames } from '../conjunction/negate.ts'
import type { Planner } from '../draw/planner.ts'
import {
  isSchemaObject,
  type Node,
  namedSchemasOf,
  namesOf,
  type Schema,
  type SchemaObject,
  schemasOf,
} from '../schema/schema.ts'
import { matches } from '../value/pattern.ts'
import { child } from '../value/pointer.ts'

export interface Constraint {
  /** RFC 6901 pointer of the instance place. */
  readonly pointer: string
  /** The same with `*` for any element, and for any member that a pattern or `additionalProperties` names. */
  readonly place: string
  readonly keyword: string
  /** For `required`: the name; for `dependentRequired`: the name that is missing. */
  readonly property?: string
  /** For `dependentRequired`: the name that asks for it. */
  readonly trigger?: string
  /** The schema that carries the keyword, by identity. */
  readonly schema: SchemaObject
  readonly schemaPointer: string
  readonly node: Node
  /** How to come from the root to `node`. */
  readonly path: readonly Step[]
  /** Where the keyword speaks about a member's name: the node of `propertyNames` and the way on from there. */
  readonly naming: { readonly node: Node; readonly path: readonly Step[] } | null
}

const constraintsMax = 5000
const stepsMax = 40

const asserting = new Set(
  [
    'type enum const multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern format',
    'minItems maxItems uniqueItems contains minContains maxContains minProperties maxProperties propertyNames',
    'anyOf oneOf not if unevaluatedItems unevaluatedProperties',
  ].flatMap((line) => line.split(' ')),
)

interface Here {
  readonly node: Node
  readonly path: readonly Step[]
  readonly pointer: string
  readonly place: string
  readonly naming: Constraint['naming']
}

/** All constraints of the planner's schema, outer ones first. Names that are free to choose follow `base`. */
export function constraintsOf(planner: Planner, base: Json | undefined): Constraint[] {
  const walk = new Walk(planner, base)
  walk.visit({ node: planner.set.root, path: [], pointer: '', place: '', naming: null }, [])
  return walk.found
}

class Walk {
  readonly found: Constraint[] = []
  readonly #planner: Planner
  readonly #base: Json | undefined

  constructor(planner: Planner, base: Json | undefined) {
    this.#planner = planner
    this.#base = base
  }

  visit(here: Here, above: readonly Node[]): void {
    const { schema } = here.node
    const repeated = above.includes(here.node)
    if (!isSchemaObject(schema) || repeated || here.path.length > stepsMax) return
    for (const keyword of Object.keys(schema)) this.#keyword(here, schema, keyword)
    const onward = [...above, here.node]
    for (const [step, place] of this.#steps(here, schema)) {
      if (this.found.length > constraintsMax) return
      const node = follow(this.#planner.set, here.node, step)
      const pointer = step.at === undefined ? here.pointer : child(here.pointer, step.at)
      const next = this.#next(here, step, node, pointer, here.place + place)
      if (node.schema === false && step.at !== undefined) this.#push(next, schema, 'false schema', {})
      else this.visit(next, onward)
    }
    this.#names(here, schema, onward)
  }

  // Below `propertyNames` it is the name that is looked at, and errors are the object's.
  #names(here: Here, schema: SchemaObject, above: readonly Node[]): void {
    if (here.naming !== null) return
    for (const each of schemasOf([schema.propertyNames])) {
      const node = this.#planner.set.sub(here.node, each)
      this.visit({ ...here, node, naming: { node, path: [] } }, above)
    }
  }

  #next(here: Here, step: Step, node: Node, pointer: string, place: string): Here {
    if (here.naming === null) return { node, path: [...here.path, step], pointer, place, naming: null }
    return { ...here, node, naming: { ...here.naming, path: [...here.naming.path, step] } }
  }

  #keyword(here: Here, schema: SchemaObject, keyword: string): void {
    if (keyword === 'required') {
      for (const property of namesOf(schema.required)) this.#push(here, schema, keyword, { property })
    } else if (keyword === 'dependentRequired' && isSchemaObject(schema.dependentRequired)) {
      for (const [trigger, names] of Object.entries(schema.dependentRequired)) {
        for (const property of namesOf(names)) this.#push(here, schema, keyword, { property, trigger })
      }
    } else if (keyword === 'additionalProperties' || keyword === 'items') {
      const closing =
        schema[keyword] === false && (keyword !== 'items' || schemasOf(schema.prefixItems).length > 0)
      if (closing) this.#push(here, schema, keyword, {})
    } else if (keyword.startsWith('unevaluated') && schema[keyword] !== false) return
    else if (asserting.has(keyword)) this.#push(here, schema, keyword, {})
  }

  #push(
    here: Here,
    schema: SchemaObject,
    keyword: string,
    more: { property?: string; trigger?: string },
  ): void {
    const schemaPointer = this.#planner.set.pointerOf(schema)
    this.found.push({ ...here, keyword, schema, schemaPointer, ...more })
  }

  // The steps from a schema to those that it applies, each with what it adds to the place.
  *#steps(here: Here, schema: SchemaObject): Generator<readonly [Step, string]> {
    for (const keyword of ['$ref', '$dynamicRef'])
      if (schema[keyword] !== undefined) yield [{ keyword, key: '' }, '']
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const index of schemasOf(schema[keyword]).keys()) yield [{ keyword, key: String(index) }, '']
    }
    for (const keyword of ['then', 'else']) {
      if (schema.if !== undefined && schema[keyword] !== undefined) yield [{ keyword, key: '' }, '']
    }
    for (const [key] of namedSchemasOf(schema.dependentSchemas))
      yield [{ keyword: 'dependentSchemas', key }, '']
    if (here.naming !== null) return
    for (const [key] of namedSchemasOf(schema.properties)) {
      yield [{ keyword: 'properties', key, at: key }, child('', key)]
    }
    yield* this.#freeNames(here, schema)
    const prefix = schemasOf(schema.prefixItems).length
    for (let index = 0; index < prefix; index++) {
      yield [{ keyword: 'prefixItems', key: String(index), at: index }, child('', index)]
    }
    if (isConstraining(schema.items) && !(schema.items === false && prefix > 0)) {
      yield [{ keyword: 'items', key: '', at: prefix }, '/*']
    }
    yield* this.#unevaluated(here, schema)
  }

  // An element or a member that nothing in place can evaluate, whichever ways are taken.
  *#unevaluated(here: Here, schema: SchemaObject): Generator<readonly [Step, string]> {
    const evaluated = evaluatedBy(this.#planner.set, here.node)
    if (isSchemaObject(schema.unevaluatedItems) && evaluated.length !== Number.POSITIVE_INFINITY) {
      yield [{ keyword: 'unevaluatedItems', key: '', at: evaluated.length }, '/*']
    }
    if (!isSchemaObject(schema.unevaluatedProperties) || evaluated.allMembers) return
    const [name] = this.#planner.names({
      demands: schemasOf([schema.propertyNames]).map((each) => is(this.#planner.set.sub(here.node, each))),
      patterns: [],
      notPatterns: evaluated.patterns,
      excluded: evaluated.names,
    })
    if (name !== undefined) yield [{ keyword: 'unevaluatedProperties', key: '', at: name }, '/*']
  }

  *#freeNames(here: Here, schema: SchemaObject): Generator<readonly [Step, string]> {
    const demands = schemasOf([schema.propertyNames]).map((each) =>
      is(this.#planner.set.sub(here.node, each)),
    )
    const known = at(this.#base, here.pointer)
    const members =
      typeof known === 'object' && known !== null && !Array.isArray(known) ? Object.keys(known) : []
    for (const [source] of namedSchemasOf(schema.patternProperties)) {
      const own = members.find((name) => matches(source, name))
      const [name] = this.#planner.names({ demands, patterns: [source], notPatterns: [], excluded: [] })
      const chosen = own ?? name
      if (chosen !== undefined) yield [{ keyword: 'patternProperties', key: source, at: chosen }, '/*']
    }
    if (!isConstraining(schema.additionalProperties) || schema.additionalProperties === false) return
    const { excluded, notPatterns } = additionalNames(schema)
    const own = members.find(
      (name) => !excluded.includes(name) && !notPatterns.some((source) => matches(source, name)),
    )
    const [name] = this.#planner.names({ demands, patterns: [], notPatterns, excluded })
    const chosen = own ?? name
    if (chosen !== undefined) yield [{ keyword: 'additionalProperties', key: '', at: chosen }, '/*']
  }
}

function isConstraining(schema: unknown): schema is Schema {
  return schema === false || isSchemaObject(schema)
}
