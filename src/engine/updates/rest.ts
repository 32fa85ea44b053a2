// What an update leaves alone: all that it does not send, all that others hold, and everything where it is refused.
import { describeResponse, type Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { serverSetOf } from '../../contract/index.ts'
import { nameIn } from '../resources/kind.ts'
import type { Collection, Driver, Seen, Subject } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { assumeAnswered, change, changesOf, mustTakeName, otherState, type UpdateLaw } from './update.ts'

/** An update that sends nothing changes nothing. It is held against other updates, which show that there are any. */
export const emptyUpdate: UpdateLaw = async ({ must, requests }, all) => {
  const subject = await all.any()
  const name = (): JsonObject => all.named(requests.name())
  const sent: readonly (() => JsonObject)[] = [
    // First, as the state that it was left in is another one each time.
    name,
    () => Object.assign({}, ...all.changes(subject, 1)) as JsonObject,
    () => ({ ...name(), ...otherState(all, subject) }),
  ]
  for (const make of sent) {
    const before = await subject.update(make())
    must.assume(before.accepted, 'no update was accepted with which an empty one could be compared')
    const after = await subject.update({})
    must.accept(after.exchange, { control: before.exchange })
    must.beUnchanged(before, after, all.settable, { steps: [before.exchange] })
  }
}

/** The name that it has may be sent again: it stays, and nothing else changes. */
export const sameName: UpdateLaw = async (check, all) => {
  const { must, requests } = check
  const subject = await all.any()
  const named = all.named(requests.name())
  const before = await subject.update(named)
  must.assume(before.accepted && must.showsAsSent(before, named), 'a new name does not follow')
  const after = await subject.update(named, { intent: 'probe' })
  mustTakeName(check, after, {
    what: 'update',
    says: 'An update with the name that it already has is refused.',
    expected: 'it is accepted, as it was before',
    control: before.exchange,
  })
  must.beUnchanged(before, await subject.read(), all.settable, { steps: [after.exchange] })
}

/** What an update shows is there later, too. */
export const stored: UpdateLaw = async ({ must }, all) => {
  const subject = await all.any()
  const members = [...serverSetOf(all.resource, ['constant']), ...all.settable]
  for (const make of all.updates()) {
    const answer = await subject.update(make(subject))
    must.serve(answer.exchange, { control: subject.created })
    must.beUnchanged(answer, await subject.read(), members, { steps: [answer.exchange] })
  }
}

/** What an update does not send stays as it is: the next answer, and a read in the end, show what is stored. */
export const restUnchanged: UpdateLaw = async ({ must }, all) => {
  // A new one: another may be in the state already into which an update wrongly brings it.
  const subject = await all.make()
  let before = await subject.read()
  for (const make of all.updates()) {
    const sent = make(subject)
    const others = all.settable.filter((member) => !(member in sent))
    const seen = await subject.update(sent)
    must.serve(seen.exchange, { control: before.exchange })
    must.beUnchanged(before, seen, others, { control: before.exchange })
    before = seen
  }
  const later = await subject.read()
  must.beUnchanged(before, later, all.settable, { control: before.exchange, steps: [before.exchange] })
}

/** What the service sets once never changes. */
export const constant: UpdateLaw = async ({ must }, all) => {
  const subject = await all.any()
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
export const independent: UpdateLaw = async ({ must, requests }, all) => {
  // At once: what a tenant confuses are neighbours, and other checks make some, too.
  const [first, middle, last] = await Promise.all([all.any(), all.any(), all.any()])
  const others = [
    { subject: first, before: await first.read() },
    { subject: last, before: await last.read() },
  ]
  const steps: Exchange[] = []
  for (const make of all.updates()) {
    const sent = make(middle)
    const seen = await middle.update(sent)
    must.serve(seen.exchange, { control: middle.created })
    if (!must.showsAsSent(seen, sent))
      must.doubt('an update does not show what was sent, so that it may not be seen elsewhere either')
    steps.push(seen.exchange)
  }
  for (const other of others) await mustBeLeft(must, all, other, steps)
  await leavesNamesake(must, all, middle, requests.name())
  const [one] = others
  if (one !== undefined) await goesByPath(must, all, middle, one, requests.name())
  await atOnce(must, all, [first, last], () => all.named(requests.name()))
}

/** Another one, and what it showed. */
interface Other {
  readonly subject: Subject
  readonly before: Seen
}

/** What happened to one has left another one alone. */
async function mustBeLeft(
  must: Tester['must'],
  { settable }: Collection<Driver>,
  { subject, before }: Other,
  steps: readonly Exchange[],
): Promise<void> {
  const control = before.exchange
  must.beUnchanged(before, await subject.read(), settable, { control, steps })
}

// One of the same name, where a tenant takes that, is another one.
async function leavesNamesake(
  must: Tester['must'],
  all: Collection<Driver>,
  subject: Subject,
  newName: string,
): Promise<void> {
  const name = nameOf(all, subject.last.body)
  const { subject: namesake } = await all.create(all.named(name), 'probe')
  if (namesake === null || name === '') return
  const other = { subject: namesake, before: await namesake.read() }
  const changes = all.changes(subject, 1).filter((body) => nameOf(all, body) === '')
  const seen = await subject.update(Object.assign({}, ...changes) as JsonObject, { intent: 'probe' })
  await mustBeLeft(must, all, other, [seen.exchange])
  const renamed = await subject.update(all.named(newName), { intent: 'probe' })
  await mustBeLeft(must, all, other, [renamed.exchange])
}

// The path says which one is meant, and not the body.
async function goesByPath(
  must: Tester['must'],
  all: Collection<Driver>,
  subject: Subject,
  other: Other,
  name: string,
): Promise<void> {
  const body = { ...all.named(name), [all.resource.id.slice(1)]: other.subject.id }
  const { exchange } = await subject.update(body, { intent: 'probe' })
  await mustBeLeft(must, all, other, [exchange])
}

/** Of what is sent to several at once nothing ends up in another one. */
async function atOnce(
  must: Tester['must'],
  all: Collection<Driver>,
  subjects: readonly Subject[],
  body: () => JsonObject,
): Promise<void> {
  const sent = subjects.map((subject) => ({ subject, body: body() }))
  const answers = await Promise.all(
    sent.map(async (one) => ({ ...one, answer: await one.subject.update(one.body, { intent: 'probe' }) })),
  )
  for (const { subject, answer } of answers) {
    if (!answer.accepted) continue
    for (const seen of [answer, await subject.read()]) {
      const strange = sent.some(
        (other) => other.subject !== subject && nameOf(all, other.body) === nameOf(all, seen.body),
      )
      must.that(
        nameOf(all, seen.body) === '' || !strange,
        `One of two updates that were sent at the same time changed the other ${all.resource.title}.`,
        {
          expected: 'what was sent to it',
          received: describeResponse(seen.exchange),
          exchange: seen.exchange,
          control: subject.created,
          steps: answers.map((one) => one.answer.exchange),
        },
      )
    }
  }
}

/** The name; empty where there is none. */
function nameOf(all: Collection<Driver>, body: JsonObject): string {
  return nameIn(all, body) ?? ''
}

/** Members that are sent together change together. */
export const severalMembers: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.any()
  // A member that does not even change alone is the matter of its own clause.
  const alone: string[] = []
  // Others each time, and the same whatever else is checked.
  let pick = 0
  const changes = (): readonly JsonObject[] => {
    pick += 1
    return changesOf(check, all, subject, pick)
  }
  for (const member of all.settable) {
    const sent = changes().find((body) => member in body)
    if (sent === undefined) continue
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

/** A value that is sent for what the service sets is not adopted. */
export const notAdopted: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.any()
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
