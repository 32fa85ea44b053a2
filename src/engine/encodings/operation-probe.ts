// Sends valid requests of an operation in any spelling. Each request has new values.

import { statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Operation, operationOf, type Resource } from '../../contract/index.ts'
import { notAccepted } from '../../oracle/index.ts'
import { calibration, using } from '../fixture.ts'
import type { Principal } from '../principals/principal.ts'
import { flatOf } from '../requests/form.ts'
import { operationRequest, requestOfNothing } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { kindOf } from '../resources/kind.ts'
import { carriedOut, validRequestOf } from '../rules/index.ts'
import { doubtUnknown, unknownOf } from '../rules/updates/index.ts'
import type { TestContext } from '../test-context.ts'
import type { RequestOptions, ResourceResponse, ResourceUnderTest, Write } from '../under-test/index.ts'

export interface ProbeResult {
  readonly sent: JsonObject
  readonly seen: ResourceResponse
}

export interface OperationProbe {
  readonly operation: Operation
  readonly resource: Resource
  readonly leftOut: readonly string[]
  /** Judges nothing, because contracts do not define spellings of requests. */
  send(write?: Write, options?: ProbeOptions): Promise<ProbeResult>
  look(): Promise<ResourceResponse | null>
  /** The resource that the requests change. Null if they create or delete resources, or change none. */
  readonly subject: ResourceUnderTest | null
}

export type Vary = (body: JsonObject) => JsonObject

export interface ProbeOptions {
  readonly body?: JsonObject
  /** Default: `flat`, without members that a form can express only with a notation. */
  readonly members?: 'flat' | 'all'
  readonly vary?: Vary
  readonly as?: Principal
  readonly intent?: Request['intent']
  readonly refusal?: Request['refusal']
}

/** @throws NotRun if the run cannot create the resource */
export const probeOf = using(
  [calibration, carriedOut],
  async (context, name: string): Promise<OperationProbe> => {
    const { contract, subjects } = context
    const operation = operationOf(contract, name)
    const resource = subjects.resourceOf(operation)
    const { act, request } = operation
    const fresh = (): JsonObject => (request === null ? {} : subjects.bodies.of(operation, resource))
    const probe = (
      sending: (body: JsonObject, options: RequestOptions) => Promise<ResourceResponse>,
      look: OperationProbe['look'] = async () => null,
      make: (members: Members) => JsonObject = fresh,
      leftOut: OperationProbe['leftOut'] = [],
      subject: OperationProbe['subject'] = null,
    ): OperationProbe => ({
      ...{ operation, resource, look, subject, leftOut },
      async send(write, { members = 'flat', body = make(members), vary = asItIs, ...options } = {}) {
        const sent = vary(body)
        const all = { intent: 'probe' as const, ...options, ...(write === undefined ? {} : { write }) }
        return { sent, seen: await sending(sent, all) }
      },
    })
    if (act === 'create') {
      const within = await subjects.keys.parentFor(resource)
      return probe((body, options) => subjects.create(resource, body, within, options))
    }
    if (act === 'update' || act === 'replace') {
      const all = resource.singleton ? null : context.resource(resource.name)
      const subject = await (all === null ? subjects.make(resource) : all.any())
      // If possible, the body has two members, because some spellings change the order of members.
      const changes = (members: Members): JsonObject => {
        const held = (body: JsonObject): JsonObject => (members === 'all' ? body : flatOf(body))
        return Object.assign({}, ...(all?.changes(subject) ?? []).map(held), fresh()) as JsonObject
      }
      return probe(
        (body, options) => subject.sendTo(operation, body, options),
        () => subject.look(),
        act === 'update' ? changes : fresh,
        act === 'update' && all !== null ? unknownOf(all, all.changes(subject)) : [],
        subject,
      )
    }
    if (act === 'delete' && resource.life.create === undefined) {
      if (hasCreatingFixture(context, resource))
        return probe(async (_, { write = same, intent = 'probe', ...options }) => {
          const { id } = await context.take(resource.name)
          const request = { ...operationRequest(contract, operation, id, undefined), intent }
          return subjects.seen(resource, await context.call(write(request), options))
        })
      // An accepted deletion must first show that the tenant offers this operation.
      await carriedOut(context)
    }
    const plain = isHarmless(operation)
      ? requestOfNothing(contract, operation)
      : (await validRequestOf(context, operation)).request
    return probe(async (_, { write = same, intent = 'probe', ...options }) =>
      subjects.seen(resource, await context.call(write({ ...plain, intent }), options)),
    )
  },
)

// These requests contain an unknown id, so no spelling may make the tenant find a resource.
function isHarmless({ act }: Operation): boolean {
  return act === 'delete' || act === 'other'
}

function hasCreatingFixture({ contract, knowledge }: TestContext, resource: Resource): boolean {
  return knowledge.profile.fixtures?.[kindOf(contract, resource).fixtures.create] !== undefined
}

type Members = NonNullable<ProbeOptions['members']>

const same: Write = (request) => request
const asItIs: Vary = (body) => body

/** @throws Inconclusive if the tenant refuses the request, or if the response does not show the body */
export async function sendBaseline(
  { must }: TestContext,
  probe: OperationProbe,
  options: Pick<ProbeOptions, 'members' | 'vary'> = {},
): Promise<ProbeResult> {
  doubtUnknown(must, probe.leftOut)
  const tried = await probe.send(undefined, options)
  const { exchange, accepted } = tried.seen
  const status = statusOf(exchange)
  if (isHarmless(probe.operation) && !accepted)
    must.assume(
      [400, 404, 410, 422].includes(status),
      `the tenant returned ${status} for the unchanged request with an unknown id`,
    )
  else if (!accepted) throw notAccepted('the unchanged request was not accepted', exchange)
  if (probe.operation.request !== null)
    must.assume(
      must.showsAsSent(tried.seen, tried.sent),
      'the response to the unchanged request does not show the sent values',
    )
  return tried
}
