// The judge of a profile: holds every exchange of the run against what the profile declares.
import { bodyOf, clip, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import {
  acceptedBody,
  ConformanceFailure,
  Inconclusive,
  isAccepted,
  type PayloadJudge,
  payloadJudge,
} from '../oracle/index.ts'
import type { Profile } from '../profile/index.ts'
import type { Finding } from './findings.ts'
import type { Request } from './request.ts'

// Refusals for another reason than the content: the token, the resource, a conflict, the rate.
const otherRefusals: readonly number[] = [401, 403, 404, 409, 410, 429]

export class ProfileJudge {
  readonly #profile: Profile
  readonly #errorBody: PayloadJudge | null

  constructor(profile: Profile) {
    this.#profile = profile
    this.#errorBody =
      profile.errorBody === undefined ? null : payloadJudge(profile.errorBody as JsonObject | boolean)
  }

  /** What an exchange of an operation of the contract says about the profile's clauses. */
  see(exchange: Exchange, request: Request): readonly Finding[] {
    const { operation, response } = exchange
    if (response === null) return []
    const { status, body } = response
    const { success, invalidRequest } = this.#profile.operations?.[operation] ?? {}
    const refused = status >= 400 && status < 500
    const findings: Finding[] = []
    if (success !== undefined && request.intent === 'valid' && isAccepted(exchange))
      findings.push(statusFinding(`profile.${operation}.success`, exchange, success))
    if (invalidRequest !== undefined && request.intent === 'invalid' && refused)
      if (!otherRefusals.includes(status))
        findings.push(statusFinding(`profile.${operation}.invalid-request`, exchange, invalidRequest))
    if (refused || status >= 500) findings.push(...this.#error(exchange, body))
    if (operation === 'event-streams.create') findings.push(...this.#state(exchange, request))
    return findings
  }

  /** What the body of one delivered event says. @param problem null where it is as declared */
  seePayload(problem: string | null | Inconclusive): Finding {
    if (problem instanceof Inconclusive) return openFinding('profile.any.event-payload', problem)
    return findingOf('profile.any.event-payload', null, problem, 'the declared shape of an event')
  }

  #error(exchange: Exchange, body: string): readonly Finding[] {
    if (this.#errorBody === null) return []
    const problem = bodyOf(exchange).ok ? this.#errorBody(body) : 'it is not JSON'
    if (problem instanceof Inconclusive) return [openFinding('profile.any.error-body', problem)]
    const received = problem === null ? null : `${clip(body, 200)}: ${problem}`
    return [findingOf('profile.any.error-body', exchange, received, 'the declared shape of an error')]
  }

  #state(exchange: Exchange, { intent, body }: Request): readonly Finding[] {
    const { initialState, forwardingStateField: field } = this.#profile.eventStream ?? {}
    if (initialState === undefined || field === undefined || intent === 'invalid') return []
    if (!isAccepted(exchange) || !isObject(body) || field in body) return []
    const state = acceptedBody(exchange)[field]
    return [
      findingOf(
        'profile.event-streams.create.initial-state',
        exchange,
        state === initialState ? null : JSON.stringify(state ?? null),
        initialState,
      ),
    ]
  }
}

function openFinding(clause: string, { message }: Inconclusive): Finding {
  return { clause, says: 'open', verdict: 'inconclusive', reason: message }
}

function statusFinding(clause: string, exchange: Exchange, declared: readonly number[]): Finding {
  const status = statusOf(exchange)
  const received = declared.includes(status) ? null : `status ${status}`
  return findingOf(clause, exchange, received, `status ${declared.join(' or ')}`)
}

function findingOf(
  clause: string,
  exchange: Exchange | null,
  received: string | null,
  expected: string,
): Finding {
  if (received === null) return { clause, says: 'satisfied', evidence: { kind: 'condition', compared: [] } }
  const detail = { expected, received, exchange, control: null }
  return {
    clause,
    says: 'violated',
    failure: new ConformanceFailure('The tenant does not do what its profile declares.', detail),
  }
}
