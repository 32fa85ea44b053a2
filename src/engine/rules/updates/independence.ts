// Checks that an update changes no neighbour, no namesake, and no resource that the body names.

import { describeResponse, type Exchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { using } from '../../fixture.ts'
import { nameIn } from '../../resources/kind.ts'
import type { TestContext } from '../../test-context.ts'
import type {
  ResourceAdapter,
  ResourceClient,
  ResourceResponse,
  ResourceUnderTest,
} from '../../under-test/index.ts'
import { otherState, type UpdateRule } from './update.ts'
import { exchangesOf, type Series, showsInSeries } from './update-series.ts'

export const independent: UpdateRule = using([showsInSeries], async (check, all) => {
  const { must, requests } = check
  if (await showsInSeries(check, all, (series) => judge(must, all, series))) return
  // Resources that are created in parallel are neighbours, which tenants confuse most easily.
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
    if (!must.showsAsSent(seen, sent)) doubtShown(must)
    steps.push(seen.exchange)
  }
  for (const other of others) await mustBeLeft(must, all, other, steps)
  await leavesNamesake(must, all, middle, requests.name())
  const [one] = others
  if (one !== undefined) await goesByPath(must, all, middle, one, requests.name())
  await atOnce(must, all, [first, last], () => all.named(requests.name()))
})

function judge(
  must: TestContext['must'],
  all: ResourceClient<ResourceAdapter>,
  { steps, neighbours }: Series,
): void {
  for (const { what, sent, before, seen } of steps)
    if (what === 'one member') {
      must.serve(seen.exchange, { control: before.exchange })
      if (!must.showsAsSent(seen, sent)) doubtShown(must)
    }
  for (const { before, after } of neighbours) {
    const control = before.exchange
    must.assume(before.accepted && after.accepted, 'another resource of the check could not be read')
    must.beUnchanged(before, after, all.settable, { control, steps: exchangesOf(steps) })
  }
  for (const one of neighbours)
    for (const other of neighbours) {
      const name = nameOf(all, other.named)
      must.assume(
        one === other || name === '' || nameOf(all, one.before.body) !== name,
        'one of two resources already had the name that was sent for the other resource',
      )
    }
}

function doubtShown({ doubt }: TestContext['must']): void {
  doubt('an update does not return the sent values, so a read of another resource may not show them either')
}

interface Other {
  readonly subject: ResourceUnderTest
  readonly before: ResourceResponse
}

async function mustBeLeft(
  must: TestContext['must'],
  { settable }: ResourceClient<ResourceAdapter>,
  { subject, before }: Other,
  steps: readonly Exchange[],
): Promise<void> {
  const control = before.exchange
  must.beUnchanged(before, await subject.read(), settable, { control, steps })
}

async function leavesNamesake(
  must: TestContext['must'],
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  newName: string,
): Promise<void> {
  const name = nameOf(all, subject.last.body)
  const { subject: namesake } = await all.create(all.named(name), 'probe')
  if (namesake === null || name === '') return
  const other = { subject: namesake, before: await namesake.read() }
  const changes = all.changes(subject, 1).filter((body) => nameOf(all, body) === '')
  const seen = await subject.update(Object.assign({}, ...changes) as JsonObject, { intent: 'probe' })
  await mustBeLeft(must, all, other, [seen.exchange])
  // The state of the namesake is unknown, so the two updates send different states.
  const renamed = await subject.update(
    { ...all.named(newName), ...otherState(all, subject) },
    { intent: 'probe' },
  )
  await mustBeLeft(must, all, other, [renamed.exchange])
}

async function goesByPath(
  must: TestContext['must'],
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  other: Other,
  name: string,
): Promise<void> {
  const body = { ...all.named(name), [all.resource.id.slice(1)]: other.subject.id }
  const { exchange } = await subject.update(body, { intent: 'probe' })
  await mustBeLeft(must, all, other, [exchange])
}

async function atOnce(
  must: TestContext['must'],
  all: ResourceClient<ResourceAdapter>,
  subjects: readonly ResourceUnderTest[],
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
        `One of two concurrent updates changed the other ${all.resource.title}.`,
        {
          expected: `the values that were sent for this ${all.resource.title}`,
          received: describeResponse(seen.exchange),
          exchange: seen.exchange,
          control: subject.created,
          steps: answers.map((one) => one.answer.exchange),
        },
      )
    }
  }
}

function nameOf(all: ResourceClient<ResourceAdapter>, body: JsonObject): string {
  return nameIn(all, body) ?? ''
}
