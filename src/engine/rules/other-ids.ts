// Checks that a request with another id does not affect an existing resource.
import { bodyOf, describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import { isAccepted, NotApplicable, notAccepted, originOf, speaksOfTime } from '../../oracle/index.ts'
import { fixture, using } from '../fixture.ts'
import { type OtherId, otherSpellings, otherTexts } from '../requests/other-ids.ts'
import { areSparse, haveNoNeighbours, nearIds, overLongIds, unknownId } from '../requests/unknown-id.ts'
import { aOf } from '../resources/grammar.ts'
import { isSupplied } from '../resources/kind.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { deletionScenario, mustHaveSurvived } from './deletion-scenario.ts'
import { isDenied, permitChange, subjectOf } from './fixtures/preconditions.ts'
import { type OtherSent, sendOthers, shareOf } from './send-other-ids.ts'

interface Beside {
  readonly before: ResourceResponse
  readonly after: ResourceResponse
  readonly sent: readonly OtherSent[]
}

export interface OtherIds {
  readonly texts: Beside
  readonly lengths: readonly OtherSent[]
  readonly spellings: Beside
  readonly unknown: Exchange
  /** True if the existing ids are so sparse that a random id belongs to no resource. */
  readonly areSparse: boolean
}

const otherIds = fixture(
  'other ids of *',
  ({ operation, resource }) =>
    operation === null || resource === null || isSupplied(resource) ? [] : [operation],
  sendOtherIds,
)

export const scene = using([otherIds], (context): Promise<OtherIds> => {
  const { operation, resource } = subjectOf(context)
  return context.use(otherIds, operation, resource)
})

export const otherId: Check = using([scene, deletionScenario], async (context) => {
  const { resource } = subjectOf(context)
  if (!isSupplied(resource)) return mustLeaveAlone(context, (await scene(context)).texts)
  const { plain, beside, texts, foreign } = await deletionScenario(context)
  mustNotServe(context, texts, plain.deleted)
  const message = `A request with another id deleted ${aOf(resource.title)}.`
  if (beside.texts.one.created !== null)
    mustHaveSurvived(context, message, beside.texts, plain.deleted, exchangesOf(texts))
  if (foreign === null) return
  mustNotServe(context, foreign.sent, plain.deleted)
  mustBeThere(context, foreign.after, foreign.sent)
})

export const idAsWritten: Check = using([scene, deletionScenario], async (context) => {
  const { resource } = subjectOf(context)
  if (!isSupplied(resource)) return mustLeaveAlone(context, (await scene(context)).spellings)
  const { plain, late } = await deletionScenario(context)
  if (late === null) return context.skip(`the check needs one more ${resource.title} than the run has`)
  mustNotServe(context, late.sent, plain.deleted)
  const message = `A request deleted ${aOf(resource.title)}, although its path contained another spelling of the id.`
  if (late.deletion.one.created !== null)
    mustHaveSurvived(context, message, late.deletion, plain.deleted, exchangesOf(late.sent))
})

// A server in front of the API may send these statuses without JSON.
const beforeTheApi: readonly number[] = [401, 403, 407, 414, 431]

const suppliedRefusals = using([deletionScenario], async (context) => {
  const { unknown, texts, late } = await deletionScenario(context)
  return { unknown: unknown.exchange, sent: [...texts, ...(late?.sent ?? [])] }
})

const madeRefusals = using([scene], async (context) => {
  const { unknown, texts, spellings } = await scene(context)
  return { unknown, sent: [...texts.sent, ...spellings.sent] }
})

/** Applies only if the tenant refuses an unknown id with JSON. */
export const idRefusedInJson: Check = using([suppliedRefusals, madeRefusals], async (context) => {
  const { resource } = subjectOf(context)
  const { unknown, sent } = isSupplied(resource)
    ? await suppliedRefusals(context)
    : await madeRefusals(context)
  context.must.assume(
    statusOf(unknown) >= 400 && statusOf(unknown) < 500,
    'the tenant did not refuse an unknown id',
    originOf(unknown),
  )
  if (!bodyOf(unknown).ok) throw new NotApplicable('the tenant refuses an unknown id without a JSON body')
  for (const { id, exchange } of sent) {
    const status = statusOf(exchange)
    if (status < 400 || status > 499 || beforeTheApi.includes(status) || speaksOfTime(exchange)) continue
    if (id.answeredBefore === true) continue
    context.must.that(bodyOf(exchange).ok, `The refusal of an id ${id.how} is not JSON.`, {
      expected: 'a JSON body, like the refusal of an unknown id',
      received: describeResponse(exchange),
      exchange,
      control: unknown,
    })
  }
})

async function sendOtherIds(
  context: TestContext,
  operation: Operation,
  resource: Resource,
): Promise<OtherIds> {
  const { subjects, seed } = context
  permitChange(context, operation)
  const one = await subjects.make(resource)
  const other = await subjects.make(resource, undefined, one.parent)
  if (operation.act === 'delete') for (const each of [one, other]) await each.prepareDeletion()
  const ids = [one.id, other.id]
  const { minLength = 0, maxLength } = (operation.idParameter?.schema ?? {}) as {
    readonly minLength?: number
    readonly maxLength?: number
  }
  const before = [await one.read(), await other.read()] as const
  const send = (some: readonly OtherId[]) => sendOthers(context, operation, one.parent, some)
  const lengths = await send(otherLengths(one.id, ids, minLength, maxLength))
  const known = lengths.map(({ id }) => id.segment)
  const near = nearIds(one.id, ids, maxLength ?? one.id.length)
    .filter((id) => !known.includes(id))
    .map((id) => ({ how: 'adjacent to an existing id', segment: id }))
  const texts = await send([...near, ...shareOf(context, otherTexts(one.id, ids))])
  const spellings = await send(shareOf(context, otherSpellings(other.id, one.id, ids)))
  const charactersMax = Math.max(2, maxLength ?? one.id.length)
  const [sameForm] = await send([{ how: '', segment: unknownId(ids, charactersMax, seed) }])
  const [unknown] =
    sameForm === undefined ? await send([{ how: '', segment: 'x'.repeat(charactersMax) }]) : [sameForm]
  if (unknown === undefined) throw new Error('no request was sent with an unknown id')
  const looked = async (
    subject: ResourceUnderTest,
    index: 0 | 1,
    sent: readonly OtherSent[],
  ): Promise<Beside> => ({
    before: before[index],
    after: await subject.look(),
    sent,
  })
  return {
    texts: await looked(one, 0, [...lengths, ...texts]),
    lengths,
    spellings: await looked(other, 1, spellings),
    unknown: unknown.exchange,
    areSparse: sameForm !== undefined && areSparse(ids),
  }
}

function otherLengths(
  id: string,
  ids: readonly string[],
  minLength: number,
  maxLength: number | undefined,
): readonly OtherId[] {
  const short = minLength - 1
  const tooShort = haveNoNeighbours(ids) ? id.slice(0, short) : 'x'.repeat(Math.max(0, short))
  return [
    ...(short > 0 ? [{ how: 'that is too short', segment: tooShort }] : []),
    ...(maxLength === undefined ? [] : overLongIds(id, ids, maxLength)).map((segment) => ({
      how: 'that is too long',
      segment,
    })),
  ]
}

const exchangesOf = (sent: readonly OtherSent[]): readonly Exchange[] => sent.map(({ exchange }) => exchange)

function mustNotServe({ must }: TestContext, sent: readonly OtherSent[], control: Exchange): void {
  if (!isAccepted(control)) throw notAccepted('the control request was not accepted', control)
  const answered = sent.filter(({ exchange }) => exchange.response !== null && !speaksOfTime(exchange))
  must.assume(answered.length > 0, 'the tenant returned no response to a request with another id', 'failing')
  for (const { id, exchange } of answered)
    must.that(
      statusOf(exchange) < 200 || statusOf(exchange) > 299,
      `The tenant served a request with an id ${id.how}.`,
      {
        expected: 'a refusal (a 4xx status)',
        received: describeResponse(exchange),
        exchange,
        control,
      },
    )
}

function mustLeaveAlone(context: TestContext, { before, after, sent }: Beside): void {
  mustNotServe(context, sent, before.exchange)
  mustBeThere(context, after, sent)
  const { nameAt } = subjectOf(context).resource
  const is = nameAt === null ? undefined : at(after.body, nameAt)
  const taken = sent.find(({ name }) => name !== undefined && name === is)
  context.must.that(
    taken === undefined,
    `The tenant refused a request with an id ${taken?.id.how}, but carried out the request.`,
    {
      expected: 'the resource is unchanged',
      received: describeResponse(after.exchange),
      exchange: after.exchange,
      control: before.exchange,
      steps: taken === undefined ? [] : [taken.exchange],
    },
  )
}

function mustBeThere({ must }: TestContext, after: ResourceResponse, sent: readonly OtherSent[]): void {
  if (!after.accepted && !isDenied(after))
    throw notAccepted('the resource could not be read afterwards', after.exchange)
  must.that(!isDenied(after), 'A request with another id removed the resource.', {
    expected: 'the resource still exists',
    received: describeResponse(after.exchange),
    exchange: after.exchange,
    steps: exchangesOf(sent),
  })
}
