// Sends valid, ever new requests of an operation in any spelling, and compares results.
import { sleep } from '../../base/clock.ts'
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Operation, operationOf, type Resource } from '../../contract/index.ts'
import { differences, moving, notAccepted } from '../../oracle/index.ts'
import type { Principal } from '../principals/principal.ts'
import { flatOf } from '../requests/form.ts'
import { operationRequest, requestOfNothing } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { kindOf } from '../resources/kind.ts'
import { carriedOut, mustShow, validRequestOf } from '../rules/index.ts'
import { doubtUnknown, unknownOf } from '../rules/updates/index.ts'
import type { TestContext } from '../test-context.ts'
import type {
  Context,
  RequestOptions,
  ResourceResponse,
  ResourceUnderTest,
  Write,
} from '../under-test/index.ts'

const apartMs = 15

export interface Tried {
  readonly sent: JsonObject
  readonly seen: ResourceResponse
}

export interface Trial {
  readonly operation: Operation
  readonly resource: Resource
  /** Members that no response shows, so that nothing compares them. */
  readonly leftOut: readonly string[]
  /** A probe, as contracts do not define spelling. */
  send(write?: Write, options?: TrialOptions): Promise<Tried>
  look(): Promise<ResourceResponse | null>
  /** The resource that requests change; null if they create others or change none. */
  readonly subject: ResourceUnderTest | null
}

export type Vary = (body: JsonObject) => JsonObject

export interface TrialOptions {
  readonly body?: JsonObject
  /** Default: `flat`, which a form holds without a notation. */
  readonly members?: 'flat' | 'all'
  readonly vary?: Vary
  readonly as?: Principal
  readonly intent?: Request['intent']
  readonly refusal?: Request['refusal']
}

/**
 * If a fixture creates resources, each request of a deletion may delete one.
 * @throws NotRun if the run cannot create the resource
 */
export async function trialOf(context: TestContext, name: string): Promise<Trial> {
  const { contract, subjects } = context
  const operation = operationOf(contract, name)
  const resource = subjects.resourceOf(operation)
  const { act, request } = operation
  const fresh = (): JsonObject => (request === null ? {} : subjects.bodies.of(operation, resource))
  const trial = (
    sending: (body: JsonObject, options: RequestOptions) => Promise<ResourceResponse>,
    look: Trial['look'] = async () => null,
    make: (members: Members) => JsonObject = fresh,
    leftOut: Trial['leftOut'] = [],
    subject: Trial['subject'] = null,
  ): Trial => ({
    ...{ operation, resource, look, subject, leftOut },
    async send(write, { members = 'flat', body = make(members), vary = asItIs, ...options } = {}) {
      const sent = vary(body)
      const all = { intent: 'probe' as const, ...options, ...(write === undefined ? {} : { write }) }
      return { sent, seen: await sending(sent, all) }
    },
  })
  if (act === 'create') {
    const within = await subjects.parentFor(resource)
    return trial((body, options) => subjects.create(resource, body, within, options))
  }
  if (act === 'update' || act === 'replace') {
    const all = resource.singleton ? null : context.resource(resource.name)
    const subject = await (all === null ? subjects.make(resource) : all.any())
    // At least two members if possible, so that order matters.
    const changes = (members: Members): JsonObject => {
      const held = (body: JsonObject): JsonObject => (members === 'all' ? body : flatOf(body))
      return Object.assign({}, ...(all?.changes(subject) ?? []).map(held), fresh()) as JsonObject
    }
    return trial(
      (body, options) => subject.sendTo(operation, body, options),
      () => subject.look(),
      act === 'update' ? changes : fresh,
      act === 'update' && all !== null ? unknownOf(all, all.changes(subject)) : [],
      subject,
    )
  }
  if (act === 'delete' && resource.life.create === undefined) {
    if (isMade(context, resource))
      return trial(async (_, { write = same, intent = 'probe', ...options }) => {
        const { id } = await context.take(resource.name)
        const request = { ...operationRequest(contract, operation, id, undefined), intent }
        return subjects.seen(resource, await context.call(write(request), options))
      })
    // Earlier deletions show that the tenant accepts any.
    await carriedOut(context)
  }
  const plain = isHarmless(operation)
    ? requestOfNothing(contract, operation)
    : (await validRequestOf(context, operation)).request
  return trial(async (_, { write = same, intent = 'probe', ...options }) =>
    subjects.seen(resource, await context.call(write({ ...plain, intent }), options)),
  )
}

// These use an unknown id: no spelling may find a resource.
function isHarmless({ act }: Operation): boolean {
  return act === 'delete' || act === 'other'
}

function isMade({ contract, knowledge }: TestContext, resource: Resource): boolean {
  return knowledge.profile.fixtures?.[kindOf(contract, resource).fixtures.create] !== undefined
}

type Members = NonNullable<TrialOptions['members']>

const same: Write = (request) => request
const asItIs: Vary = (body) => body

export interface Departure {
  readonly expected: string
  readonly received: string
}

/** Null without a difference from the control. */
export function departureOf(
  { must }: TestContext,
  { operation }: Trial,
  control: Tried,
  { sent, seen }: Tried,
): Departure | null {
  const { exchange } = seen
  const received = describeResponse(exchange)
  const status = statusOf(control.seen.exchange)
  if (!control.seen.accepted) {
    return statusOf(exchange) === status ? null : { expected: `status ${status}, as without`, received }
  }
  if (!seen.accepted) return { expected: 'it is accepted, as without', received }
  if (statusOf(exchange) !== status) return { expected: `status ${status}, as without`, received }
  if (operation.request !== null) {
    if (must.showsAsSent(seen, sent)) return null
    return { expected: jsonText(sent), received }
  }
  const same = sameContent(seen.body, control.seen.body)
  return same ? null : { expected: describeResponse(control.seen.exchange), received }
}

/** Ignores the order of lists. */
function sameContent(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const rest: Json[] = [...other]
    return (
      one.length === other.length &&
      one.every((item: Json) => {
        const place = rest.findIndex((candidate) => sameContent(item, candidate))
        if (place >= 0) rest.splice(place, 1)
        return place >= 0
      })
    )
  }
  if (!isObject(one) || !isObject(other)) return equal(one, other)
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => sameContent(one[name], other[name]))
  )
}

/**
 * Sends the plain request, the control of all others.
 * @throws Inconclusive if the response does not show the body
 */
export async function plainly(
  { must }: TestContext,
  trial: Trial,
  options: Pick<TrialOptions, 'members' | 'vary'> = {},
): Promise<Tried> {
  doubtUnknown(must, trial.leftOut)
  const tried = await trial.send(undefined, options)
  const { exchange, accepted } = tried.seen
  const status = statusOf(exchange)
  if (isHarmless(trial.operation) && !accepted)
    must.assume(
      [400, 404, 410, 422].includes(status),
      `the plain request for what is not there was answered with ${status}`,
    )
  else if (!accepted) throw notAccepted('the plain request was not accepted', exchange)
  if (trial.operation.request !== null)
    must.assume(must.showsAsSent(tried.seen, tried.sent), 'what is sent plainly does not come back either')
  return tried
}

/**
 * Repeats a failed request until chance is ruled out.
 * @throws Inconclusive if the tenant fails too often
 */
export async function persisting(
  { must, droppedRequests }: TestContext,
  first: Tried,
  isAmiss: (tried: Tried) => boolean,
  again: () => Promise<Tried>,
): Promise<Tried> {
  let tried = first
  for (let tries = 1; isAmiss(tried) && tries < droppedRequests.tries; tries += 1) {
    // Growing pauses, as failures may be periodic.
    await sleep(apartMs * tries ** 2)
    tried = await again()
  }
  must.assume(!isAmiss(tried) || droppedRequests.doubt === null, droppedRequests.doubt ?? '', 'failing')
  return tried
}

/** Members that reads do not show raise a doubt. */
export function mustBeLeftAlone(
  context: TestContext,
  resource: Resource,
  before: ResourceResponse,
  after: ResourceResponse,
  detail: Context,
): void {
  const all = resource.singleton ? null : context.resource(resource.name)
  const message = 'After requests that were refused a member is not as it was:'
  if (all?.hasAdapter) context.must.beUnchanged(before, after, all.settable, detail)
  else mustShow(context, resource, before.body, after, message, detail, moving(resource))
}

/** Repeats a read that differs from `last`, as another node may have responded. */
export async function settledLook(
  { readAfterWrite }: TestContext,
  { look, resource }: Pick<Trial, 'look' | 'resource'>,
  last: ResourceResponse,
): Promise<ResourceResponse | null> {
  return readAfterWrite.until(await look(), {
    what: `${resource.name} as last shown`,
    look,
    isThere: (seen) =>
      seen === null || differences(resource, last.body, seen.body, moving(resource)).length === 0,
  })
}
