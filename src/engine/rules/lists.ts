// Checks that lists show created resources, omit deleted ones, and count correctly.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { at, isObject, type Json } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import { type Resource, schemaAt } from '../../contract/index.ts'
import { Inconclusive, moving, notAccepted } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { membersOf, type Shown } from '../subjects/index.ts'
import type { Check, PhasedCheck } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { mustShow, textOf } from './assertions.ts'
import { subjectOf } from './preconditions.ts'

const pagesMax = 50

/** Runs alone: the check needs the newest items and their exact number. */
const oneByOne = (run: Check): PhasedCheck => ({ phase: 'stateful', run, exclusive: 'lists' })

/** Follows pages if the contract says how. */
export async function listed(
  tester: Tester,
  resource: Resource,
  within: string,
): Promise<{ readonly items: readonly Json[]; readonly pages: readonly Shown[]; readonly whole: boolean }> {
  const operation = tester.subjects.operation(resource, 'list')
  const base = tester.baseUrl.replace(/\/+$/, '')
  let request = operationRequest(tester.contract, operation, within, undefined)
  const items: Json[] = []
  const pages: Shown[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const exchange = await tester.call(request)
    const seen = tester.subjects.shown(exchange)
    if (!seen.accepted) throw notAccepted('the list was answered', exchange)
    pages.push(seen)
    const parsed = bodyOf(exchange)
    const shown = parsed.ok ? at(parsed.value, resource.items) : undefined
    if (!Array.isArray(shown))
      throw new Inconclusive(`the list shows no items at ${resource.items || 'its root'}`)
    items.push(...(shown as readonly Json[]))
    const next = resource.next === null ? null : at(seen.body, resource.next)
    if (typeof next !== 'string')
      return { items, pages, whole: resource.next !== null || !looksPaged(exchange) }
    const url = parsedUrl(next, exchange.request.url)?.href ?? null
    if (url === null || !url.startsWith(`${base}/`)) return { items, pages, whole: false }
    request = { ...request, path: url.slice(base.length) }
  }
  return { items, pages, whole: false }
}

function looksPaged({ response }: Exchange): boolean {
  return /\brel="?next\b/i.test(response?.headers.link ?? '')
}

export const listedLaw: PhasedCheck = oneByOne(async (tester) => {
  const { resource } = subjectOf(tester)
  const subject = await tester.subjects.make(resource)
  const other = await tester.subjects.make(resource, undefined, subject.parent)
  const { items, pages, whole } = await listed(tester, resource, subject.parent)
  const [page] = pages
  for (const one of [subject, other]) {
    const shown = items.find((item) => String(at(item, resource.id)) === one.id)
    tester.must.assume(
      shown !== undefined || whole,
      'it is on no page that was read, and there may be more',
      'specification',
    )
    tester.must.that(shown !== undefined, 'One that was made is not in the list.', {
      expected: `an item with the id ${one.id}`,
      received: `${items.length} others`,
      exchange: page?.exchange ?? null,
      control: one.first.exchange,
    })
    if (shown === undefined || page === undefined || resource.life.read === undefined) continue
    const read = await one.read()
    const itemSchema = schemaAt(tester.subjects.operation(resource, 'list').response ?? {}, resource.items)
    const known = isObject(itemSchema) && isObject(itemSchema.items) ? membersOf(itemSchema.items) : []
    const expected = Object.fromEntries(
      Object.entries(read.body).filter(([member]) => known.includes(member)),
    )
    const body = isObject(shown) ? shown : {}
    mustShow(
      tester,
      resource,
      expected,
      { ...page, body },
      'The list does not show one as a read of it does:',
      { control: read.exchange },
      moving(resource),
    )
  }
  if (resource.life.delete === undefined) return
  const deleted = await subject.send('delete')
  if (!deleted.accepted) return
  const after = await listed(tester, resource, subject.parent)
  const still = after.items.some((item) => String(at(item, resource.id)) === subject.id)
  tester.must.that(!still, 'One that was deleted is in the list.', {
    expected: `no item with the id ${subject.id}`,
    received: 'an item with that id',
    exchange: after.pages.at(-1)?.exchange ?? null,
    steps: [deleted.exchange],
  })
})

export const total: PhasedCheck = oneByOne(async (tester) => {
  const { resource } = subjectOf(tester)
  const pointer = resource.total ?? ''
  const subject = await tester.subjects.make(resource)
  await tester.subjects.make(resource, undefined, subject.parent)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { items, pages, whole } = await listed(tester, resource, subject.parent)
    tester.must.assume(whole, 'not all pages could be read', 'specification')
    const totals = new Set(pages.map((page) => textOf(at(page.body, pointer))))
    const [told = ''] = totals
    // Others may change the list meanwhile.
    if ((totals.size > 1 || told !== String(items.length)) && attempt < 2) continue
    tester.must.that(told === String(items.length), `${pointer.slice(1)} is not the number of all.`, {
      expected: `${pointer.slice(1)} ${items.length}`,
      received: `${pointer.slice(1)} ${told}`,
      exchange: pages[0]?.exchange ?? null,
    })
    return
  }
})
