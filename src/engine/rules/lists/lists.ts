// Checks that lists contain created resources, omit deleted resources, and return the correct total.
import { at, isObject } from '../../../base/json.ts'
import { counted } from '../../../base/text/counted.ts'
import { idOfItem, isUncertainId, schemaAt } from '../../../contract/index.ts'
import { moving } from '../../../oracle/index.ts'
import type { Check, PhasedCheck } from '../../suite.ts'
import { membersOf } from '../../under-test/index.ts'
import { mustShow, textOf } from '../fixtures/assertions.ts'
import { subjectOf } from '../fixtures/preconditions.ts'
import { isComplete, listed, sizeFrom, sizeParameter } from './list-pages.ts'

/** These checks need the newest items and the exact number of items, so they run one at a time. */
export const oneByOne = (run: Check): PhasedCheck => ({ phase: 'stateful', run, exclusive: 'lists' })

export const listedRule: PhasedCheck = oneByOne(async (context) => {
  const { resource } = subjectOf(context)
  const subject = await context.subjects.make(resource)
  const other = await context.subjects.make(resource, undefined, subject.parent)
  const all = await listed(context, resource, subject.parent)
  const { items, pages } = all
  const [page] = pages
  const itemOf = ({ id }: { readonly id: string }) => items.find((item) => idOfItem(item, resource) === id)
  const isTold = itemOf(subject) !== undefined || itemOf(other) !== undefined
  context.must.assume(
    isTold || !items.some((item) => isUncertainId(item, resource)),
    `the items of the list are not objects, and the contract does not say that the items are ids: if this is so, set "id": { "${resource.life.list}": "", "default": "${resource.id}" } in the file of ${resource.name}`,
    'specification',
  )
  for (const one of [subject, other]) {
    const shown = itemOf(one)
    context.must.assume(
      shown !== undefined || isComplete(all),
      'no page that the run read contains the item, and more pages may exist',
      'specification',
    )
    context.must.that(shown !== undefined, 'The list does not contain a new resource.', {
      expected: `an item with the id ${one.id}`,
      received: counted(items.length, 'other item'),
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
      'The list and a read show the same resource with different values:',
      { control: read.exchange },
      moving(resource),
    )
  }
  if (resource.life.delete === undefined || resource.afterDelete === null) return
  const deleted = await subject.send('delete')
  if (!deleted.accepted) return
  const after = await listed(context, resource, subject.parent)
  const still = after.items.some((item) => idOfItem(item, resource) === subject.id)
  context.must.that(!still, 'The list contains a deleted resource.', {
    expected: `no item with the id ${subject.id}`,
    received: `an item with the id ${subject.id}`,
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
    const parameter = sizeParameter(resource, context.subjects.operation(resource, 'list'))
    const size = parameter && sizeFrom(parameter, 1, items.length - 1)
    const small =
      parameter === undefined || size === undefined
        ? []
        : (
            await listed(context, resource, subject.parent, {
              query: { [parameter.name]: size },
              pagesMax: 1,
            })
          ).pages
    const totals = new Set([...pages, ...small].map((page) => textOf(at(page.body, pointer))))
    const told = [...totals].find((one) => one !== String(items.length)) ?? String(items.length)
    // Other clients may change the list between the requests.
    if (told !== String(items.length) && attempt < 2) continue
    context.must.that(told === String(items.length), `${pointer.slice(1)} is not the number of all items.`, {
      expected: `${pointer.slice(1)} ${items.length}`,
      received: `${pointer.slice(1)} ${told}`,
      exchange:
        [...small, ...pages].find((page) => textOf(at(page.body, pointer)) === told)?.exchange ?? null,
    })
    return
  }
})
