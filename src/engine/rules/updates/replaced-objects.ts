// Checks that an object in an update replaces the stored object (`"patch": "members"` in the contract).
import {
  at,
  equal,
  isObject,
  type Json,
  type JsonObject,
  tokenOf,
  withoutMember,
} from '../../../base/json.ts'
import type { Operation, Resource } from '../../../contract/index.ts'
import { conforms } from '../../../oracle/index.ts'
import type { Check } from '../../suite.ts'
import type { TestContext } from '../../test-context.ts'
import type { ResourceUnderTest } from '../../under-test/index.ts'
import { isGone, textOf } from '../fixtures/assertions.ts'
import { changeable, permitChange, subjectOf } from '../fixtures/preconditions.ts'

const placesMax = 6
const drawsMax = 20

/** If the tenant keeps an omitted value, the value may be a default, so a second value decides. */
export const replacesObjects: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  const subject = await context.subjects.make(resource)
  for (const member of changeable(operation, resource)) {
    const value = context.subjects.bodies.of(operation, resource)[member]
    for (const pointer of placesIn(value, `/${tokenOf(member)}`).slice(0, placesMax)) {
      const first = await leftOut(context, subject, pointer)
      const again = first?.isKept === true ? await leftOut(context, subject, pointer, first.before) : first
      if (first === null || again === null) continue
      context.must.that(
        !again.isKept,
        `${pointer.slice(1)} still exists although the update sent the object without this member.`,
        {
          expected: `no ${pointer.slice(1)}`,
          received: `${pointer.slice(1)} ${textOf(again.after)}`,
          pointers: [pointer],
          ...again.evidence,
        },
      )
    }
  }
}

/**
 * Stores an object with the member, and then the object without it.
 * @param other a value that the member must not have before the second request
 */
async function leftOut(context: TestContext, subject: ResourceUnderTest, pointer: string, other?: Json) {
  const { operation, resource } = subjectOf(context)
  const full = filledBody(context, operation, resource, pointer, other)
  if (full === null) return null
  const rest = withoutMember(full, pointer)
  const isValid = conforms(operation.request ?? {}, rest)
  if (!isValid || !context.subjects.bodies.isKept(rest, operation, resource)) return null
  const filled = await subject.sendTo(operation, full)
  if (!filled.accepted) return null
  const start = await subject.read()
  const before = at(start.body, pointer) ?? null
  if (before === null || equal(before, other ?? null)) return null
  const answer = await subject.sendTo(operation, rest)
  if (!answer.accepted) return null
  const read = await subject.read()
  const after = at(read.body, pointer)
  return {
    before,
    after,
    isKept: equal(after ?? null, before) && !isGone(after, pointer, operation, resource),
    evidence: { exchange: read.exchange, control: start.exchange, steps: [answer.exchange] },
  }
}

function filledBody(
  { subjects: { bodies } }: TestContext,
  operation: Operation,
  resource: Resource,
  pointer: string,
  other: Json | undefined,
): JsonObject | null {
  const [, member = ''] = pointer.split('/')
  for (let turn = 0; turn < drawsMax; turn += 1) {
    const body = bodies.of(operation, resource)
    const value = at(body, `/${member}`)
    const inner = at(body, pointer)
    if (value === undefined || inner === undefined || inner === null) continue
    if (other !== undefined && equal(inner, other)) continue
    const [name = ''] = Object.keys(body).filter((one) => tokenOf(one) === member)
    return bodies.kept({ [name]: value }, operation, resource, pointer)
  }
  return null
}

/** Returns the pointers of members in nested objects, outer members first. */
function placesIn(value: Json | undefined, pointer: string): readonly string[] {
  if (!isObject(value)) return []
  const own = Object.keys(value).map((name) => `${pointer}/${tokenOf(name)}`)
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, one]) => placesIn(one, `${pointer}/${tokenOf(name)}`)),
  ]
}
