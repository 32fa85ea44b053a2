// Checks that the tenant accepts values just inside the limits.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../../base/json.ts'
import { counted } from '../../base/text/counted.ts'
import { clausesOf, isChoice, touches } from '../../contract/index.ts'
import type { BoundaryItem } from '../../generate/index.ts'
import { type Attempt, conforms } from '../../oracle/index.ts'
import { calibration, fixture, perOperation, using } from '../fixture.ts'
import { isNullMeant } from '../requests/meant-null.ts'
import type { TestContext } from '../test-context.ts'
import type { StateMember } from '../under-test/index.ts'
import type { BaseRequest } from './base-request.ts'
import { placed } from './coercible.ts'
import { comesBack, mustTake, sentAlone, type Taken } from './taken.ts'

// The list omits `format`, because a tenant may refuse an address in a valid format.
const bounds: readonly string[] = ['minLength', 'maxLength', 'enum']
const plainBounds: readonly string[] = [
  ...bounds,
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
]

const boundRows = fixture(
  'boundary requests of *',
  perOperation,
  async (context, _, base: BaseRequest, cases: readonly BoundaryItem[]): Promise<readonly Row[]> => {
    const tried: Row[] = []
    for (const items of rowsOf(base, insideOf(context, base, cases), context))
      tried.push(await sentTogether(context, base, items))
    return tried
  },
)

/**
 * One request changes several members. After a failure, each member is sent separately.
 * @returns the number of values that the tenant had to accept
 */
export const acceptInside = using(
  [boundRows, calibration],
  async (context, base: BaseRequest, cases: readonly BoundaryItem[]): Promise<number> => {
    const rows = await context.use(boundRows, base.operation, base, cases)
    const own = rows.flatMap(({ items, taken }) =>
      items.filter((item) => clauseOf(item) === context.clause.id).map((item) => ({ item, taken })),
    )
    for (const { item, taken } of own) {
      const member = memberOf(item)
      const varied = { [member]: taken?.sent[member] ?? null }
      if (taken !== null && comesBack(context, base, taken, varied)) mustTake(context, base, taken, varied)
      else await acceptAlone(context, base, item)
    }
    return own.length
  },
)

interface Row {
  readonly items: readonly BoundaryItem[]
  readonly taken: Taken | null
}

const clauseOf = ({ schema, keyword }: BoundaryItem): string | undefined => clausesOf(schema as Json)[keyword]

const memberOf = ({ pointer }: BoundaryItem): string => nameOf(pointer.split('/')[1] ?? '')

function insideOf(
  context: TestContext,
  { plain, operation, resource }: BaseRequest,
  cases: readonly BoundaryItem[],
): readonly BoundaryItem[] {
  const known = new Set<string>()
  const all = cases.filter((item) => {
    if (!item.valid || clauseOf(item) === undefined) return false
    if (!(plain ? plainBounds : bounds).includes(item.keyword)) return false
    // Strictly, the schema forbids this null, although its author meant to allow null (`x-null`).
    if (item.keyword === 'enum' && isNullMeant(item.schema as Json) && at(item.value, item.pointer) === null)
      return false
    // A refusal could have two reasons: the length, or another resource with this unique value.
    if (isWide(item) && resource.unique.includes(item.pointer) && resource.nameAt !== item.pointer)
      return false
    // Another clause judges changes of the state.
    if (plain && resource.states.has(item.place)) return false
    // The stored values decide whether an update may add the member.
    const { constraints } = resource
    const isOpen = constraints.some(
      (one) => isChoice(one) && one.members.some((at) => touches(at, item.pointer)),
    )
    if (operation.act === 'update' && isOpen) return false
    // The tenant may accept only ids of existing resources, or only some of the valid values.
    if (context.subjects.bodies.isHeld(resource, memberOf(item))) return false
    const key = JSON.stringify([clauseOf(item), memberOf(item), item.value])
    return !known.has(key) && known.add(key)
  })
  const isBeside = ({ side, pointer, keyword }: BoundaryItem): boolean =>
    side === 'inside' &&
    all.some((one) => one.side === 'at' && one.pointer === pointer && one.keyword === keyword)
  const hand = context.cases(all.filter(isBeside), 'body of the resource')
  return all.filter((item) => !isBeside(item) || hand.includes(item))
}

function rowsOf(
  { schema, valid, subject, operation, resource }: BaseRequest,
  items: readonly BoundaryItem[],
  { subjects }: TestContext,
): readonly (readonly BoundaryItem[])[] {
  const columns = new Map<string, BoundaryItem[]>()
  const rows: BoundaryItem[][] = []
  for (const item of items) {
    const member = memberOf(item)
    if (equal(item.value, { ...valid, [member]: at(item.value, `/${tokenOf(member)}`) ?? null }))
      columns.set(member, [...(columns.get(member) ?? []), item])
    else rows.push([item])
  }
  // The current state is sent last, because the resource then has another state.
  const isThere = (item: BoundaryItem): boolean => equal(at(item.value, item.pointer), subject?.state ?? null)
  const sorted = [...columns.values()].map((column) => [
    ...column.filter((item) => !isThere(item)),
    ...column.filter(isThere),
  ])
  const longest = Math.max(0, ...sorted.map(({ length }) => length))
  for (let turn = 0; turn < longest; turn += 1) {
    const row = sorted.flatMap((column) => column[turn] ?? [])
    const body = together(valid, row)
    if (conforms(schema, body) && subjects.bodies.isKept(body, operation, resource)) rows.push(row)
    else rows.push(...row.map((item) => [item]))
  }
  return rows
}

function together(onto: JsonObject, items: readonly BoundaryItem[]): JsonObject {
  const varied = items.map((item): [string, Json] => {
    const member = memberOf(item)
    return [member, at(item.value, `/${tokenOf(member)}`) ?? null]
  })
  return { ...onto, ...Object.fromEntries(varied) }
}

async function sentTogether(
  context: TestContext,
  base: BaseRequest,
  items: readonly BoundaryItem[],
): Promise<Row> {
  const { operation, resource, plain, subject, valid } = base
  const body = base.named(items.length === 1 ? (items[0]?.value ?? valid) : together(valid, items))
  if (!isObject(body)) return { items, taken: null }
  if (!plain && operation.act === 'update' && subject !== null) {
    const members = items.map(memberOf)
    const sent = Object.fromEntries(Object.entries(body).filter(([member]) => members.includes(member)))
    const seen = await subject.update(sent)
    return { items, taken: seen.accepted ? { seen, sent } : null }
  }
  const request = base.request(body)
  const exchange = await context.call(request)
  if (!exchange.accepted || !isObject(request.body)) return { items, taken: null }
  return { items, taken: { seen: context.subjects.seen(resource, exchange), sent: request.body } }
}

async function acceptAlone(context: TestContext, base: BaseRequest, item: BoundaryItem): Promise<void> {
  const { place, value } = item
  const { operation, resource } = base
  const state = context.subjects.stateOf(resource)
  const isState = state !== null && place === `/${state.member}` && isObject(value)
  if (isState && !base.plain && operation.act === 'update')
    return acceptState(context, base, state, value[state.member] ?? null)
  const { taken, varied } = await sentAlone(context, base, value)
  const isTaken = taken.seen.accepted && comesBack(context, base, taken, varied)
  if (isTaken || !isWide(item)) return mustTake(context, base, taken, varied)
  const shorter = await shorterTaken(context, base, item)
  if (shorter === null) return
  const { exchange } = taken.seen
  const status = statusOf(exchange)
  if (!exchange.accepted && (status < 400 || status >= 500 || status === 429))
    return mustTake(context, base, taken, varied)
  const counts = 'Lengths count characters (JSON Schema, validation 6.3), not UTF-16 units or UTF-8 bytes.'
  context.must.that(
    false,
    `The tenant does not store the longest valid text of these characters, but stores a shorter text. ${counts}`,
    {
      expected: `${item.pointer.slice(1)} of ${counted(Number(item.schema.maxLength), 'character')} is stored`,
      received: exchange.accepted ? 'another value' : describeResponse(exchange),
      pointers: [item.place],
      exchange,
      control: shorter,
    },
  )
}

/**
 * Null if the tenant also refuses or changes a text of half the length, or if the schema forbids this text.
 */
async function shorterTaken(
  context: TestContext,
  base: BaseRequest,
  { value, pointer }: BoundaryItem,
): Promise<Attempt | null> {
  const characters = [...String(at(value, pointer))]
  const half = characters.slice(0, Math.floor(characters.length / 2)).join('')
  const shorter = placed(value, pointer.split('/').slice(1), half)
  if (!conforms(base.schema, shorter)) return null
  const { taken, varied } = await sentAlone(context, base, shorter)
  const isTaken = taken.seen.accepted && comesBack(context, base, taken, varied)
  return isTaken ? taken.seen.exchange : null
}

/** True if each character needs two UTF-16 units, for example an emoji. */
function isWide({ keyword, value, pointer }: BoundaryItem): boolean {
  const text = at(value, pointer)
  return keyword === 'maxLength' && typeof text === 'string' && text.length === 2 * [...text].length
}

async function acceptState(
  context: TestContext,
  { resource, control }: BaseRequest,
  { member, values }: StateMember,
  state: Json,
): Promise<void> {
  const before = values.find((value) => !equal(value, state)) ?? null
  const subject = await context.resource(resource.name).make({ [member]: before })
  const sent = { [member]: state }
  const seen = await subject.update(sent)
  context.must.accept(seen.exchange, { control })
  context.must.beAsSent(seen, sent, { control })
}
