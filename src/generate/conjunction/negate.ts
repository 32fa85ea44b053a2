// Negation: for each keyword, the ways in which an instance can fail it.

import {
  enumOf,
  isSchemaObject,
  type Node,
  namedSchemasOf,
  namesOf,
  numberOf,
  type Schema,
  type SchemaObject,
  schemasOf,
  stringOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { isKnownFormat, isNumberFormat } from '../value/format.ts'
import { everyKind, kindOf, kinds, kindsOf, numberKinds } from '../value/kind.ts'
import type { Branch } from './branch.ts'
import { type Alternative, type Demand, type Edit, type Effect, focus, is, not } from './demand.ts'
import * as effect from './effect.ts'

/** Member names wanted for some purpose. */
export interface NameWish {
  readonly demands: readonly Demand[]
  readonly patterns: readonly string[]
  readonly notPatterns: readonly string[]
  readonly excluded: readonly string[]
}

export interface NameSource {
  /** A few names that fit, the simplest first; none where none exists. */
  names(wish: NameWish): readonly string[]
}

/** Ways of failing; given what is known of the instance when one must be taken. */
export type Ways = (branch: Branch) => readonly Alternative[]

let edits = 0

/** A number that no other edit has. */
export function freshEditId(): number {
  return edits++
}

export class Negation {
  readonly #set: SchemaSet
  readonly #names: NameSource
  readonly #ways = new Map<Node, Ways>()

  constructor(set: SchemaSet, names: NameSource) {
    this.#set = set
    this.#names = names
  }

  /** The ways in which an instance fails `node`; none for one that accepts everything. */
  node(node: Node): Ways {
    const known = this.#ways.get(node)
    if (known !== undefined) return known
    const { schema } = node
    let ways: Ways
    if (isSchemaObject(schema)) {
      const each = keywordsInOrder(schema).map((keyword) => this.keyword(node, schema, keyword))
      ways = (branch) => each.flatMap((one) => one(branch))
    } else {
      const all = schema ? [] : [{ effects: [], demands: [] }]
      ways = () => all
    }
    this.#ways.set(node, ways)
    return ways
  }

  /** The ways in which an instance fails one keyword of the node's schema. */
  keyword(node: Node, schema: SchemaObject, keyword: string): Ways {
    const simple =
      scalar(schema, keyword) ?? this.#inPlace(node, schema, keyword) ?? this.#elements(node, schema, keyword)
    if (simple !== undefined) {
      const all = [...simple]
      return () => all
    }
    return this.#members(node, schema, keyword)
  }

  #inPlace(node: Node, schema: SchemaObject, keyword: string): Alternative[] | undefined {
    const sub = (each: Schema): Node => this.#set.sub(node, each)
    const list = schemasOf(schema[keyword])
    switch (keyword) {
      case '$ref':
      case '$dynamicRef':
        return [asks(not(this.#set.target(node, keyword)))]
      case 'allOf':
        return list.map((each) => asks(not(sub(each))))
      case 'anyOf':
        return [asks(...list.map((each) => not(sub(each))))]
      case 'oneOf': {
        const pairs = list.flatMap((one, index) =>
          list.slice(index + 1).map((other) => asks(is(sub(one)), is(sub(other)))),
        )
        return [asks(...list.map((each) => not(sub(each)))), ...pairs]
      }
      case 'not':
        return schemasOf([schema.not]).map((each) => asks(is(sub(each))))
      case 'if': {
        const [tested] = schemasOf([schema.if])
        if (tested === undefined) return []
        const then = schemasOf([schema.then]).map((each) => asks(is(sub(tested)), not(sub(each))))
        const otherwise = schemasOf([schema.else]).map((each) => asks(not(sub(tested)), not(sub(each))))
        return [...then, ...otherwise]
      }
      case 'dependentSchemas':
        return namedSchemasOf(schema.dependentSchemas).map(([trigger, each]) => ({
          effects: [effect.only(kinds.object), effect.add('required', trigger)],
          demands: [not(sub(each))],
        }))
      default:
        return undefined
    }
  }

  #elements(node: Node, schema: SchemaObject, keyword: string): Alternative[] | undefined {
    const array = effect.only(kinds.array)
    const prefix = schemasOf(schema.prefixItems)
    const [sought] = schemasOf([schema.contains])
    const count = (min: number, max: number): Alternative[] => {
      if (sought === undefined || max < min) return []
      const entry = { demand: is(this.#set.sub(node, sought)), min, max, owners: [] }
      return [does(array, effect.contains(entry), effect.raise('minItems', min))]
    }
    switch (keyword) {
      case 'prefixItems':
        return prefix.map((each, index) => does(array, effect.element(index, not(this.#set.sub(node, each)))))
      case 'items': {
        const [rest] = schemasOf([schema.items])
        if (rest === undefined) return []
        return [0, 1, 2].map((step) =>
          does(array, effect.element(prefix.length + step, not(this.#set.sub(node, rest)))),
        )
      }
      case 'contains':
        return numberOf(schema, 'minContains') === 0 ? [] : count(0, 0)
      case 'minContains':
        return count(0, (numberOf(schema, 'minContains') ?? 1) - 1)
      case 'maxContains':
        return count((numberOf(schema, 'maxContains') ?? 0) + 1, Number.POSITIVE_INFINITY)
      case 'unevaluatedItems':
      case 'unevaluatedProperties':
        return [asks(focus(node, [], brokenEdit(keyword)))]
      default:
        return undefined
    }
  }

  #members(node: Node, schema: SchemaObject, keyword: string): Ways {
    const refuse = (each: Schema): Demand => not(this.#set.sub(node, each))
    const object = effect.only(kinds.object)
    const fresh = (branch: Branch, wish: Partial<NameWish>): readonly string[] =>
      this.#names.names({
        demands: [...branch.names.map((each) => each.demand), ...(wish.demands ?? [])],
        patterns: wish.patterns ?? [],
        notPatterns: wish.notPatterns ?? [],
        excluded: [...(wish.excluded ?? []), ...branch.absent],
      })
    switch (keyword) {
      case 'properties': {
        const all = namedSchemasOf(schema.properties).map(([name, each]) =>
          does(object, effect.member(name, refuse(each))),
        )
        return () => all
      }
      case 'patternProperties':
        return (branch) =>
          namedSchemasOf(schema.patternProperties).flatMap(([source, each]) =>
            fresh(branch, { patterns: [source] }).map((name) =>
              does(object, effect.member(name, refuse(each))),
            ),
          )
      case 'additionalProperties': {
        const [additional] = schemasOf([schema.additionalProperties])
        if (additional === undefined || additional === true) return () => []
        return (branch) =>
          fresh(branch, additionalNames(schema)).map((name) =>
            does(object, effect.member(name, refuse(additional))),
          )
      }
      case 'propertyNames': {
        const [wanted] = schemasOf([schema.propertyNames])
        if (wanted === undefined || wanted === true) return () => []
        return (branch) =>
          fresh(branch, { demands: [refuse(wanted)] }).map((name) =>
            does(object, effect.add('required', name)),
          )
      }
      default:
        return () => []
    }
  }
}

/** The names that `additionalProperties` of `schema` speaks about (Core 10.3.2.3). */
export function additionalNames(schema: SchemaObject): Pick<NameWish, 'excluded' | 'notPatterns'> {
  return {
    excluded: namedSchemasOf(schema.properties).map(([name]) => name),
    notPatterns: namedSchemasOf(schema.patternProperties).map(([source]) => source),
  }
}

const brokenEdits = {
  unevaluatedItems: { id: freshEditId(), negative: true, omit: null, ways: null, relax: 0 },
  unevaluatedProperties: { id: freshEditId(), negative: true, omit: null, ways: null, relax: 0 },
} as const satisfies Record<string, Edit>

/** The edit that breaks an `unevaluated…` keyword, all else of its schema holding. */
export function brokenEdit(keyword: keyof typeof brokenEdits): Edit {
  return brokenEdits[keyword]
}

/** The `unevaluated…` keyword that an edit breaks, or null. */
export function brokenBy(edit: Edit): keyof typeof brokenEdits | null {
  if (edit.omit === 'unevaluatedItems' || edit.omit === 'unevaluatedProperties') return edit.omit
  const found = Object.entries(brokenEdits).find(([, each]) => each.id === edit.id)
  return found === undefined ? null : (found[0] as keyof typeof brokenEdits)
}

function does(...effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

function asks(...demands: readonly Demand[]): Alternative {
  return { effects: [], demands }
}

// What decides quickest comes first: a discriminator's `const` rather than some far-off length.
const early = ['type', 'const', 'enum', '$ref', 'properties', 'required']

function keywordsInOrder(schema: SchemaObject): string[] {
  const all = Object.keys(schema)
  return [...early.filter((keyword) => all.includes(keyword)), ...all.filter((each) => !early.includes(each))]
}

// The keywords that look at the instance alone; undefined for any other.
function scalar(schema: SchemaObject, keyword: string): Alternative[] | undefined {
  const number = numberOf(schema, keyword)
  const numeric = effect.only(numberKinds)
  const text = effect.only(kinds.string)
  const array = effect.only(kinds.array)
  const object = effect.only(kinds.object)
  const bound = (one: Effect, two: Effect, possible = true): Alternative[] =>
    number === undefined || !possible ? [] : [does(one, two)]
  const value = number ?? 0
  switch (keyword) {
    case 'type': {
      const others = everyKind & ~kindsOf(schema.type)
      return others === 0 ? [] : [does(effect.only(others))]
    }
    case 'enum':
    case 'const': {
      const values = enumOf(schema, keyword)
      if (values === undefined) return []
      // A value of the same kind first: it is refused for what it says, not for what it is.
      const same = values.reduce((bits: number, each) => bits | kindOf(each), 0)
      return [same, everyKind & ~same].map((bits) => does(effect.only(bits), effect.exclude(values)))
    }
    case 'minimum':
      return bound(numeric, effect.atMost(value, true))
    case 'maximum':
      return bound(numeric, effect.atLeast(value, true))
    case 'exclusiveMinimum':
      return bound(numeric, effect.atMost(value, false))
    case 'exclusiveMaximum':
      return bound(numeric, effect.atLeast(value, false))
    case 'multipleOf':
      return bound(numeric, effect.divisible('notMultiples', value))
    case 'minLength':
      return bound(text, effect.lower('maxLength', Math.ceil(value) - 1), value > 0)
    case 'maxLength':
      return bound(text, effect.raise('minLength', Math.floor(value) + 1))
    case 'minItems':
      return bound(array, effect.lower('maxItems', Math.ceil(value) - 1), value > 0)
    case 'maxItems':
      return bound(array, effect.raise('minItems', Math.floor(value) + 1))
    case 'minProperties':
      return bound(object, effect.lower('maxProperties', Math.ceil(value) - 1), value > 0)
    case 'maxProperties':
      return bound(object, effect.raise('minProperties', Math.floor(value) + 1))
    case 'uniqueItems':
      return schema.uniqueItems === true ? [does(array, effect.set('repeated'))] : []
    case 'pattern': {
      const pattern = stringOf(schema, keyword)
      return pattern === undefined ? [] : [does(text, effect.add('notPatterns', pattern))]
    }
    case 'format': {
      const format = stringOf(schema, keyword)
      if (format === undefined || !isKnownFormat(format)) return []
      return [does(isNumberFormat(format) ? numeric : text, effect.add('notFormats', format))]
    }
    case 'required':
      return namesOf(schema.required).map((name) => does(object, effect.add('absent', name)))
    case 'dependentRequired': {
      const entries = isSchemaObject(schema.dependentRequired) ? Object.entries(schema.dependentRequired) : []
      return entries.flatMap(([trigger, names]) =>
        namesOf(names)
          .filter((name) => name !== trigger)
          .map((name) => does(object, effect.add('required', trigger), effect.add('absent', name))),
      )
    }
    default:
      return undefined
  }
}
