// Checks that the tenant stores values in normal form. Also checks that an update with the values
// of a read changes nothing.

import { nowMs } from '../../base/clock.ts'
import type { Exchange } from '../../base/exchange.ts'
import { describeResponse } from '../../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject, tokenOf, withValueAt } from '../../base/json.ts'
import {
  type Normalisation,
  normalForm,
  type Operation,
  placesOf,
  type Resource,
  schemaAt,
} from '../../contract/index.ts'
import { conforms, moving } from '../../oracle/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type ResourceUnderTest } from '../under-test/index.ts'
import { mustShow, mustShowSent } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'
import { shownOf, storedOf, write } from './fixtures/read-values.ts'

const yearMs = 365 * 86_400_000
const drawsMax = 20

interface Row {
  readonly body: JsonObject
  readonly members: readonly string[]
}

export const normalised: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  if (operation.act !== 'create') permitChange(context, operation)
  const subject = operation.act === 'create' ? null : await context.subjects.make(resource)
  const rows = rowsOf(context, operation, resource)
  if (rows.length === 0) return context.inapplicable('no valid value needs a normalisation')
  const plain = context.subjects.bodies.of(operation, resource)
  const { seen } = await write(context, operation, plain, subject)
  const control = seen.exchange
  context.must.assumeAccepted(control)
  for (const row of rows) {
    if (await isShown(context, row, subject)) continue
    // Sends each value alone, because the refusal of one value would hide the other values.
    for (const member of row.members) {
      const fresh = context.subjects.bodies.of(operation, resource)
      const { [member]: _, ...rest } = fresh
      const value = row.body[member]
      const body = value === undefined ? rest : { ...fresh, [member]: value }
      await isShown(context, { body, members: [member] }, subject, control)
    }
  }
}

/**
 * Writes the body and checks the shown members. Returns false if the tenant refused the body.
 * @param control an accepted request. With a control, a refusal of the body is a failure
 */
async function isShown(
  context: TestContext,
  { body, members }: Row,
  on: ResourceUnderTest | null,
  control: Exchange | null = null,
): Promise<boolean> {
  const { operation, resource } = subjectOf(context)
  const written = await write(context, operation, body, on)
  if (control !== null) context.must.serve(written.seen.exchange, { control })
  if (!written.seen.accepted) return false
  const isRead = resource.life.read !== undefined || resource.readBy !== null
  const values = { ...written, read: (isRead ? await written.subject?.read() : null) ?? null }
  const own = (expected: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(expected).filter(([name]) => members.includes(name)))
  mustShowSent(
    context,
    resource,
    own(shownOf(operation, resource, values)),
    values.seen,
    'The response does not show the normal form of',
  )
  if (values.read !== null)
    mustShowSent(
      context,
      resource,
      own(storedOf(context, operation, resource, values)),
      values.read,
      'A later read does not show the normal form of',
      { steps: [values.seen.exchange] },
    )
  return true
}

function rowsOf(context: TestContext, operation: Operation, resource: Resource): readonly Row[] {
  const { bodies } = context.subjects
  const schema = operation.request ?? {}
  const rows: Row[] = []
  for (let turn = 0; turn < turnsMax; turn += 1) {
    let body = bodies.of(operation, resource)
    const members: string[] = []
    for (const [pointer, kinds] of resource.normalises) {
      const member = pointer.split('/')[1] ?? ''
      const isLeftOut = kinds.some((one) => isObject(one) && 'default' in one)
      if (isLeftOut && turn === turnsMax - 1 && operation.act !== 'update') {
        const { [member]: _, ...rest } = body
        if (!conforms(schema, rest) || pointer.lastIndexOf('/') > 0) continue
        body = rest
        members.push(member)
        continue
      }
      const made = variantOf(body, pointer, kinds, { turn, schema, draw: (one) => bodies.value(one) })
      if (made === null || !conforms(schema, made)) continue
      body = made
      members.push(member)
    }
    if (members.length > 0) rows.push({ body, members: [...new Set(members)] })
  }
  return rows
}

interface Drawing {
  readonly turn: number
  readonly schema: Json
  readonly draw: (schema: Json) => Json
}

// The turns send two values that the tenant must normalise, then the normal form, then no value.
const turnsMax = 4

/**
 * Returns null if the body has no value at the pointer, or if the turn has no variant of the value.
 */
function variantOf(
  body: JsonObject,
  pointer: string,
  kinds: readonly Normalisation[],
  { turn, schema, draw }: Drawing,
): JsonObject | null {
  const filled = placesOf(body, pointer).length > 0 ? body : withElement(body, pointer, schema, draw)
  const places = placesOf(filled, pointer)
  const form = schemaAt(schema as JsonObject, pointer) ?? {}
  const need = kinds.filter((one) => !(isObject(one) && 'default' in one))
  if (need.length === 0 || places.length === 0) return null
  return places.reduce<JsonObject | null>((made, place) => {
    const value = at(filled, place)
    if (made === null || value === undefined) return null
    const unlike = need.reduceRight<Json>((one, kind) => needing(one, kind, turn, form, draw), value)
    const normal = normalForm(value, '', new Map([['', need]]), nowMs())
    return withValueAt(made, place, turn >= 2 ? normal : unlike)
  }, filled)
}

function needing(value: Json, kind: Normalisation, turn: number, schema: Json, draw: Drawing['draw']): Json {
  if (isObject(kind)) {
    if ('round' in kind && typeof value === 'number') {
      const unit = 10 ** -kind.round
      return Number((Math.trunc(value) + 23 * unit + (turn === 0 ? 0.6 : 0.4) * unit).toFixed(kind.round + 1))
    }
    if ('suffix' in kind && typeof value === 'string')
      return value.endsWith(kind.suffix) ? value.slice(0, -kind.suffix.length) : value
    return value
  }
  if (Array.isArray(value)) {
    const [first, second] = distinctItems(value, schema, draw)
    if (first === undefined || second === undefined) return value
    if (kind === 'distinct') return [first, second, first]
    const sorted = normalForm([first, second], '', new Map([['', ['sort'] as const]]), 0)
    return [...(sorted as readonly Json[])].reverse()
  }
  if (typeof value !== 'string') return value
  if (kind === 'trim') return turn === 0 ? `  ${value} ` : `${value}  `
  if (kind === 'lower-case') return turn === 0 ? value.toUpperCase() : mixed(value)
  if (kind === 'upper-case') return turn === 0 ? value.toLowerCase() : mixed(value)
  if (kind === 'not-past') return new Date(nowMs() - (turn + 1) * yearMs).toISOString()
  return value
}

const mixed = (text: string): string =>
  [...text].map((one, index) => (index % 2 === 0 ? one.toUpperCase() : one.toLowerCase())).join('')

function distinctItems(items: readonly Json[], schema: Json, draw: Drawing['draw']): readonly Json[] {
  const item = isObject(schema) ? (schema.items ?? {}) : {}
  const all = [...items, ...Array.from({ length: drawsMax }, () => draw(item))]
  return all.filter((one, index) => all.findIndex((other) => equal(one, other)) === index).slice(0, 2)
}

function withElement(body: JsonObject, pointer: string, schema: Json, draw: Drawing['draw']): JsonObject {
  const star = pointer.indexOf('/*')
  if (star === -1) return body
  const item = schemaAt(schema as JsonObject, `${pointer.slice(0, star)}/*`)
  return item === undefined ? body : withValueAt(body, pointer.slice(0, star), [draw(item)])
}

export const idempotent: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const [row] = rowsOf(context, operation, resource)
  if (row !== undefined) await subject.sendTo(operation, row.body)
  const before = await subject.read()
  const body = sendable(before.body, operation, resource, subject.set)
  if (!conforms(operation.request ?? {}, body))
    return context.inapplicable('the body that a read returns is not a valid body of the request')
  const answer = await subject.sendTo(operation, body)
  context.must.assume(
    answer.accepted,
    `the run sent the values of a read back, and the tenant refused them: ${describeResponse(answer.exchange)}`,
  )
  mustShow(
    context,
    resource,
    before.body,
    await subject.read(),
    'Sending the values of a read back changed',
    { control: before.exchange, steps: [answer.exchange] },
    new Set([...moving(resource), ...movingOn(resource)]),
  )
}

function movingOn({ normalises }: Resource): readonly string[] {
  return [...normalises].flatMap(([pointer, kinds]) => (kinds.includes('not-past') ? [pointer] : []))
}

/**
 * Returns the members that the client can set. For secret members, which no read shows, returns the
 * sent values.
 */
function sendable(
  shown: JsonObject,
  operation: Operation,
  { serverSet, states, secret }: Resource,
  sent: JsonObject,
): JsonObject {
  const schema = operation.request ?? {}
  return Object.fromEntries(
    membersOf(schema).flatMap((member): [string, Json][] => {
      const pointer = `/${tokenOf(member)}`
      const value = secret.includes(pointer) ? sent[member] : shown[member]
      if (value === undefined || serverSet.has(pointer) || states.get(pointer)?.transitions != null) return []
      return value === null && !conforms(schemaAt(schema, pointer) ?? {}, null) ? [] : [[member, value]]
    }),
  )
}
