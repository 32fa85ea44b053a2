// Chooses the invalid values that the checks of an operation send.
import { at, equal, isObject, type Json, typeOf } from '../../base/json.ts'
import { clausesOf } from '../../contract/index.ts'
import type { BoundaryItem } from '../../generate/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { BaseRequest } from './base-request.ts'
import { coercible, contraries, placed } from './coercible.ts'
import { isOptionalNull } from './optional-null.ts'

export interface Refusal {
  readonly item: BoundaryItem
  readonly value: Json
}

type Distributor = Pick<TestContext, 'clause' | 'contract' | 'cases' | 'sharing' | 'spread'>
type Varied = Pick<BaseRequest, 'operation' | 'schema' | 'valid'>

export function outsideOf(
  context: Distributor,
  base: Varied,
  cases: readonly BoundaryItem[],
): readonly Refusal[] {
  const { clause } = context
  const own = cases.filter(
    ({ valid, keyword, schema }) => !valid && clausesOf(schema as Json)[keyword] === clause.id,
  )
  const groups = grouped(own, constraintOf).map((group) => refusalsOf(base, group))
  const isVariant = (refusal: Refusal): boolean => isShareable(context, base, refusal)
  const variants = spread(
    context,
    groups.map((group) => group.filter(isVariant)),
  )
  const whole = own.every(({ pointer }) => pointer === '')
  const mixed = variants.flatMap((group, place) => (place % 2 === 0 ? group : group.toReversed()))
  const hand = new Set(context.cases(mixed, whole ? 'clause of any resource' : 'clause'))
  return groups.flatMap((group, place) => {
    const alike = variants[place] ?? []
    const tried = alike.filter((refusal) => hand.has(refusal))
    return [
      ...group.filter((refusal) => !isVariant(refusal)),
      ...(tried.length > 0 ? tried : alike.slice(0, 1)),
      ...furtherOf(context, base, group),
      ...farOf(group),
    ]
  })
}

function spread(
  context: Distributor,
  groups: readonly (readonly Refusal[])[],
): readonly (readonly Refusal[])[] {
  const kindOf = ([first]: readonly Refusal[]): string => {
    const { pointer = '', schema } = first?.item ?? {}
    return JSON.stringify([pointer.slice(0, pointer.lastIndexOf('/')), schema])
  }
  return groups.map((group) => {
    const alike = groups.filter((one) => one.length > 0 && kindOf(one) === kindOf(group))
    return group.length === 0 ? group : context.spread(group, alike.indexOf(group), alike.length)
  })
}

/** Returns further values of wrong types, because some code tests only whether a value is truthy. */
function furtherOf(context: Distributor, base: Varied, group: readonly Refusal[]): readonly Refusal[] {
  const { schema, valid } = base
  const [first] = group
  if (first?.item.keyword !== 'type') return []
  const { item, value } = first
  const right = at(valid, item.pointer)
  if (right === undefined) return []
  const sent = group.map((one) => at(one.value, item.pointer) ?? null)
  const place = item.pointer.split('/').slice(1)
  const all = contraries(right, sent)
    .map((wrong) => ({ item, value: placed(value, place, wrong) }))
    .filter((one) => breaksType(one) && !conforms(schema, one.value))
  const isChoice = isObject(item.schema as Json) && 'enum' in (item.schema as object)
  return context.cases(all, isChoice ? 'clause' : 'further')
}

/** Adds 255 characters: a server that stores the length in one byte then sees a valid length. */
function farOf(group: readonly Refusal[]): readonly Refusal[] {
  const [first] = group
  if (first?.item.keyword !== 'maxLength') return []
  const { item, value } = first
  const text = at(value, item.pointer)
  if (typeof text !== 'string' || text === '') return []
  const far = text + ([...text].at(-1) ?? '').repeat(255)
  return [{ item, value: placed(value, item.pointer.split('/').slice(1), far) }]
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

const constraintOf = ({ pointer, keyword, property }: BoundaryItem): string =>
  JSON.stringify([pointer, keyword, property])

function refusalsOf({ schema, valid }: Varied, group: readonly BoundaryItem[]): readonly Refusal[] {
  const types = new Set<string>()
  const kept = group.filter(({ keyword, pointer, value }) => {
    const type = typeOf(at(value, pointer))
    if (keyword !== 'type') return true
    if (types.has(type)) return false
    types.add(type)
    return true
  })
  return kept.flatMap((item) => {
    const all = coercible(item, schema, valid).map((value) => ({ item, value }))
    const own = all.filter(breaksType)
    return own.length > 0 ? own : [{ item, value: item.value }]
  })
}

// A value of the right type breaks another keyword, whose clause judges it.
function breaksType({ item: { keyword, schema, pointer }, value }: Refusal): boolean {
  const { type } = schema as { readonly type?: Json }
  return keyword !== 'type' || type === undefined || !conforms({ type }, at(value, pointer) ?? null)
}

function isShareable(context: Distributor, { schema, valid }: Varied, { item, value }: Refusal): boolean {
  const { keyword, pointer } = item
  if (keyword !== 'type') return false
  // Every operation sends an array as its body, because many languages confuse arrays with objects.
  if (pointer === '' && Array.isArray(value)) return false
  // Many parsers accept a single item in place of a list, so every operation sends this case.
  if (isSoleItem(at(valid, pointer), at(value, pointer))) return false
  if (at(value, pointer) !== null) return true
  const { operations, resources } = context.contract
  const isShared = context.sharing(pointer === '' ? 'clause of any resource' : 'clause')
  const merges = [...operations.values()].some(
    (one) => isShared(one) && one.act === 'update' && resources.get(one.resource)?.patch === 'merge',
  )
  const isMember = pointer.lastIndexOf('/') === 0
  return !isMember && !merges && !isOptionalNull(schema, pointer, value)
}

function isSoleItem(right: Json | undefined, wrong: Json | undefined): boolean {
  const [first] = Array.isArray(right) ? (right as readonly Json[]) : []
  return first !== undefined && wrong !== undefined && equal(first, wrong)
}
