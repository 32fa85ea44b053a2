// Checks that lists show created resources, omit deleted ones, and count correctly.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { at, isObject, type Json } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import { type Operation, type Resource, schemaAt } from '../../contract/index.ts'
import { Inconclusive, moving, notAccepted } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { withParameters } from '../requests/parameters.ts'
import type { Request } from '../requests/request.ts'
import { pagedBeyond } from '../resources/listing.ts'
import type { Check, PhasedCheck } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type PlainResponse } from '../under-test/index.ts'
import { mustShow, textOf } from './assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'

const pagesMax = 50

/** Runs alone: the check needs the newest items and their exact number. */
const oneByOne = (run: Check): PhasedCheck => ({ phase: 'stateful', run, exclusive: 'lists' })

/** Follows pages if the contract says how. */
export async function listed(
  context: TestContext,
  resource: Resource,
  within: string,
): Promise<{
  readonly items: readonly Json[]
  readonly pages: readonly PlainResponse[]
  /** No further page is known. */
  readonly whole: boolean
  /** The last page was read. */
  readonly ended: boolean
}> {
  const operation = context.subjects.operation(resource, 'list')
  const base = context.baseUrl.replace(/\/+$/, '')
  let request = operationRequest(context.contract, operation, within, undefined)
  const items: Json[] = []
  const pages: PlainResponse[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const exchange = await context.call(request)
    const seen = context.subjects.shown(exchange)
    if (!seen.accepted) throw notAccepted('the list was answered', exchange)
    pages.push(seen)
    const parsed = bodyOf(exchange)
    const shown = parsed.ok ? at(parsed.value, resource.items) : undefined
    if (!Array.isArray(shown))
      throw new Inconclusive(`the list shows no items at ${resource.items || 'its root'}`)
    items.push(...(shown as readonly Json[]))
    if (resource.next !== null) {
      const next = at(seen.body, resource.next)
      if (typeof next !== 'string') return { items, pages, whole: true, ended: true }
      const url = parsedUrl(next, exchange.request.url)?.href ?? null
      if (url === null || !url.startsWith(`${base}/`)) break
      request = { ...request, path: url.slice(base.length) }
      continue
    }
    const further = nextPage(resource, operation, { request, pages: pages.length, items: items.length })
    if (further === null) return { items, pages, whole: !looksPaged(exchange), ended: false }
    if (shown.length === 0) return { items, pages, whole: true, ended: true }
    // The service ignores the parameter.
    if (page > 0 && pages.at(-2)?.exchange.response?.body === exchange.response?.body) break
    request = further
  }
  return { items, pages, whole: false, ended: false }
}

/** Null if no parameter chooses the page. */
function nextPage(
  { paging }: Resource,
  operation: Operation,
  seen: { readonly request: Request; readonly pages: number; readonly items: number },
): Request | null {
  const parameter = operation.parameters.find(
    ({ name, in: place }) => place === 'query' && name === paging?.parameter,
  )
  if (paging === null || parameter === undefined) return null
  const { default: usual, minimum } = parameter.schema
  const first = [usual, minimum].find((value) => typeof value === 'number') ?? 1
  const value = paging.by === 'offset' ? seen.items : first + seen.pages
  return withParameters(seen.request, operation, new Map([[parameter, value]]))
}

function looksPaged({ response }: Exchange): boolean {
  return /\brel="?next\b/i.test(response?.headers.link ?? '')
}

export const listedRule: PhasedCheck = oneByOne(async (context) => {
  const { resource } = subjectOf(context)
  const subject = await context.subjects.make(resource)
  const other = await context.subjects.make(resource, undefined, subject.parent)
  const { items, pages, whole, ended } = await listed(context, resource, subject.parent)
  const [page] = pages
  const hasMore = !ended && page !== undefined && pagedBeyond(page.exchange, page.body, items.length)
  for (const one of [subject, other]) {
    const shown = items.find((item) => String(at(item, resource.id)) === one.id)
    context.must.assume(
      shown !== undefined || (whole && !hasMore),
      'it is on no page that was read, and there may be more',
      'specification',
    )
    context.must.that(shown !== undefined, 'One that was made is not in the list.', {
      expected: `an item with the id ${one.id}`,
      received: `${items.length} others`,
      exchange: page?.exchange ?? null,
      control: one.first.exchange,
    })
    if (shown === undefined || page === undefined || resource.life.read === undefined) continue
    const read = await one.read()
    const itemSchema = schemaAt(context.subjects.operation(resource, 'list').response ?? {}, resource.items)
    const known = isObject(itemSchema) && isObject(itemSchema.items) ? membersOf(itemSchema.items) : []
    const expected = Object.fromEntries(
      Object.entries(read.body).filter(([member]) => known.includes(member)),
    )
    const body = isObject(shown) ? shown : {}
    mustShow(
      context,
      resource,
      expected,
      { ...page, body },
      'The list does not show one as a read of it does:',
      { control: read.exchange },
      moving(resource),
    )
  }
  // Some deletions only end something.
  if (resource.life.delete === undefined || resource.afterDelete === null) return
  const deleted = await subject.send('delete')
  if (!deleted.accepted) return
  const after = await listed(context, resource, subject.parent)
  const still = after.items.some((item) => String(at(item, resource.id)) === subject.id)
  context.must.that(!still, 'One that was deleted is in the list.', {
    expected: `no item with the id ${subject.id}`,
    received: 'an item with that id',
    exchange: after.pages.at(-1)?.exchange ?? null,
    steps: [deleted.exchange],
  })
})

export const total: PhasedCheck = oneByOne(async (context) => {
  const { resource } = subjectOf(context)
  const pointer = resource.total ?? ''
  const subject = await context.subjects.make(resource)
  await context.subjects.make(resource, undefined, subject.parent)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { items, pages, whole } = await listed(context, resource, subject.parent)
    context.must.assume(whole, 'not all pages could be read', 'specification')
    const totals = new Set(pages.map((page) => textOf(at(page.body, pointer))))
    const [told = ''] = totals
    // Others may change the list meanwhile.
    if ((totals.size > 1 || told !== String(items.length)) && attempt < 2) continue
    context.must.that(told === String(items.length), `${pointer.slice(1)} is not the number of all.`, {
      expected: `${pointer.slice(1)} ${items.length}`,
      received: `${pointer.slice(1)} ${told}`,
      exchange: pages[0]?.exchange ?? null,
    })
    return
  }
})
