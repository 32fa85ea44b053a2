// Checks that a list has the order that its query requests.
import { at, type Json } from '../../../base/json.ts'
import { schemaAt, sortingClause } from '../../../contract/index.ts'
import { Inconclusive } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import type { PhasedCheck } from '../../suite.ts'
import { textOf } from '../fixtures/assertions.ts'
import { subjectOf } from '../fixtures/preconditions.ts'
import { largestPages, listed } from './list-pages.ts'
import { listedItems } from './listed-items.ts'
import { oneByOne } from './lists.ts'

const itemsMax = 100

export const sorted: PhasedCheck = oneByOne(
  using([listedItems], async (context) => {
    const { operation, resource } = subjectOf(context)
    const [{ parent } = { parent: '' }] = await context.use(listedItems, resource)
    const own = resource.sorting.filter((one) => sortingClause(one) === context.clause.name)
    for (const { query, by, descending = false } of own) {
      const { items, pages } = await listed(context, resource, parent, {
        ...{ query: { ...largestPages(context, resource), ...query }, pagesMax: 1 },
      })
      const itemSchema = schemaAt(operation.response ?? {}, `${resource.items}/*${by}`)
      // Services may order the values of an enumeration in any way.
      const isComparable = itemSchema?.enum === undefined
      const values = isComparable ? items.slice(0, itemsMax).map((item) => at(item, by)) : []
      const pairs = values.flatMap((one, index) =>
        values.slice(index + 1).flatMap((other) => {
          const order = compared(one, other)
          return order === 0 ? [] : [{ one, other, isRight: descending ? order > 0 : order < 0 }]
        }),
      )
      const wrong = pairs.find(({ isRight }) => !isRight)
      const exchange = pages[0]?.exchange ?? null
      if (pairs.length === 0)
        throw new Inconclusive(`the list shows no two items whose ${by.slice(1)} can be compared reliably`)
      context.must.that(wrong === undefined, `The list is not sorted by ${by.slice(1)}.`, {
        expected: `${textOf(wrong?.other)} before ${textOf(wrong?.one)}`,
        received: `${textOf(wrong?.one)} before ${textOf(wrong?.other)}`,
        exchange,
      })
    }
  }),
)

/** Returns 0 if the values are equal, or if services can disagree about their order. */
export function compared(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one !== 'string' || typeof other !== 'string') return 0
  if (isInstant(one) && isInstant(other)) return Date.parse(one) - Date.parse(other)
  return comparedTexts(one, other)
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text))

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

// Services usually sort texts in one of these orders.
const orders: readonly ((one: string, other: string) => number)[] = [
  byCodePoints,
  (one, other) => byCodePoints(one.toLowerCase(), other.toLowerCase()),
  (one, other) => byCodePoints(lettersOf(one), lettersOf(other)),
  new Intl.Collator('en').compare,
  new Intl.Collator('en', { numeric: true }).compare,
]

function comparedTexts(one: string, other: string): number {
  if (![one, other].every(isAscii)) return 0
  const signs = orders.map((order) => Math.sign(order(one, other)))
  return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? 0) : 0
}

function byCodePoints(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
