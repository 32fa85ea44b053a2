// Checks that a refused update changes nothing.
import { sleep } from '../../../base/clock.ts'
import { type JsonObject, tokenOf } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import { serverSetOf } from '../../../contract/index.ts'
import { NotRun, timestampNs } from '../../../oracle/index.ts'
import type { TestContext } from '../../test-context.ts'
import {
  coarseTickMs,
  membersCompared,
  type ResourceAdapter,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
} from '../../under-test/index.ts'
import { assumeAnswered, type UpdateRule } from './update.ts'

export const refusedChangesNothing: UpdateRule = async (check, all) => {
  const { must } = check
  // A new resource contains no value of the invalid updates.
  const subject = await all.make()
  const members = [
    ...all.settable,
    ...serverSetOf(all.resource, ['constant']).filter((member) => `/${member}` !== all.resource.id),
  ]
  const moving = serverSetOf(all.resource, ['monotonic', 'moves'])
  const first = await subject.read()
  const attempts: ResourceResponse[] = []
  for (const send of attemptsOf(check, all, subject)) {
    const attempt = await send()
    if (attempt === null) continue
    assumeAnswered(check, attempt)
    attempts.push(attempt)
  }
  const last = await subject.read()
  const refused = attempts.filter(({ accepted }) => !accepted)
  must.assume(refused.length > 0, 'the tenant accepted every invalid update')
  const together =
    refused.length === attempts.length &&
    must.showsUnchanged(first, last, members) &&
    moved(first, last, moving).length === 0
  if (together)
    must.beUnchanged(first, last, members, {
      control: first.exchange,
      steps: refused.map(({ exchange }) => exchange),
    })
  else await eachChangesNothing(check, all, { members, moving })
}

async function eachChangesNothing(
  check: TestContext,
  all: ResourceClient<ResourceAdapter>,
  { members, moving }: Readonly<Record<'members' | 'moving', readonly string[]>>,
): Promise<void> {
  const { must } = check
  const subject = await all.make()
  let before = await subject.read()
  let readsMove = false
  for (const send of attemptsOf(check, all, subject)) {
    const attempt = await send()
    if (attempt === null) continue
    assumeAnswered(check, attempt)
    const after = await subject.read()
    if (!attempt.accepted) {
      must.beUnchanged(before, after, members, { control: before.exchange, steps: [attempt.exchange] })
      if (!readsMove && moved(before, after, moving).length > 0)
        readsMove = await mustNotMove(check, subject, send, moving)
    }
    before = subject.last
  }
}

type Send = () => Promise<ResourceResponse | null>

function attemptsOf(
  check: TestContext,
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
): readonly Send[] {
  const invalid = { intent: 'invalid' } as const
  const named = (): JsonObject => all.named(check.requests.name())
  return [
    ...all.invalid(subject).map((body) => () => subject.update(body, invalid)),
    () =>
      subject.update(named(), {
        ...invalid,
        write: (request) => ({ ...request, rawBody: jsonText(request.body).slice(0, -1) }),
      }),
    () =>
      subject.update(named(), { intent: 'unauthorised', as: 'limited' }).catch((error: unknown) => {
        if (error instanceof NotRun) return null
        throw error
      }),
  ]
}

/**
 * Timestamps may contain only whole seconds, so a pause precedes the repetition.
 * @returns true if the timestamp changes even between two reads
 */
async function mustNotMove(
  { must }: TestContext,
  subject: ResourceUnderTest,
  send: Send,
  members: readonly string[],
): Promise<boolean> {
  const earlier = await subject.read()
  await sleep(coarseTickMs)
  const before = await subject.read()
  if (moved(earlier, before, members).length > 0) return true
  const attempt = await send()
  const after = await subject.read()
  if (attempt === null) return false
  const [member] = attempt.accepted ? [] : moved(before, after, members)
  if (member !== undefined)
    must.that(
      false,
      `A refused update changed ${member}.`,
      {
        expected: `${member} ${String(before.body[member])}, as in two reads one second apart`,
        received: String(after.body[member]),
        pointers: [`/${tokenOf(member)}`],
        exchange: after.exchange,
        control: before.exchange,
        steps: [attempt.exchange],
      },
      membersCompared(after, after.body, [member]),
    )
  return false
}

function moved(
  before: ResourceResponse,
  after: ResourceResponse,
  members: readonly string[],
): readonly string[] {
  return members.filter((member) => {
    const [was, is] = [timestampNs(before.body[member]), timestampNs(after.body[member])]
    return was !== null && is !== null && was !== is
  })
}
