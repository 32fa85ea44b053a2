// Checks that the tenant stores normal forms, and that writing the values of a read changes nothing.

import type { Exchange } from '../../base/exchange.ts'
import { describeResponse } from '../../base/exchange.ts'
import { type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { type Operation, type Resource, schemaAt } from '../../contract/index.ts'
import { conforms, moving } from '../../oracle/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type ResourceUnderTest } from '../under-test/index.ts'
import { mustShow, mustShowSent } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'
import { shownOf, storedOf, write } from './fixtures/read-values.ts'
import { type UnnormalisedBody, unnormalisedBodies } from './fixtures/unnormalised-bodies.ts'

export const normalised: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  if (operation.act !== 'create') permitChange(context, operation)
  const subject = operation.act === 'create' ? null : await context.subjects.make(resource)
  const bodies = unnormalisedBodies(context.subjects.bodies, operation, resource)
  if (bodies.length === 0) return context.inapplicable('no valid value needs a normalisation')
  const plain = context.subjects.bodies.of(operation, resource)
  const { seen } = await write(context, operation, plain, subject)
  const control = seen.exchange
  context.must.assumeAccepted(control)
  for (const one of bodies) {
    if (await isShown(context, one, subject)) continue
    // The refusal of one value would hide the others.
    for (const member of one.members) {
      const fresh = context.subjects.bodies.of(operation, resource)
      const { [member]: _, ...rest } = fresh
      const value = one.body[member]
      const body = value === undefined ? rest : { ...fresh, [member]: value }
      await isShown(context, { body, members: [member] }, subject, control)
    }
  }
}

/**
 * @param control an accepted request. With a control, a refused body is a failure
 * @returns false if the tenant refused the body
 */
async function isShown(
  context: TestContext,
  { body, members }: UnnormalisedBody,
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

export const idempotent: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const [first] = unnormalisedBodies(context.subjects.bodies, operation, resource)
  if (first !== undefined) await subject.sendTo(operation, first.body)
  const before = await subject.read()
  const body = sendable(before.body, operation, resource, subject.set)
  if (!conforms(operation.request ?? {}, body))
    return context.inapplicable('the body that a read returns is not a valid body of the request')
  const answer = await subject.sendTo(operation, body)
  context.must.assume(
    answer.accepted,
    `the tenant refused an update with the values of a read: ${describeResponse(answer.exchange)}`,
  )
  mustShow(
    context,
    resource,
    before.body,
    await subject.read(),
    'An update with the values of a read changed',
    { control: before.exchange, steps: [answer.exchange] },
    new Set([...moving(resource), ...movingOn(resource)]),
  )
}

function movingOn({ normalises }: Resource): readonly string[] {
  return [...normalises].flatMap(([pointer, kinds]) => (kinds.includes('not-past') ? [pointer] : []))
}

/** Reads omit secret members, so their values come from the last request. */
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
