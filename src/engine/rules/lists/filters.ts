// Checks that a filtered list contains exactly the matching items.
import { at, isObject, type Json } from '../../../base/json.ts'
import { counted } from '../../../base/text/counted.ts'
import { type Filter, filterClause, type Parameter } from '../../../contract/index.ts'
import { conforms, Inconclusive, instantOf } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import { isWritable } from '../../requests/parameters.ts'
import type { PhasedCheck } from '../../suite.ts'
import { textOf } from '../fixtures/assertions.ts'
import { subjectOf } from '../fixtures/preconditions.ts'
import { idsIn, isComplete, itemsIn, largestPages, listed } from './list-pages.ts'
import { listedItems } from './listed-items.ts'
import { oneByOne } from './lists.ts'

const attemptsMax = 3
const pagesMax = 12

export const parameterFilters: PhasedCheck = oneByOne(
  using([listedItems], async (context) => {
    const { operation, resource } = subjectOf(context)
    const isOwnClause = ([one]: readonly [string, Filter]): boolean =>
      filterClause(one) === context.clause.name
    const [name, filter] = [...resource.filters].find(isOwnClause) ?? ['', { member: '' }]
    const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name)
    if (parameter === undefined) throw new Error(`${context.clause.id} names no parameter`)
    const own = await context.use(listedItems, resource)
    const [{ parent } = { parent: '' }] = own
    const sizes = largestPages(context, resource)
    const member = filter.member.slice(1)
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const all = await listed(context, resource, parent, { query: sizes, pagesMax })
      const ids = idsIn(all.items, resource)
      const values = all.items.map((item) => at(item, filter.member))
      const isOwn = (_: unknown, index: number): boolean => own.some(({ id }) => id === ids[index])
      const chosen = [...values.filter(isOwn), ...values]
        .flatMap((value) => sentFor(parameter, Array.isArray(value) ? value[0] : value))
        .find(({ value }) => values.some((other) => matches(other, value, filter) === false))
      if (chosen === undefined)
        throw new Inconclusive(
          `the list shows no two items with different values of ${member}, so the run cannot try the filter`,
        )
      const { value, sent } = chosen
      const wanted = ids.filter((_, index) => isOwn(_, index) && matches(values[index], value, filter))
      const left = await listed(context, resource, parent, {
        ...{ query: { ...sizes, [name]: sent }, pagesMax },
      })
      const detail = {
        exchange: left.pages.at(-1)?.exchange ?? null,
        control: all.pages[0]?.exchange ?? null,
      }
      for (const page of left.pages) {
        const others = itemsIn(page.exchange, resource).filter(
          (item) => matches(at(item, filter.member), value, filter) === false,
        )
        context.must.that(others.length === 0, `The filter ${name} returns items with another ${member}.`, {
          expected: `${member} ${textOf(value)}`,
          received: `${member} ${textOf(at(others[0], filter.member))}`,
          ...{ ...detail, exchange: page.exchange },
        })
      }
      context.must.assume(
        wanted.length > 0,
        'the pages that the run read contain no resource that the run created and that has the value of the filter',
      )
      const leftIds = idsIn(left.items, resource)
      const missing = wanted.find((id) => !leftIds.includes(id))
      if (missing === undefined) return
      context.must.assume(
        isComplete(left),
        'no page that the run read contains the item, and more pages may exist',
        'specification',
      )
      // Another client may have changed or removed the item.
      if (attempt < attemptsMax - 1) continue
      context.must.that(
        false,
        `The filter ${name} does not return an item that has the requested ${member}.`,
        {
          ...{ expected: `an item with the id ${missing}`, received: counted(leftIds.length, 'other item') },
          ...detail,
        },
      )
    }
  }),
)

interface Sent {
  readonly value: Json
  readonly sent: Json
}

function sentFor(parameter: Parameter, value: Json | undefined): readonly Sent[] {
  if (value === undefined || value === null || isObject(value) || value === '') return []
  const sent = [value, String(value), [value]].find(
    (one) => conforms(parameter.schema, one) && isWritable(parameter, one),
  )
  return sent === undefined ? [] : [{ value, sent }]
}

/** Returns undefined if the two values are not comparable. */
function matches(shown: Json | undefined, value: Json, filter: Filter): boolean | undefined {
  if (Array.isArray(shown)) return shown.some((one: Json) => matches(one, value, filter))
  if (shown === null) return false
  if (shown === undefined || isObject(shown)) return undefined
  const [one, other] = [shown, value].map((each) => String(each).toLowerCase())
  if (one === undefined || other === undefined) return undefined
  if (filter.match === 'contains') return one.includes(other)
  const instants = [shown, value].map(instantOf)
  return one === other || (instants[0] !== null && instants[0] === instants[1])
}
