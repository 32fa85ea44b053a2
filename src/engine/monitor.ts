// The monitor judges every exchange of the run against the clauses that hold for all of them.
import { bodyOf, type Exchange, type ReceivedResponse, statusOf } from '../base/exchange.ts'
import { at, isObject, type Json } from '../base/json.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { applyOverlay, type Contract, type Operation } from '../contract/index.ts'
import {
  acceptedBody,
  ConformanceFailure,
  comparedOf,
  isAccepted,
  isUnavailable,
  judgeRateLimited,
  type Observation,
  type Problem,
  type ShapeJudge,
  shapeJudge,
} from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import type { Finding } from './findings.ts'
import { Observer } from './observer.ts'
import { Outages } from './outage.ts'
import { ProfileJudge } from './profile-judge.ts'
import type { Request } from './request.ts'

export class Monitor {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  // A piece of one may stand in an answer by chance.
  readonly #credentials = new SecretMask(false)
  readonly #judges = new Map<string, ShapeJudge>()
  /** Learns what the specification leaves open. */
  readonly observer: Observer
  /** Holds the tenant against its profile. */
  readonly declared: ProfileJudge
  /** Tells passing outages from others. */
  readonly outages = new Outages()

  constructor(contract: Contract, knowledge: Knowledge) {
    this.#contract = contract
    this.#knowledge = knowledge
    for (const value of Object.values(knowledge.profile.eventStream?.webhookCredentials ?? {}))
      this.#credentials.add(value)
    this.observer = new Observer(contract, knowledge)
    this.declared = new ProfileJudge(knowledge.profile)
  }

  /** To be called when an overlay has changed: the forwarding-state field was found. */
  refresh(): void {
    this.#judges.clear()
  }

  /** What one exchange says about clauses. Never throws. */
  see(exchange: Exchange, request: Request): readonly Finding[] {
    const operation = this.#contract.operations.get(exchange.operation)
    const { response } = exchange
    this.observer.see(exchange, request)
    if (operation === undefined || response === null || response.status === 429) return []
    const { status } = response
    const observations = [
      ...(status >= 200 && status < 300 && operation.response !== null
        ? this.#response(exchange, response, request)
        : []),
      ...this.#credentialsReturned(exchange, response),
      ...deviations(operation, exchange, response, request),
    ]
    const served = service(exchange, request).map((observation) => findingOf(observation, exchange))
    const unavailable = isUnavailable(exchange)
    if (!unavailable) this.outages.noteServed(exchange, request.intent)
    for (const finding of unavailable ? served : []) this.outages.see(finding, exchange, request.intent)
    return [
      ...this.declared.see(exchange, request),
      ...(unavailable ? [] : served),
      ...observations.map((observation) => findingOf(observation, exchange)),
    ]
  }

  /** The clauses of its form that a response does not meet: a premise of comparing it with another one. */
  problems(exchange: Exchange): readonly string[] {
    const body = bodyOf(exchange)
    if (!body.ok) return [`${exchange.operation}.response-json`]
    return this.#judge(exchange.operation)(body.value)
      .filter(({ problem }) => problem !== null)
      .map(({ clause }) => clause)
  }

  /** What the 429s that the client met say about clauses. */
  seeRateLimited(exchanges: readonly Exchange[]): readonly Finding[] {
    return exchanges.flatMap((exchange) =>
      judgeRateLimited(exchange).map((observation) => findingOf(observation, exchange)),
    )
  }

  #response(exchange: Exchange, response: ReceivedResponse, { intent }: Request): readonly Observation[] {
    const body = bodyOf(exchange)
    // What an invalid request made of a resource is the matter of the clause that should have refused it.
    if (!body.ok || intent === 'invalid') return [mediaType(exchange, response)]
    return [
      mediaType(exchange, response),
      ...this.#judge(exchange.operation)(body.value),
      ...this.#state(exchange, body.value),
    ]
  }

  // While the name of the forwarding-state field is not known, some member must still hold one of its two values.
  #state(exchange: Exchange, body: Json): readonly Observation[] {
    if (!exchange.operation.startsWith('event-streams.') || !isObject(body)) return []
    if (this.#knowledge.forwardingStateField !== null) return []
    const held = Object.values(body).some((value) => value === 'enabled' || value === 'disabled')
    const problem = { expected: 'a member whose value is enabled or disabled', received: 'no such member' }
    return [{ clause: `${exchange.operation}.returned-state`, problem: held ? null : problem }]
  }

  // Refusals too: no response may hold the credential, in whatever encoding.
  #credentialsReturned(exchange: Exchange, { body, headers }: ReceivedResponse): readonly Observation[] {
    if (!exchange.operation.startsWith('event-streams.') || !this.#credentials.holdsAny) return []
    // Parsed and written anew, too: JSON may escape any character.
    const written = JSON.stringify(bodyOf(exchange))
    const text = [body, written, ...Object.values(headers)].join('\n')
    const leaked = this.#credentials.mask(text) !== text
    // An authorization that is not an object shows neither.
    const shown = at(acceptedBody(exchange), '/destination/configuration/webhook_authorization')
    if (!leaked && (!isAccepted(exchange) || (shown !== undefined && !isObject(shown)))) return []
    const problem = { expected: 'no credential in any response', received: 'the credential that was sent' }
    return [{ clause: `${exchange.operation}.credentials-never-returned`, problem: leaked ? problem : null }]
  }

  #judge(operation: string): ShapeJudge {
    const known = this.#judges.get(operation)
    if (known !== undefined) return known
    const schema = this.#contract.operations.get(operation)?.response ?? {}
    const judge = shapeJudge(applyOverlay(schema, this.#knowledge.overlay, 'response'))
    this.#judges.set(operation, judge)
    return judge
  }
}

function service(exchange: Exchange, { intent, operation }: Request): readonly Observation[] {
  const status = statusOf(exchange)
  const failed = status >= 500
  const problem = (expected: string): Problem | null =>
    failed ? { expected, received: `status ${status}` } : null
  if (intent === 'valid')
    return failed || isAccepted(exchange)
      ? [{ clause: `${operation}.accepts`, problem: problem('a valid request is served'), kind: 'accepted' }]
      : []
  if (intent === 'probe' || status < 400) return []
  return [{ clause: `${operation}.no-server-error`, problem: problem('a 4xx status'), kind: 'status' }]
}

/**
 * What the specification shows of every success (part 4.1: 204, no body). Only departures count: whether anything was done
 * is for the checks to find out.
 */
function deviations(
  { name, success, response }: Operation,
  exchange: Exchange,
  { status, bodyBytes }: ReceivedResponse,
  { intent }: Request,
): readonly Observation[] {
  if (success === null || intent !== 'valid' || !isAccepted(exchange)) return []
  const observations: Observation[] = []
  if (!success.includes(status))
    observations.push({
      clause: `${name}.accepts`,
      problem: { expected: `status ${success.join(' or ')}`, received: `status ${status}` },
    })
  if (response === null && bodyBytes > 0)
    observations.push({
      clause: `${name}.no-body`,
      problem: { expected: 'no body', received: `${bodyBytes} bytes` },
    })
  return observations
}

function mediaType(exchange: Exchange, { headers }: ReceivedResponse): Observation {
  const body = bodyOf(exchange)
  const type = headers['content-type']
  const essence = String((type ?? 'application/json').split(';', 1))
    .trim()
    .toLowerCase()
  const labelled = /^(?:[a-z0-9.+-]+\/(?:[a-z0-9.-]+\+)?json)$/.test(essence)
  const problem = !body.ok
    ? { expected: 'a JSON body', received: `a body that is not JSON: ${body.message}` }
    : labelled
      ? null
      : { expected: 'a JSON media type', received: `content-type: ${type}` }
  return { clause: `${exchange.operation}.response-json`, problem }
}

function findingOf(
  { clause, problem, pointers = [], kind = 'shape' }: Observation,
  exchange: Exchange,
): Finding {
  if (problem === null)
    return {
      clause,
      says: 'satisfied',
      evidence: { kind, compared: comparedOf(exchange.operation, pointers) },
    }
  const detail = { ...problem, exchange, control: null }
  return {
    clause,
    says: 'violated',
    failure: new ConformanceFailure('A response of the run does not meet the clause.', detail),
  }
}
