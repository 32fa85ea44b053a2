// Lists each keyword that can refuse an instance, with each value that the keyword limits.
import { at, type Json } from '../../base/json.ts'
import { is, type Step } from '../branch/demand.ts'
import { applicators, isComposed } from '../conjunction/applicators.ts'
import { evaluatedBy } from '../conjunction/evaluated.ts'
import { follow } from '../conjunction/focus.ts'
import { additionalNames } from '../conjunction/members.ts'
import type { Planner } from '../draw/planner.ts'
import type { RequiredMember } from '../keyword/rule.ts'
import {
  isSchemaObject,
  type Node,
  namedSchemasOf,
  type Schema,
  type SchemaObject,
  schemasOf,
} from '../schema/schema.ts'
import { kinds, kindsOf } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { child } from '../value/pointer.ts'

export interface Constraint {
  /** JSON pointer (RFC 6901) of the value in the instance. */
  readonly pointer: string
  /**
   * JSON pointer in which `*` stands for any element, or for any member without its own name in the
   * schema.
   */
  readonly place: string
  readonly keyword: string
  readonly property?: string
  readonly trigger?: string
  readonly schema: SchemaObject
  readonly schemaPointer: string
  readonly node: Node
  readonly path: readonly Step[]
  /** Null unless the keyword limits the names of members. */
  readonly naming: { readonly node: Node; readonly path: readonly Step[] } | null
}

const constraintsMax = 5000
const constraintsBeforeRepeating = 300
const stepsMax = 40

interface Here {
  readonly node: Node
  readonly path: readonly Step[]
  readonly pointer: string
  readonly place: string
  readonly naming: Constraint['naming']
}

export function constraintsOf(planner: Planner, base: Json | undefined): Constraint[] {
  const walk = new Walk(planner, base)
  walk.everything({ node: planner.set.root, path: [], pointer: '', place: '', naming: null })
  return walk.found
}

class Walk {
  readonly found: Constraint[] = []
  readonly #todo: { readonly here: Here; readonly above: readonly Node[] }[] = []
  readonly #planner: Planner
  readonly #base: Json | undefined

  constructor(planner: Planner, base: Json | undefined) {
    this.#planner = planner
    this.#base = base
  }

  /** Visits outer values first, to find the shortest path to each schema. */
  everything(root: Here): void {
    const met = new Set<Node>()
    this.#todo.push({ here: root, above: [] })
    for (let index = 0; index < this.#todo.length && this.found.length < constraintsMax; index++) {
      const next = this.#todo[index]
      if (next === undefined) break
      if (met.has(next.here.node) && this.found.length > constraintsBeforeRepeating) continue
      met.add(next.here.node)
      this.#visit(next.here, next.above)
    }
  }

  #visit(here: Here, above: readonly Node[]): void {
    const { schema } = here.node
    if (schema === false && here.path.length === 0) this.#push(here, {}, 'false schema', {})
    if (!isSchemaObject(schema) || above.includes(here.node) || here.path.length > stepsMax) return
    for (const keyword of Object.keys(schema)) {
      if (!this.#planner.set.isDisputed(schema, keyword)) this.#keyword(here, schema, keyword)
    }
    const onward = [...above, here.node]
    for (const [step, place] of this.#steps(here, schema)) {
      if (this.#planner.set.isDisputed(schema, step.keyword)) continue
      const node = follow(this.#planner.set, here.node, step)
      const pointer = step.at === undefined ? here.pointer : child(here.pointer, step.at)
      const next = this.#next(here, step, node, pointer, here.place + place)
      if (node.schema === false) this.#push(next, schema, 'false schema', {})
      else this.#todo.push({ here: next, above: onward })
    }
    this.#names(here, schema, onward)
  }

  // Validators report a wrong name at its object.
  #names(here: Here, schema: SchemaObject, above: readonly Node[]): void {
    if (here.naming !== null) return
    for (const each of schemasOf([schema.propertyNames])) {
      const node = this.#planner.set.sub(here.node, each)
      this.#todo.push({ here: { ...here, node, naming: { node, path: [] } }, above })
    }
  }

  #next(here: Here, step: Step, node: Node, pointer: string, place: string): Here {
    if (here.naming === null) return { node, path: [...here.path, step], pointer, place, naming: null }
    return { ...here, node, naming: { ...here.naming, path: [...here.naming.path, step] } }
  }

  #keyword(here: Here, schema: SchemaObject, keyword: string): void {
    const rule = this.#planner.rules.of(keyword)
    const members = rule?.requiredMembers?.(schema)
    if (members !== undefined) {
      for (const each of members) this.#push(here, schema, keyword, each)
    } else if (keyword === 'additionalProperties' || keyword === 'items') {
      const closing =
        schema[keyword] === false && (keyword !== 'items' || schemasOf(schema.prefixItems).length > 0)
      if (closing) this.#push(here, schema, keyword, {})
    } else if (here.naming !== null && keyword === 'type' && speaksOfText(schema)) return
    else if (keyword.startsWith('unevaluated') && schema[keyword] !== false) return
    else if (rule !== undefined || isComposed(keyword)) this.#push(here, schema, keyword, {})
  }

  #push(here: Here, schema: SchemaObject, keyword: string, more: Partial<RequiredMember>): void {
    const schemaPointer = this.#planner.set.pointerOf(schema)
    this.found.push({ ...here, keyword, schema, schemaPointer, ...more })
  }

  *#steps(here: Here, schema: SchemaObject): Generator<readonly [Step, string]> {
    for (const applicator of applicators) {
      for (const found of applicator.steps(schema)) {
        if (here.naming === null || found[0].at === undefined) yield found
      }
    }
    if (here.naming !== null) return
    yield* this.#freeNames(here, schema)
    yield* this.#unevaluated(here, schema)
  }

  *#unevaluated(here: Here, schema: SchemaObject): Generator<readonly [Step, string]> {
    const evaluated = evaluatedBy(this.#planner.set, here.node)
    if (isSchemaObject(schema.unevaluatedItems) && evaluated.length !== Number.POSITIVE_INFINITY) {
      yield [{ keyword: 'unevaluatedItems', key: '', at: evaluated.length }, '/*']
    }
    if (!isSchemaObject(schema.unevaluatedProperties) || evaluated.allMembers) return
    const [name] = this.#planner.names.find({
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
      const [name] = this.#planner.names.find({ demands, patterns: [source], notPatterns: [], excluded: [] })
      const chosen = own ?? name
      if (chosen !== undefined) yield [{ keyword: 'patternProperties', key: source, at: chosen }, '/*']
    }
    if (!isConstraining(schema.additionalProperties) || schema.additionalProperties === false) return
    const { excluded, notPatterns } = additionalNames(schema)
    const own = members.find(
      (name) => !excluded.includes(name) && !notPatterns.some((source) => matches(source, name)),
    )
    const [name] = this.#planner.names.find({ demands, patterns: [], notPatterns, excluded })
    const chosen = own ?? name
    if (chosen !== undefined) yield [{ keyword: 'additionalProperties', key: '', at: chosen }, '/*']
  }
}

function speaksOfText(schema: SchemaObject): boolean {
  return (kindsOf(schema.type) & kinds.string) !== 0
}

function isConstraining(schema: unknown): schema is Schema {
  return schema === false || isSchemaObject(schema)
}
