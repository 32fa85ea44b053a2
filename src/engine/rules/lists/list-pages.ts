// Reads a list page by page.
import { bodyOf, type Exchange, isClientError } from '../../../base/exchange.ts'
import { at, equal, type Json } from '../../../base/json.ts'
import { parsedUrl } from '../../../base/uri.ts'
import { idInItem, idOfItem, type Operation, type Parameter, type Resource } from '../../../contract/index.ts'
import { conforms, Inconclusive, notAccepted } from '../../../oracle/index.ts'
import { operationRequest } from '../../requests/operation-request.ts'
import { withParameters } from '../../requests/parameters.ts'
import type { Request } from '../../requests/request.ts'
import { pagedBeyond } from '../../resources/listing.ts'
import type { TestContext } from '../../test-context.ts'
import { type PlainResponse, plainIn } from '../../under-test/index.ts'

export interface Reading {
  readonly query?: Readonly<Record<string, Json>>
  readonly byLink?: boolean
  readonly pagesMax?: number
}

export interface Listed {
  readonly items: readonly Json[]
  readonly pages: readonly PlainResponse[]
  readonly whole: boolean
  readonly ended: boolean
  /** True if the tenant ignores the page number, or has only one page. */
  readonly isRepeated?: true
}

type Values = ReadonlyMap<Parameter, Json>

const pagesMost = 50

export async function listed(
  context: TestContext,
  resource: Resource,
  within: string,
  { query = {}, byLink = false, pagesMax = pagesMost }: Reading = {},
): Promise<Listed> {
  const operation = context.subjects.operation(resource, 'list')
  const values = valuesOf(operation, query)
  const plain = operationRequest(context.contract, operation, within, undefined)
  let request = values.size === 0 ? plain : withParameters(plain, operation, values)
  const pages: PlainResponse[] = []
  const items: Json[] = []
  const isNumbered = !byLink && resource.next === null && resource.paging?.by !== undefined
  let last: readonly Json[] = []
  const all = { items, pages, whole: true, ended: true }
  const part = { items, pages, whole: false, ended: false }
  while (pages.length < pagesMax) {
    const exchange = await context.call(request)
    const seen = plainIn(exchange)
    // Some services refuse a page number after the last page.
    if (!seen.accepted && isNumbered && pages.length > 0 && isClientError(exchange)) return all
    if (!seen.accepted) throw notAccepted('the list request was not accepted', exchange)
    const shown = itemsIn(exchange, resource)
    const isRepeated = isNumbered && shown.length > 0 && equal(shown, last)
    if (isRepeated && pages.length === 1) return { ...part, isRepeated }
    // Some services return the last page again for every greater page number.
    if (isRepeated) return all
    pages.push(seen)
    items.push(...shown)
    last = shown
    if (isNumbered && shown.length === 0) return all
    const further = byLink
      ? linked(context, exchange, request)
      : nextOf(context, resource, operation, { exchange, request, values, pages, items })
    if (further === 'last') return all
    if (further === 'unknown') return { ...part, whole: !looksPaged(exchange) }
    if (further === 'elsewhere') return part
    request = further
  }
  return part
}

export function isComplete({ items, pages: [page], whole, ended }: Listed): boolean {
  return whole && (ended || page === undefined || !pagedBeyond(page.exchange, page.body, items.length))
}

/** @throws Inconclusive if an item has no id */
export function idsIn(items: readonly Json[], resource: Resource): readonly string[] {
  return items.map((item) => {
    const text = idOfItem(item, resource)
    if (text === undefined)
      throw new Inconclusive(`the list contains an item without an id at ${idInItem(resource)}`)
    return text
  })
}

/** @throws Inconclusive if the response contains no list */
export function itemsIn(exchange: Exchange, resource: Resource): readonly Json[] {
  const parsed = bodyOf(exchange)
  const shown = parsed.ok ? at(parsed.value, resource.items) : undefined
  if (!Array.isArray(shown))
    throw new Inconclusive(`the list response contains no array at ${resource.items || 'its root'}`)
  return shown as readonly Json[]
}

export function sizeParameter({ paging }: Resource, { parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => one.in === 'query' && one.name === paging?.size)
}

const sizesTried = 1_000

export function sizeFrom({ schema }: Parameter, least: number, most: number): number | undefined {
  const tried = Math.min(sizesTried, most)
  for (let size = least; size <= tried; size += 1) if (conforms(schema, size)) return size
  for (let size = Math.min(least, tried); size > 0; size -= 1) if (conforms(schema, size)) return size
  return undefined
}

export function largestPages(context: TestContext, resource: Resource): Readonly<Record<string, Json>> {
  const parameter = sizeParameter(resource, context.subjects.operation(resource, 'list'))
  const { maximum, enum: values = [] } = parameter?.schema ?? {}
  const numbers = [maximum, ...(values as readonly Json[])].filter((one) => typeof one === 'number')
  const [largest] = numbers.filter((one) => one <= sizesTried).sort((one, other) => other - one)
  return parameter === undefined || largest === undefined || !conforms(parameter.schema, largest)
    ? {}
    : { [parameter.name]: largest }
}

function valuesOf({ parameters }: Operation, query: Readonly<Record<string, Json>>): Values {
  return new Map(
    parameters.flatMap((one): [Parameter, Json][] => {
      const value = one.in === 'query' ? query[one.name] : undefined
      return value === undefined ? [] : [[one, value]]
    }),
  )
}

interface Position {
  readonly exchange: Exchange
  readonly request: Request
  readonly values: Values
  readonly pages: readonly unknown[]
  readonly items: readonly Json[]
}

type Further = Request | 'last' | 'unknown' | 'elsewhere'

function nextOf(
  context: TestContext,
  resource: Resource,
  operation: Operation,
  { exchange, request, values, pages, items }: Position,
): Further {
  const { paging, next } = resource
  const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === paging?.parameter)
  const at = (value: Json): Request =>
    parameter === undefined
      ? request
      : withParameters(request, operation, new Map<Parameter, Json>([...values, [parameter, value]]))
  if (next !== null) {
    const named = shownAt(exchange, next)
    if (named === undefined || named === null || named === '') return 'last'
    if (paging?.by === 'cursor') return at(named)
    return typeof named === 'string' ? addressed(context, exchange, request, named) : 'last'
  }
  if (paging?.by === undefined) return paging?.link === true ? linked(context, exchange, request) : 'unknown'
  if (parameter === undefined) return 'unknown'
  const { default: usual, minimum } = parameter.schema
  const first = [usual, minimum].find((value) => typeof value === 'number') ?? 1
  return at(paging.by === 'offset' ? items.length : first + pages.length)
}

function shownAt(exchange: Exchange, pointer: string): Json | undefined {
  const parsed = bodyOf(exchange)
  return parsed.ok ? at(parsed.value, pointer) : undefined
}

/** Finds the next page in the Link header (RFC 8288, section 3). */
function linked(context: TestContext, exchange: Exchange, request: Request): Further {
  const target = nextLink(exchange.response?.headers.link ?? '')
  return target === null ? 'last' : addressed(context, exchange, request, target)
}

export function nextLink(header: string): string | null {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^>]*)>((?:[^,"<]|"[^"]*")*)/g)) {
    const [, quoted, bare = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? []
    if ((quoted ?? bare).toLowerCase().split(/\s+/).includes('next')) return target
  }
  return null
}

function addressed(context: TestContext, exchange: Exchange, request: Request, target: string): Further {
  const base = context.baseUrl.replace(/\/+$/, '')
  const url = parsedUrl(target, exchange.request.url)?.href ?? null
  return url === null || !url.startsWith(`${base}/`)
    ? 'elsewhere'
    : { ...request, path: url.slice(base.length) }
}

function looksPaged({ response }: Exchange): boolean {
  return nextLink(response?.headers.link ?? '') !== null
}
