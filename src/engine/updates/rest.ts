// What an update leaves alone, and what it leaves behind: all that it does not send stays, what it shows is there later.
import type { JsonObject } from '../../base/json.ts'
import { serverSetOf } from '../../contract/index.ts'
import { Log, nextOf } from './log.ts'
import { judgeSteps } from './series.ts'
import { assumeAnswered, mustTakeName, otherState, type UpdateLaw } from './update.ts'

/** An update that sends nothing changes nothing. It is held against other updates, which show that there are any. */
export const emptyUpdate: UpdateLaw = (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const [first] = steps
      const reads = steps.filter(
        ({ what, before, isFresh }) => what === 'read' && isFresh && before !== first?.before,
      )
      must.assume(reads.length > 0, 'no update was accepted with which an empty one could be compared')
      for (const { before, seen } of reads) {
        must.accept(seen.exchange, { control: before.exchange })
        must.beUnchanged(before, seen, all.settable, { steps: [before.exchange] })
      }
    },
    async () => {
      const log = new Log(await all.any())
      const name = (): JsonObject => all.named(check.requests.name())
      const sent: readonly (() => JsonObject)[] = [
        // First, as the state that it was left in is another one each time.
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
  )

/** The name that it has may be sent again: it stays, and nothing else changes. */
export const sameName: UpdateLaw = (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const step = steps.find(({ what }) => what === 'same name')
      const next = step && nextOf(steps, step)
      if (step === undefined || next === undefined || !step.isFresh)
        return must.assume(false, 'no new name was accepted and shown')
      const { sent, before, seen } = step
      must.assume(must.showsAsSent(before, sent), 'a new name does not follow')
      mustTakeName(check, seen, {
        what: 'update',
        says: 'An update with the name that it already has is refused.',
        expected: 'it is accepted, as it was before',
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
  )

/** A valid update is accepted. */
export const accepts: UpdateLaw = (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const step = steps.find(({ what }) => what === 'one member')
      check.must.assume(steps[0]?.seen.accepted === true && step !== undefined, 'it could not be read')
      if (step !== undefined) check.must.accept(step.seen.exchange)
    },
    async () => {
      const log = new Log(await all.any())
      await log.read('start')
      await log.send('one member', all.named(check.requests.name()))
      return log.steps
    },
  )

/** What is sent for a member alone becomes its value. */
export const changes =
  (member: string): UpdateLaw =>
  (check, all) =>
    judgeSteps(
      check,
      all,
      (steps) => {
        const { must } = check
        const own = steps.filter(({ what, sent }) => what === 'one member' && member in sent)
        must.assume(own.length > 0, `nothing says what ${member} may be`, 'user')
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
    )

/** What an update shows is there later, too: the next answer shows it. */
export const stored: UpdateLaw = (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const members = [...serverSetOf(all.resource, ['constant']), ...all.settable]
      for (const step of steps) {
        const { what, before, seen } = step
        // What becomes of forms is the matter of other clauses.
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
  )

/** What an update does not send stays as it is. */
export const restUnchanged: UpdateLaw = (check, all) =>
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
      // A new one: another may be in the state already into which an update wrongly brings it.
      const log = new Log(await all.make())
      for (const make of all.updates()) {
        // What the one before did not store is no matter of the next.
        await log.read()
        await log.send('one member', make(log.subject))
      }
      return log.steps
    },
  )

/** What the service sets once never changes. */
export const constant: UpdateLaw = (check, all) =>
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
  )

/** Values that are sent for what the service sets are not adopted: all at once, and each by itself where that is refused. */
export const notAdopted: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.any()
  const control = subject.created
  const tried = async (sent: JsonObject, beside: JsonObject = {}): Promise<boolean> => {
    const attempt = await subject.update({ ...beside, ...sent }, { intent: 'probe' })
    assumeAnswered(check, attempt)
    // What took over an id can't be found under its own any more: its response tells.
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
  // What changes nothing else may be left unread.
  const [change] = all.updates()
  if (change !== undefined) await tried(Object.fromEntries(foreign), change(subject))
}
