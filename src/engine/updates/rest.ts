// What an update leaves alone: all that it does not send, all that others hold, and everything where it is refused.
import type { JsonObject } from '../../base/json.ts'
import { serverSetOf } from '../../contract/index.ts'
import { assumeAnswered, change, otherState, type UpdateLaw } from './update.ts'

/** An update that sends nothing changes nothing. It is held against other updates, which show that there are any. */
export const emptyUpdate: UpdateLaw = async ({ must, requests }, all) => {
  const subject = await all.make()
  const name = (): JsonObject => all.named(requests.name())
  const sent: readonly (() => JsonObject)[] = [
    () => Object.assign({}, ...all.changes(subject, 1)) as JsonObject,
    name,
    () => ({ ...name(), ...otherState(all, subject) }),
  ]
  for (const make of sent) {
    const before = await subject.update(make())
    must.assume(before.accepted, 'no update was accepted that an empty one could be held against')
    const after = await subject.update({})
    must.accept(after.exchange, { control: before.exchange })
    must.beUnchanged(before, after, all.settable, { steps: [before.exchange] })
  }
}

/** What an update shows is there later, too. */
export const stored: UpdateLaw = async ({ must }, all) => {
  const subject = await all.make()
  const members = [...serverSetOf(all.resource, ['constant']), ...all.settable]
  for (const make of all.updates()) {
    const answer = await subject.update(make(subject))
    must.serve(answer.exchange, { control: subject.created })
    must.beUnchanged(answer, await subject.read(), members, { steps: [answer.exchange] })
  }
}

/** What an update does not send stays as it is. */
export const restUnchanged: UpdateLaw = async ({ must }, all) => {
  const subject = await all.make()
  let before = await subject.read()
  for (const make of all.updates()) {
    const sent = make(subject)
    const others = all.settable.filter((member) => !(member in sent))
    const seen = await subject.update(sent)
    must.serve(seen.exchange, { control: before.exchange })
    must.beUnchanged(before, seen, others, { control: before.exchange })
    const later = await subject.read()
    must.beUnchanged(before, later, others, { control: before.exchange, steps: [seen.exchange] })
    before = later
  }
}

/** What the service sets once never changes. */
export const constant: UpdateLaw = async ({ must }, all) => {
  const subject = await all.make()
  const first = await subject.read()
  const members = serverSetOf(all.resource, ['constant'])
  must.beUnchanged(subject.first, first, members, { control: subject.created })
  for (const make of all.updates()) {
    const seen = await subject.update(make(subject))
    must.serve(seen.exchange, { control: first.exchange })
    must.beUnchanged(first, seen, members, { control: first.exchange })
  }
}

/** An update of one leaves the others alone. */
export const independent: UpdateLaw = async ({ must }, all) => {
  // At once: what a tenant confuses are neighbours, and other checks make some, too.
  const [first, middle, last] = await Promise.all([all.make(), all.make(), all.make()])
  const others = [
    { subject: first, before: await first.read() },
    { subject: last, before: await last.read() },
  ]
  for (const make of all.updates()) {
    const sent = make(middle)
    const seen = await middle.update(sent)
    must.serve(seen.exchange, { control: middle.created })
    if (!must.showsAsSent(seen, sent))
      must.doubt('an update does not show what was sent, so that it may not be seen elsewhere either')
    for (const { subject, before } of others)
      must.beUnchanged(before, await subject.read(), all.settable, {
        control: before.exchange,
        steps: [seen.exchange],
      })
  }
}

/** Members that are sent together change together. */
export const severalMembers: UpdateLaw = async (check, all) => {
  const { must, requests } = check
  const subject = await all.make()
  // A member that does not even change alone is the matter of its own clause.
  const alone: string[] = []
  const changes = (): readonly JsonObject[] => all.changes(subject, requests.number())
  for (const member of all.settable) {
    const sent = changes().find((body) => member in body)
    if (sent === undefined) {
      must.doubt(`nothing shows what ${member} is, so that it was left out`)
      continue
    }
    const attempt = await subject.update(sent, { intent: 'probe' })
    if (attempt.accepted && must.showsAsSent(await subject.read(), sent)) alone.push(member)
    else must.doubt('a member does not change when it is sent alone, so that it was left out')
  }
  must.assume(alone.length > 1, 'fewer than two members change when they are sent alone')
  const pairs = alone.flatMap((one, index) => alone.slice(index + 1).map((other) => [one, other]))
  for (const group of [alone, ...pairs]) {
    const chosen = changes().filter((body) => group.some((member) => member in body))
    const sent = Object.assign({}, ...chosen) as JsonObject
    const seen = await change(check, subject, sent)
    must.beAsSent(await subject.read(), sent, { steps: [seen.exchange] })
  }
}

/** An update that is refused changes nothing. */
export const refusedChangesNothing: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.make()
  const members = [
    ...all.settable,
    ...serverSetOf(all.resource, ['constant']).filter((member) => `/${member}` !== all.resource.id),
  ]
  let before = await subject.read()
  let refused = 0
  for (const body of all.invalid(subject)) {
    const attempt = await subject.update(body, { intent: 'invalid' })
    assumeAnswered(check, attempt)
    const after = await subject.read()
    // That it was accepted is another clause's failure.
    if (!attempt.accepted) {
      refused += 1
      must.beUnchanged(before, after, members, { control: before.exchange, steps: [attempt.exchange] })
    }
    before = after
  }
  must.assume(refused > 0, 'the tenant accepted every invalid update')
}

/** A value that is sent for what the service sets is not adopted. */
export const notAdopted: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.make()
  await subject.read()
  for (const [member, value] of Object.entries(all.values.foreign ?? {})) {
    const attempt = await subject.update({ [member]: value }, { intent: 'probe' })
    assumeAnswered(check, attempt)
    // What took over an id can't be found under its own any more: its response tells.
    if (attempt.accepted) must.notAdopt(attempt, member, value, { control: subject.created })
    const later = await subject.read()
    must.notAdopt(later, member, value, { control: subject.created, steps: [attempt.exchange] })
  }
}
