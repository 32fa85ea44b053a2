// Checks JSON Patches (RFC 6902): a failing patch changes nothing, and a removed member is absent.
import { equal, type Json, tokenOf } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import { type Operation, type Resource, removableIn } from '../../../contract/index.ts'
import { Inconclusive } from '../../../oracle/index.ts'
import type { Check } from '../../suite.ts'
import type { TestContext } from '../../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../../under-test/index.ts'
import { isGone, mustShow, textOf } from '../fixtures/assertions.ts'
import { changeable, permitChange, subjectOf } from '../fixtures/preconditions.ts'

const missing = '/tenant-conformance-no-such-member'

interface Patched {
  readonly subject: ResourceUnderTest
  readonly member: string
  readonly path: string
  readonly value: Json
  readonly control: ResourceResponse
}

/** @throws Inconclusive if no read returns a new value */
async function patchedOne(context: TestContext, operation: Operation, resource: Resource): Promise<Patched> {
  const subject = await context.subjects.make(resource)
  for (const member of changeable(operation, resource)) {
    const { [member]: value } = context.subjects.bodies.of(operation, resource)
    if (value === undefined) continue
    const control = await subject.sendTo(operation, { [member]: value })
    if (!control.accepted) continue
    const { body } = await subject.read()
    if (equal(body[member] ?? null, value))
      return { subject, member, path: `/${tokenOf(member)}`, value, control }
  }
  throw new Inconclusive('the tenant accepted no patch of one member, or no read showed the new value')
}

const send = (
  subject: ResourceUnderTest,
  operation: Operation,
  patch: Json,
  intent: 'invalid' | 'valid',
): Promise<ResourceResponse> =>
  subject.sendTo(operation, undefined, {
    intent,
    write: (request) => ({ ...request, rawBody: jsonText(patch) }),
  })

const otherThan = (value: Json): Json => (typeof value === 'string' ? `${value}.` : 'another value')

export const patchRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const { subject, path, value, control } = await patchedOne(context, operation, resource)
  const cases: readonly (readonly [patch: Json, because: string])[] = [
    [{ op: 'replace', path, value }, 'the patch is not an array'],
    [[{ op: 'no-such-operation', path, value }], 'RFC 6902 has no such operation'],
    [[{ op: 'replace', path: missing, value }], 'the member does not exist'],
    [[{ op: 'test', path, value: otherThan(value) }], 'the member has another value'],
  ]
  for (const [patch, because] of cases) {
    const { exchange } = await send(subject, operation, patch, 'invalid')
    context.must.refuse(exchange, { control: control.exchange, of: 'conflict', because: () => because })
  }
}

export const patchAtomic: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const { subject, member, path, control } = await patchedOne(context, operation, resource)
  const failing: readonly ((value: Json) => Json)[] = [
    (value) => ({ op: 'test', path, value: otherThan(value) }),
    (value) => ({ op: 'replace', path: missing, value }),
  ]
  for (const fail of failing) {
    const { [member]: next = null } = context.subjects.bodies.of(operation, resource)
    const before = await subject.read()
    if (equal(before.body[member] ?? null, next)) continue
    const patch = [{ op: 'replace', path, value: next }, fail(next)]
    const { exchange } = await send(subject, operation, patch, 'invalid')
    const message = 'A JSON Patch whose last operation fails changed something:'
    mustShow(context, resource, before.body, await subject.read(), message, {
      control: control.exchange,
      steps: [before.exchange, exchange],
    })
  }
}

export const patchRemoves: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  const read = context.contract.operations.get(resource.life.read ?? '')?.response
  const shown = Array.isArray(read?.required) ? read.required : []
  for (const member of removableIn(operation, resource)) {
    const before = await subject.read()
    if (shown.includes(member) || (before.body[member] ?? null) === null) continue
    const path = `/${tokenOf(member)}`
    const answer = await send(subject, operation, [{ op: 'remove', path }], 'valid')
    if (!answer.accepted) continue
    const after = await subject.read()
    const left = after.body[member] ?? null
    context.must.that(
      isGone(left, path, operation, resource),
      `${member} still exists after a JSON Patch removed it.`,
      {
        expected: `no ${member}`,
        received: `${member} ${textOf(left)}`,
        pointers: [path],
        exchange: after.exchange,
        control: before.exchange,
        steps: [answer.exchange],
      },
    )
  }
}
