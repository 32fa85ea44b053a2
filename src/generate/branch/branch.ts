// A branch lists all constraints on a value for one choice of alternatives.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { everyKind, kindOf, kinds, numberKinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import type { Demand } from './demand.ts'

/** A schema with `unevaluatedItems` or `unevaluatedProperties` (JSON Schema Core, section 11). */
export interface Owner {
  readonly of: 'items' | 'properties'
  readonly demand: Demand
  readonly exempt: string | number | null
  readonly broken: boolean
  readonly outer: readonly Owner[]
}

/** Demands on the elements of an array. Null constrains nothing, but its element counts as evaluated. */
export interface Row {
  readonly prefix: readonly (Demand | null)[]
  readonly rest: Demand | null
  readonly coversRest: boolean
  /** An element that satisfies one of these `contains` demands is already evaluated. */
  readonly unless?: readonly Demand[]
  readonly owners: readonly Owner[]
}

export interface Group {
  readonly properties: ReadonlyMap<string, Demand | null>
  readonly patterns: readonly (readonly [string, Demand | null])[]
  readonly additional: Demand | null
  readonly coversAdditional: boolean
  /**
   * A focus allows the member `name` to violate the pattern `source`, or `additional` if `source` is null.
   */
  readonly exempt: { readonly source: string | null; readonly name: string } | null
  readonly owners: readonly Owner[]
}

export interface Contains {
  readonly demand: Demand
  readonly min: number
  readonly max: number
  readonly owners: readonly Owner[]
}

export interface Test {
  readonly key: string
  readonly holds: (value: Json) => boolean
  readonly values: fc.Arbitrary<Json> | null
}

/** The content of a string, for example base64 or JSON. It never refuses a value. */
export interface Content {
  readonly encoding: string | null
  readonly json: boolean
  readonly demand: Demand | null
}

export interface Branch {
  kinds: number
  content: Content | null
  tests: readonly Test[]
  choices: readonly Json[] | null
  excluded: readonly Json[]
  min: number
  max: number
  minExclusive: boolean
  maxExclusive: boolean
  multiples: readonly number[]
  notMultiples: readonly number[]
  minLength: number
  maxLength: number
  patterns: readonly string[]
  notPatterns: readonly string[]
  formats: readonly string[]
  notFormats: readonly string[]
  minItems: number
  maxItems: number
  unique: boolean
  repeated: boolean
  rows: readonly Row[]
  contains: readonly Contains[]
  minProperties: number
  maxProperties: number
  required: readonly string[]
  absent: readonly string[]
  groups: readonly Group[]
  names: readonly { readonly demand: Demand; readonly exempt: string | null }[]
  owners: readonly Owner[]
}

export function freshBranch(): Branch {
  return {
    kinds: everyKind,
    content: null,
    tests: [],
    excluded: [],
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    minExclusive: false,
    maxExclusive: false,
    multiples: [],
    notMultiples: [],
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    patterns: [],
    notPatterns: [],
    formats: [],
    notFormats: [],
    owners: [],
    ...anyMembers(),
  }
}

/** Shallow, because effects replace lists and never change them. */
export function copyOf(branch: Branch): Branch {
  return { ...branch }
}

/** The values of a branch that restrict no array, no object and no choice. */
export function anyMembers() {
  return {
    choices: null,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    unique: false,
    repeated: false,
    rows: [],
    contains: [],
    minProperties: 0,
    maxProperties: Number.POSITIVE_INFINITY,
    required: [],
    absent: [],
    groups: [],
    names: [],
  }
}

export function prune(branch: Branch): boolean {
  const { min, max } = branch
  const touching = min === max && (branch.minExclusive || branch.maxExclusive)
  if (min > max || touching) branch.kinds &= ~numberKinds
  if (Math.ceil(min) > Math.floor(max)) branch.kinds &= ~kinds.integer
  if (branch.minLength > branch.maxLength) branch.kinds &= ~kinds.string
  if (branch.minItems > branch.maxItems || (branch.repeated && (branch.unique || branch.maxItems < 2))) {
    branch.kinds &= ~kinds.array
  }
  const { required, absent } = branch
  const crowded = Math.max(branch.minProperties, required.length) > branch.maxProperties
  if (crowded || required.some((name) => absent.includes(name))) branch.kinds &= ~kinds.object
  if (branch.choices !== null) {
    const left = branch.choices.filter((value) => (kindOf(value) & branch.kinds) !== 0)
    if (left.length < branch.choices.length) branch.choices = left
    branch.kinds &= branch.choices.reduce((bits: number, value) => bits | kindOf(value), 0)
  }
  return branch.kinds !== 0
}

export function elementDemands(branch: Branch, index: number, met: readonly Demand[] = []): Demand[] {
  const keys = met.map((demand) => demand.key)
  return branch.rows
    .filter((row) => index < row.prefix.length || !row.unless?.some((demand) => keys.includes(demand.key)))
    .map((row) => (index < row.prefix.length ? row.prefix[index] : row.rest))
    .filter((demand) => demand !== null && demand !== undefined)
}

export function memberDemands(branch: Branch, name: string): Demand[] {
  return branch.groups.flatMap((group) => groupDemands(group, name, (source) => matches(source, name)))
}

export function extraDemands(branch: Branch, patterns: readonly string[]): Demand[] {
  return branch.groups.flatMap((group) => groupDemands(group, null, (source) => patterns.includes(source)))
}

function groupDemands(group: Group, name: string | null, isMatched: (source: string) => boolean): Demand[] {
  const exempt = name !== null && group.exempt?.name === name ? group.exempt : null
  const own = name === null ? undefined : group.properties.get(name)
  const demands: (Demand | null)[] = own === undefined ? [] : [own]
  let evaluated = own !== undefined
  for (const [source, demand] of group.patterns) {
    if (!isMatched(source)) continue
    evaluated = true
    if (exempt === null || exempt.source !== source) demands.push(demand)
  }
  if (!evaluated && (exempt === null || exempt.source !== null)) demands.push(group.additional)
  return demands.filter((demand) => demand !== null)
}

export function forbids(branch: Branch, name: string): boolean {
  return branch.groups.some((group) => {
    if (group.exempt?.name === name) return false
    const own = group.properties.get(name)
    if (own !== undefined) return isNever(own)
    if (!isNever(group.additional) && !group.patterns.some(([, demand]) => isNever(demand))) return false
    const matching = group.patterns.filter(([source]) => matches(source, name))
    return matching.length > 0 ? matching.some(([, demand]) => isNever(demand)) : isNever(group.additional)
  })
}

export function namePatterns(branch: Branch): string[] {
  return branch.groups
    .filter((group) => isNever(group.additional) && group.exempt === null)
    .map((group) => {
      const names = [...group.properties]
        .filter(([, demand]) => !isNever(demand))
        .map(([name]) => escaped(name))
      const patterns = group.patterns.filter(([, demand]) => !isNever(demand)).map(([source]) => source)
      const parts = [...(names.length > 0 ? [`^(?:${names.join('|')})$`] : []), ...patterns]
      return parts.length === 0 ? '[]' : parts.map((part) => `(?:${part})`).join('|')
    })
}

function escaped(text: string): string {
  return text.replace(/[\^$.*+?()[\]{}|/\\]/g, '\\$&')
}

function isNever(demand: Demand | null): boolean {
  return demand !== null && demand.kind !== 'focus' && demand.node.schema === (demand.kind === 'not')
}

export function prefixLength(branch: Branch): number {
  return branch.rows.reduce((length, row) => Math.max(length, row.prefix.length), 0)
}
