// Checks updates of one member: the tenant stores the sent value and changes no other member.

import type { JsonObject } from '../../../base/json.ts'
import { serverSetOf } from '../../../contract/index.ts'
import { using } from '../../fixture.ts'
import { assumeAnswered, mustTakeName, otherState, type UpdateRule } from './update.ts'
import { Log, nextOf } from './update-log.ts'
import { judgeSteps } from './update-series.ts'

export const emptyUpdate: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const [first] = steps
      const reads = steps.filter(
        ({ what, before, isFresh }) => what === 'read' && isFresh && before !== first?.before,
      )
      must.assume(
        reads.length > 0,
        'the tenant accepted no update before the empty update, so the check has no content to compare',
      )
      for (const { before, seen } of reads) {
        must.accept(seen.exchange, { control: before.exchange })
        must.beUnchanged(before, seen, all.settable, { steps: [before.exchange] })
      }
    },
    async () => {
      const log = new Log(await all.any())
      const name = (): JsonObject => all.named(check.requests.name())
      const sent: readonly (() => JsonObject)[] = [
        // The resource may already have the values of one of the updates.
        name,
        () => Object.assign({}, ...all.changes(log.subject, 1)) as JsonObject,
        () => ({ ...name(), ...otherState(all, log.subject) }),
      ]
      for (const make of sent) {
        await log.send('several members', make())
        await log.read()
      }
      return log.steps
    },
  ),
)

export const sameName: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const step = steps.find(({ what }) => what === 'same name')
      const next = step && nextOf(steps, step)
      if (step === undefined || next === undefined || !step.isFresh)
        return must.assume(false, 'the tenant accepted no new name, or no read showed the new name')
      const { sent, before, seen } = step
      must.assume(must.showsAsSent(before, sent), 'a read does not show a new name')
      mustTakeName(check, seen, {
        what: 'update',
        says: 'An update with the current name is refused.',
        expected: 'the update is accepted, like the first update with this name',
        control: before.exchange,
      })
      must.beUnchanged(before, next.seen, all.settable, { steps: [seen.exchange] })
    },
    async () => {
      const log = new Log(await all.any())
      const named = all.named(check.requests.name())
      await log.send('one member', named)
      await log.send('same name', named, { intent: 'probe' })
      await log.read()
      return log.steps
    },
  ),
)

export const accepts: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const step = steps.find(({ what }) => what === 'one member')
      check.must.assume(
        steps[0]?.seen.accepted === true && step !== undefined,
        'the resource could not be read',
      )
      if (step !== undefined) check.must.accept(step.seen.exchange)
    },
    async () => {
      const log = new Log(await all.any())
      await log.read('start')
      await log.send('one member', all.named(check.requests.name()))
      return log.steps
    },
  ),
)

export const changes = (member: string): UpdateRule =>
  using([judgeSteps], (check, all) =>
    judgeSteps(
      check,
      all,
      (steps) => {
        const { must } = check
        const own = steps.filter(({ what, sent }) => what === 'one member' && member in sent)
        must.assume(own.length > 0, `the allowed values of ${member} are unknown`, 'user')
        for (const { sent, before, seen } of own) {
          must.serve(seen.exchange, { control: before.exchange })
          must.beAsSent(seen, sent, { control: before.exchange })
        }
      },
      async () => {
        const log = new Log(await all.any())
        for (const make of all.updates()) {
          const sent = make(log.subject)
          if (member in sent) await log.send('one member', sent)
        }
        return log.steps
      },
    ),
  )

export const stored: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const members = [...serverSetOf(all.resource, ['constant']), ...all.settable]
      for (const step of steps) {
        const { what, before, seen } = step
        if (what === 'start' || what === 'read' || what === 'form') continue
        if (what === 'one member') must.serve(seen.exchange, { control: before.exchange })
        const next = nextOf(steps, step)
        if (!seen.accepted || next === undefined || next.what === 'form') continue
        const left = members.filter((member) => !(member in next.sent))
        must.beUnchanged(seen, next.seen, left, { steps: [seen.exchange] })
      }
    },
    async () => {
      const log = new Log(await all.any())
      for (const make of all.updates()) {
        await log.send('one member', make(log.subject))
        await log.read()
      }
      return log.steps
    },
  ),
)

export const restUnchanged: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      for (const { what, sent, before, isFresh, seen } of steps) {
        if (what !== 'one member' || !isFresh) continue
        const others = all.settable.filter((member) => !(member in sent))
        must.serve(seen.exchange, { control: before.exchange })
        must.beUnchanged(before, seen, others, { control: before.exchange })
      }
    },
    async () => {
      // An older resource may already have the sent state.
      const log = new Log(await all.make())
      for (const make of all.updates()) {
        // Without this read, the check would blame this update for earlier losses.
        await log.read()
        await log.send('one member', make(log.subject))
      }
      return log.steps
    },
  ),
)

export const constant: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const members = serverSetOf(all.resource, ['constant'])
      const [first, ...others] = steps
      if (first === undefined) return
      const control = first.before.exchange
      for (const { what, seen } of [first, ...others]) {
        if (what === 'one member') must.serve(seen.exchange, { control })
        if (seen.accepted) must.beUnchanged(first.before, seen, members, { control })
      }
    },
    async () => {
      const log = new Log(await all.any())
      await log.read('start')
      for (const make of all.updates()) await log.send('one member', make(log.subject))
      return log.steps
    },
  ),
)

/** Sends the `foreign` members in one update and, if the tenant refuses it, in separate updates. */
export const notAdopted: UpdateRule = async (check, all) => {
  const { must } = check
  const subject = await all.any()
  const control = subject.created
  const tried = async (sent: JsonObject, beside: JsonObject = {}): Promise<boolean> => {
    const attempt = await subject.update({ ...beside, ...sent }, { intent: 'probe' })
    assumeAnswered(check, attempt)
    // If the tenant adopted the sent id, a read with the old id finds nothing.
    if (attempt.accepted)
      for (const [member, value] of Object.entries(sent)) must.notAdopt(attempt, member, value, { control })
    const read = await subject.read()
    for (const [member, value] of Object.entries(sent))
      must.notAdopt(read, member, value, { control, steps: [attempt.exchange] })
    return attempt.accepted
  }
  const foreign = Object.entries(all.values.foreign ?? {})
  if (!(await tried(Object.fromEntries(foreign)))) {
    for (const [member, value] of foreign) await tried({ [member]: value })
    return
  }
  // The tenant may ignore an update without changes.
  const [change] = all.updates()
  if (change !== undefined) await tried(Object.fromEntries(foreign), change(subject))
}
