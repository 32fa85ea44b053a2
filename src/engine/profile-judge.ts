// The judge of a profile: holds every exchange of the run against what the profile declares.
import { bodyOf, clip, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { acceptedBody, isAccepted, type PayloadJudge, payloadJudge, Unmet } from '../oracle/index.ts'
import type { Profile } from '../profile/index.ts'
import type { Ballot } from './ballot.ts'
import type { Request } from './request.ts'

// Refusals for another reason than the content: the token, the resource, a conflict, the rate.
const otherRefusals: readonly number[] = [401, 403, 404, 409, 410, 429]

export class ProfileJudge {
  readonly #profile: Profile
  readonly #ballot: Ballot
  readonly #errorBody: PayloadJudge | null

  constructor(profile: Profile, ballot: Ballot) {
    this.#profile = profile
    this.#ballot = ballot
    this.#errorBody =
      profile.errorBody === undefined ? null : payloadJudge(profile.errorBody as JsonObject | boolean)
  }

  /** Judges one exchange of an operation of the contract. */
  see(exchange: Exchange, request: Request): void {
    const { operation } = exchange
    const status = statusOf(exchange)
    const { success, invalidRequest } = this.#profile.operations?.[operation] ?? {}
    if (success !== undefined && request.intent === 'valid' && isAccepted(exchange))
      this.#status(`profile.${operation}.success`, exchange, success)
    const refused = status >= 400 && status < 500
    if (invalidRequest !== undefined && request.intent === 'invalid' && refused)
      if (!otherRefusals.includes(status))
        this.#status(`profile.${operation}.invalid-request`, exchange, invalidRequest)
    if (refused || status >= 500) this.#seeError(exchange)
    if (operation === 'event-streams.create') this.#seeState(exchange, request)
  }

  /** Judges the body of one delivered event. @param problem null where it is as declared */
  seePayload(problem: string | null): void {
    this.#cast('profile.any.event-payload', null, problem, 'the declared shape of an event')
  }

  #status(clause: string, exchange: Exchange, declared: readonly number[]): void {
    const status = statusOf(exchange)
    this.#cast(
      clause,
      exchange,
      declared.includes(status) ? null : `status ${status}`,
      `status ${declared.join(' or ')}`,
    )
  }

  #seeError(exchange: Exchange): void {
    if (this.#errorBody === null) return
    const body = exchange.response?.body ?? ''
    const problem = bodyOf(exchange).ok ? this.#errorBody(body) : 'it is no JSON'
    const received = problem === null ? null : `${clip(body, 200)}: ${problem}`
    this.#cast('profile.any.error-body', exchange, received, 'the declared shape of an error')
  }

  #seeState(exchange: Exchange, { intent, body }: Request): void {
    const { initialState, forwardingStateField: field } = this.#profile.eventStream ?? {}
    if (initialState === undefined || field === undefined || intent === 'invalid') return
    if (!isAccepted(exchange) || !isObject(body) || field in body) return
    const state = acceptedBody(exchange)[field]
    this.#cast(
      'profile.event-streams.create.initial-state',
      exchange,
      state === initialState ? null : JSON.stringify(state ?? null),
      initialState,
    )
  }

  #cast(clause: string, exchange: Exchange | null, received: string | null, expected: string): void {
    if (received === null) this.#ballot.pass(clause)
    else
      this.#ballot.fail(
        clause,
        new Unmet('The tenant does not do what its profile declares.', {
          expected,
          received,
          exchange,
          control: null,
        }),
      )
  }
}
