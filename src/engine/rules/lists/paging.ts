// Checks page sizes, and checks that all pages together contain each item exactly once.
import type { Exchange } from '../../../base/exchange.ts'
import { counted } from '../../../base/text/counted.ts'
import type { Resource } from '../../../contract/index.ts'
import { Inconclusive } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import type { Check, PhasedCheck } from '../../suite.ts'
import type { TestContext } from '../../test-context.ts'
import { subjectOf } from '../fixtures/preconditions.ts'
import { idsIn, itemsIn, type Listed, largestPages, listed, sizeFrom, sizeParameter } from './list-pages.ts'
import { listedItems } from './listed-items.ts'
import { oneByOne } from './lists.ts'

export const pageSize: PhasedCheck = oneByOne(
  using([listedItems], async (context) => {
    const { operation, resource } = subjectOf(context)
    const [{ parent } = { parent: '' }] = await context.use(listedItems, resource)
    const all = await listed(context, resource, parent, {
      ...{ query: largestPages(context, resource), pagesMax: 1 },
    })
    const parameter = sizeParameter(resource, operation)
    const size = parameter && sizeFrom(parameter, 1, all.items.length - 1)
    if (parameter === undefined || size === undefined)
      throw new Inconclusive(
        `the list shows ${counted(all.items.length, 'item')}, and the parameters allow no smaller page`,
      )
    const small = await listed(context, resource, parent, {
      ...{ query: { [parameter.name]: size }, pagesMax: 1 },
    })
    const exchange = small.pages[0]?.exchange ?? null
    context.must.that(small.items.length <= size, `A page has more items than ${parameter.name} allows.`, {
      expected: `at most ${size} with ${parameter.name}=${size}`,
      received: counted(small.items.length, 'item'),
      exchange,
      control: all.pages[0]?.exchange ?? null,
    })
  }),
)

// Other clients may change the list.
const attemptsMax = 4
const confirmations = 2
const pagesWanted = 3
const pagesMax = 12

/** The largest pages before and after the small pages show changes by other clients. */
const showsEachOnce = (byLink: boolean): Check =>
  using([listedItems], async (context) => {
    const { operation, resource } = subjectOf(context)
    const own = await context.use(listedItems, resource)
    const [{ parent } = { parent: '' }] = own
    const parameter = sizeParameter(resource, operation)
    if (parameter === undefined)
      throw new Inconclusive('no parameter of the list limits the size of a page', 'specification')
    const whole = () =>
      listed(context, resource, parent, { query: largestPages(context, resource), pagesMax })
    let violations = 0
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const before = await whole()
      const count = new Set(idsIn(before.items, resource)).size
      const size = sizeFrom(parameter, Math.max(1, Math.ceil(count / pagesWanted)), count - 1)
      if (size === undefined)
        throw new Inconclusive(
          `the list shows ${counted(count, 'item')}, and the parameters allow no smaller page`,
        )
      const walk = await listed(context, resource, parent, {
        ...{ query: { [parameter.name]: size }, byLink, pagesMax },
      })
      const found = violationOf(
        walk,
        before,
        own.map(({ id }) => id),
        resource,
      )
      if (found === null) {
        conclude(context, resource, walk)
        return
      }
      const after = await whole()
      if (isUnchanged(before, after, resource)) violations += 1
      if (violations < confirmations) continue
      context.must.that(false, found.message, {
        ...{ expected: found.expected, received: found.received, exchange: found.exchange },
        control: after.pages[0]?.exchange ?? null,
        steps: walk.pages.map(({ exchange }) => exchange).filter((one) => one !== found.exchange),
      })
    }
    throw new Inconclusive('the list changed while the run read its pages')
  })

function conclude({ must }: TestContext, resource: Resource, walk: Listed): void {
  const filled = walk.pages.filter(({ exchange }) => itemsIn(exchange, resource).length > 0)
  const [first] = filled
  must.assume(
    filled.length < pagesMax,
    `the list has more pages than the run reads: no item is on two of the first ${counted(filled.length, 'page')}`,
  )
  must.assume(
    walk.ended,
    'the list does not name the next page, or the address of this page is outside the API',
  )
  must.assume(filled.length > 1, 'the list has only one page, even if the run requests small pages')
  must.that(true, '', {
    ...{ expected: '', received: '', exchange: filled.at(-1)?.exchange ?? null },
    control: first?.exchange ?? null,
  })
}

interface Violation {
  readonly message: string
  readonly expected: string
  readonly received: string
  readonly exchange: Exchange | null
}

function violationOf(
  walk: Listed,
  before: Listed,
  own: readonly string[],
  resource: Resource,
): Violation | null {
  const seen = new Set<string>()
  for (const { exchange } of walk.pages)
    for (const id of idsIn(itemsIn(exchange, resource), resource)) {
      if (seen.has(id))
        return {
          message: 'The pages of the list show an item twice.',
          expected: `one item with the id ${id}`,
          received: 'the same item on a later page too',
          exchange,
        }
      seen.add(id)
    }
  const missing = idsIn(before.items, resource).filter((id) => !seen.has(id))
  // An unread page may contain the missing item.
  if (!(walk.ended || walk.isRepeated) || missing.length === 0) return null
  return {
    message: 'The pages of the list do not show every item.',
    expected: `an item with the id ${missing.find((id) => own.includes(id)) ?? missing[0]} on one of ${counted(walk.pages.length, 'page')}`,
    received: counted(seen.size, 'other item'),
    exchange: walk.pages.at(-1)?.exchange ?? null,
  }
}

function isUnchanged(before: Listed, after: Listed, resource: Resource): boolean {
  const [one, other] = [before, after].map(({ items }) => new Set(idsIn(items, resource)))
  return (
    one !== undefined &&
    other !== undefined &&
    one.size === other.size &&
    [...one].every((id) => other.has(id))
  )
}

export const eachOnce: PhasedCheck = oneByOne(showsEachOnce(false))
export const linkNext: PhasedCheck = oneByOne(showsEachOnce(true))
