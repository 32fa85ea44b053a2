// Filters, sorts and pages the lists of the stub.
import { at, type Json } from '../base/json.ts'
import { filterClause, type Parameter, sortingClause } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import type { StubRequest } from './message.ts'

export interface StubPage {
  readonly items: readonly Json[]
  readonly total: number
  /** A cursor or a URL for the next page. Null on the last page. */
  readonly next: Json
  readonly headers: Readonly<Record<string, string>>
}

/** No contract declares this query parameter. */
const position = 'stub-position'

/** @param all entries in the order of their creation */
export function pageOf(all: readonly Json[], incoming: StubRequest): StubPage {
  const { resource, operation, query, breaks } = incoming
  const { paging } = resource
  const matching = sortedAs(filtered(all, incoming), incoming)
  const given = Number(query.get(paging?.size ?? '') ?? Number.NaN)
  const size = Number.isInteger(given) && given > 0 ? given : matching.length
  const from = startOf(incoming, size)
  const shift = breaks('each-once') && from > 0 ? 1 : 0
  const end = breaks('page-size') ? matching.length : from - shift + size
  const hasNext = from + size < matching.length
  const address = (): string => {
    const further = new URLSearchParams(query)
    if (paging?.by !== 'cursor' && paging?.parameter !== undefined) further.delete(paging.parameter)
    further.set(position, String(from + size))
    return `?${further.toString()}`
  }
  const cursor = operation.parameters.find(({ name }) => name === paging?.parameter)
  const linked = paging?.link === true && hasNext && !breaks('link-next')
  return {
    items: matching.slice(from - shift, end),
    total: matching.length,
    next: hasNext ? (paging?.by === 'cursor' ? cursorAt(from + size, cursor) : address()) : null,
    headers: linked ? { link: `<${address()}>; rel="next"` } : {},
  }
}

function cursorAt(place: number, parameter: Parameter | undefined): Json {
  return [`at-${place}`, String(place)].find((one) => conforms(parameter?.schema ?? {}, one)) ?? place
}

function startOf({ resource, operation, query }: StubRequest, size: number): number {
  const { by, parameter: name } = resource.paging ?? {}
  const addressed = query.get(position)
  if (addressed !== null) return Number(addressed)
  const text = name === undefined ? null : query.get(name)
  if (text === null || by === undefined) return 0
  const value = Number(text.replace(/^at-/, ''))
  if (!Number.isInteger(value)) return 0
  if (by !== 'page') return Math.max(0, value)
  const { default: usual, minimum } = operation.parameters.find((one) => one.name === name)?.schema ?? {}
  const first = [usual, minimum].find((one) => typeof one === 'number') ?? 1
  return Math.max(0, (value - first) * size)
}

function filtered(all: readonly Json[], { resource, query, breaks }: StubRequest): readonly Json[] {
  const applied = [...resource.filters].flatMap(([name, filter]) => {
    const texts = breaks(filterClause(name)) ? [] : query.getAll(name)
    return texts.length === 0 ? [] : [{ texts, filter }]
  })
  return all.filter((item) =>
    applied.every(({ texts, filter }) =>
      texts.some((text) => matches(at(item, filter.member), text, filter.match === 'contains')),
    ),
  )
}

function matches(value: Json | undefined, text: string, within: boolean): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => matches(one, text, within))
  if (value === undefined || value === null) return false
  return within ? String(value).includes(text) : String(value) === text
}

function sortedAs(items: readonly Json[], { resource, query, breaks }: StubRequest): readonly Json[] {
  const isAsked = ([name, value]: readonly [string, Json]): boolean => query.get(name) === String(value)
  const asked = resource.sorting.filter((one) => Object.entries(one.query).every(isAsked))
  // An order that the request selects takes precedence over the default order, whose `query` is empty.
  const [first] = asked.sort((one, other) => Object.keys(other.query).length - Object.keys(one.query).length)
  if (first === undefined) return items
  const isReversed = (first.descending === true) !== breaks(sortingClause(first))
  const sign = isReversed ? -1 : 1
  return items.toSorted((one, other) => sign * compared(at(one, first.by), at(other, first.by)))
}

function compared(one: Json | undefined, other: Json | undefined): number {
  const [left, right] = [one, other].map((value) => (typeof value === 'number' ? value : String(value)))
  if (left === undefined || right === undefined || left === right) return 0
  return left < right ? -1 : 1
}
