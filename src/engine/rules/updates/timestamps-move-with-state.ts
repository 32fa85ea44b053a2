// Checks that the timestamps of changes increase with every change of the state.

import { sleep } from '../../../base/clock.ts'
import { type JsonObject, tokenOf } from '../../../base/json.ts'
import { serverSetOf } from '../../../contract/index.ts'
import { timestampNs } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import type { TestContext } from '../../test-context.ts'
import {
  clockSkewNs,
  coarseTickMs,
  membersCompared,
  type ResourceAdapter,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
} from '../../under-test/index.ts'
import { inState, stateOf } from './state-toggles.ts'
import { form, otherState, type UpdateRule } from './update.ts'
import { moves, readAfter, readBefore, type Step } from './update-log.ts'
import { showsInSeries } from './update-series.ts'

interface Toggle {
  readonly form: string
  send(
    check: TestContext,
    all: ResourceClient<ResourceAdapter>,
    subject: ResourceUnderTest,
  ): Promise<ResourceResponse>
}

const plain: Toggle['send'] = (_, all, subject) => subject.update(otherState(all, subject))

const toggles: readonly Toggle[] = [
  { form: 'alone', send: plain },
  { form: 'a second time', send: plain },
  { form: 'a third time', send: plain },
  {
    form: 'as a form',
    send: (_, all, subject) => subject.update(otherState(all, subject), { intent: 'probe', mediaType: form }),
  },
]

function togglesBeside(all: ResourceClient<ResourceAdapter>): readonly Toggle[] {
  return all.settable
    .filter((member) => member !== all.state?.member)
    .map((member) => ({
      form: `with ${member}`,
      send: (_, __, subject) =>
        subject.update({
          ...all.changes(subject, 1).find((body) => member in body),
          ...otherState(all, subject),
        }),
    }))
}

/** The read before the change, the response, and possibly a later read. */
type Toggled = readonly [ResourceResponse, ...ResourceResponse[]]

async function toggled(
  check: TestContext,
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  { send }: Toggle,
  pauseMs: number,
): Promise<Toggled | null> {
  const before = await subject.read()
  await sleep(pauseMs)
  const sent = otherState(all, subject)
  const after = await send(check, all, subject)
  if (!after.accepted) return null
  const later = await subject.read()
  const seen: Toggled = [before, after, later]
  mustShowToggled(check, all, seen, sent)
  return seen
}

/** Timestamps may contain only whole seconds, so a pause precedes the change. */
async function toggledAgain(
  check: TestContext,
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  toggle: Toggle,
): ReturnType<typeof toggled> {
  const back = await subject.update(otherState(all, subject))
  check.must.assume(back.accepted, 'the state could not be changed back')
  return toggled(check, all, subject, toggle, coarseTickMs)
}

export const movesWithState: UpdateRule = using([showsInSeries], async (check, all) => {
  const { must } = check
  const { member: state, values } = stateOf(all)
  const members = serverSetOf(all.resource, ['monotonic', 'moves'])
  const moved = ([before, ...others]: Toggled): boolean =>
    members.every((member) => others.every(({ body }) => body[member] !== before.body[member]))
  const mustMove = (seen: Toggled, form: string): void => {
    const [before, ...others] = seen
    for (const member of members) {
      const times = seen.map(({ body }) => timestampNs(body[member]) ?? 0n)
      // A different timestamp alone proves nothing, because it may have decreased.
      must.assume(
        !moved(seen) || times.every((time, index) => time >= (times[index - 1] ?? 0n) - clockSkewNs),
        `${member} decreased, so a different value proves nothing`,
      )
      for (const [index, shown] of others.entries())
        must.that(
          shown.body[member] !== before.body[member],
          `${member} did not change when an update sent the state ${form}.`,
          {
            expected: `${member} other than ${String(before.body[member])}`,
            received: String(shown.body[member]),
            pointers: [`/${tokenOf(member)}`],
            exchange: shown.exchange,
            control: before.exchange,
            steps: others.slice(0, index).map(({ exchange }) => exchange),
          },
          membersCompared(shown, shown.body, [member, state]),
        )
    }
  }
  if (await showsInSeries(check, all, ({ steps }) => judge(check, all, steps, mustMove))) return
  const { subject } = await inState(check, all, values[0])
  for (const toggle of [...toggles, ...togglesBeside(all)]) {
    const first = await toggled(check, all, subject, toggle, 2)
    const seen = first === null || moved(first) ? first : await toggledAgain(check, all, subject, toggle)
    if (seen !== null) mustMove(seen, toggle.form)
    else must.assume(toggle.form !== 'alone', 'a change of the state was not accepted')
  }
})

function judge(
  check: TestContext,
  all: ResourceClient<ResourceAdapter>,
  steps: readonly Step[],
  mustMove: (seen: Toggled, form: string) => void,
): void {
  const { must } = check
  const { member } = stateOf(all)
  const forms: Partial<Record<Step['what'], string>> = {
    'one member': 'alone',
    'several members': 'with another member',
    form: 'as a form',
  }
  const known = steps.filter((step) => forms[step.what] !== undefined && moves(step, member))
  must.assume(
    known.some(({ what, seen }) => what === 'one member' && seen.accepted),
    'a change of the state was not accepted',
  )
  for (const step of known) {
    const { what, sent, before, seen } = step
    if (!seen.accepted) continue
    const later = readAfter(steps, step)
    const shown: Toggled = [before, seen, ...(later === undefined ? [] : [later])]
    mustShowToggled(check, all, shown, { [member]: sent[member] ?? null })
    mustMove(shown, forms[what] ?? '')
    // The response may contain a value that the tenant did not store.
    const earlier = readBefore(steps, step)
    if (earlier !== undefined && later !== undefined) mustMove([earlier, later], forms[what] ?? '')
  }
}

function mustShowToggled(
  { must }: TestContext,
  all: ResourceClient<ResourceAdapter>,
  seen: Toggled,
  sent: JsonObject,
): void {
  const [, ...others] = seen
  for (const one of others) must.assume(must.showsAsSent(one, sent), 'a read does not show the sent state')
  for (const { body } of seen)
    for (const member of serverSetOf(all.resource, ['monotonic', 'moves']))
      must.assume(timestampNs(body[member]) !== null, `${member} is not a valid time`)
}
