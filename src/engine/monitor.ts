// The monitor judges every exchange of the run against the clauses that hold for all of them.
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type Json } from '../base/json.ts'
import { SecretMask } from '../base/secret.ts'
import { applyOverlay, type Contract } from '../contract/index.ts'
import { isAccepted, judgeRateLimited, type ShapeJudge, shapeJudge, Unmet } from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import type { Ballot } from './ballot.ts'
import { Observer } from './observer.ts'
import { ProfileJudge } from './profile-judge.ts'
import type { Request } from './request.ts'

export class Monitor {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #ballot: Ballot
  readonly #credentials = new SecretMask()
  readonly #judges = new Map<string, ShapeJudge>()
  /** Learns what the specification leaves open. */
  readonly observer: Observer
  /** Holds the tenant against its profile. */
  readonly declared: ProfileJudge
  /** Operations that accepted at least one request. */
  readonly accepted = new Set<string>()
  /** Operations to which at least one request was sent. */
  readonly tried = new Set<string>()

  constructor(contract: Contract, knowledge: Knowledge, ballot: Ballot) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#ballot = ballot
    for (const value of Object.values(knowledge.profile.eventStream?.webhookCredentials ?? {}))
      this.#credentials.add(value)
    this.observer = new Observer(contract, knowledge)
    this.declared = new ProfileJudge(knowledge.profile, ballot)
  }

  /** To be called when an overlay has changed: the forwarding-state field was found. */
  refresh(): void {
    this.#judges.clear()
  }

  /** Judges one exchange. Never throws. */
  see(exchange: Exchange, request: Request): void {
    const operation = this.#contract.operations.get(exchange.operation)
    const status = statusOf(exchange)
    this.observer.see(exchange, request)
    if (operation === undefined || status === 0) return
    this.tried.add(operation.name)
    if (status === 429) return
    this.declared.see(exchange, request)
    const accepted = isAccepted(exchange)
    if (accepted) this.accepted.add(operation.name)
    if (status >= 200 && status < 300) {
      if (operation.response !== null) {
        this.#seeMediaType(exchange)
        // What an invalid request made of a stream is the matter of the clause that should have refused it.
        if (request.intent !== 'invalid') this.#seeShape(exchange)
      }
    }
    this.#seeCredentials(exchange)
    this.#seeService(exchange, request)
  }

  /** Judges every 429 that the client met. */
  seeRateLimited(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges)
      for (const { clause, problem } of judgeRateLimited(exchange)) this.#cast(clause, exchange, problem)
  }

  #seeService(exchange: Exchange, { intent, operation }: Request): void {
    const status = statusOf(exchange)
    const failed = status >= 500
    const problem = (expected: string) => (failed ? { expected, received: `status ${status}` } : null)
    if (intent === 'valid') {
      if (failed || isAccepted(exchange))
        this.#cast(`${operation}.accepts`, exchange, problem('a valid request is served'))
    } else if (intent === 'invalid' || intent === 'unauthorised') {
      if (status >= 400) this.#cast(`${operation}.no-server-error`, exchange, problem('a 4xx status'))
    }
  }

  #seeMediaType(exchange: Exchange): void {
    const body = bodyOf(exchange)
    const type = exchange.response?.headers['content-type']
    const essence = (type ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
    const labelled = /^(?:[a-z0-9.+-]+\/(?:[a-z0-9.-]+\+)?json)$/.test(essence)
    this.#cast(
      `${exchange.operation}.response-json`,
      exchange,
      !body.ok
        ? { expected: 'a JSON body', received: `a body that is none: ${body.message}` }
        : labelled
          ? null
          : { expected: 'a JSON media type', received: `content-type: ${type}` },
    )
  }

  #seeShape(exchange: Exchange): void {
    const body = bodyOf(exchange)
    if (!body.ok) return
    for (const { clause, problem } of this.#judge(exchange.operation)(body.value))
      this.#cast(clause, exchange, problem)
    this.#seeState(exchange, body.value)
  }

  // While the name of the forwarding-state field is not known, some member must still hold one of its two values.
  #seeState(exchange: Exchange, body: Json): void {
    if (!exchange.operation.startsWith('event-streams.') || !isObject(body)) return
    if (this.#knowledge.forwardingStateField !== null) return
    const held = Object.values(body).some((value) => value === 'enabled' || value === 'disabled')
    this.#cast(
      `${exchange.operation}.returned-state`,
      exchange,
      held ? null : { expected: 'a member whose value is enabled or disabled', received: 'no such member' },
    )
  }

  // Refusals too: no answer may hold the credential, in whatever encoding.
  #seeCredentials(exchange: Exchange): void {
    if (!exchange.operation.startsWith('event-streams.') || !this.#credentials.holdsAny) return
    const { body = '', headers = {} } = exchange.response ?? {}
    const answer = `${body}\n${Object.values(headers).join('\n')}`
    const leaked = this.#credentials.mask(answer) !== answer
    if (leaked || isAccepted(exchange))
      this.#cast(
        `${exchange.operation}.credentials-never-returned`,
        exchange,
        leaked ? { expected: 'no credential in any answer', received: 'the credential that was sent' } : null,
      )
  }

  #judge(operation: string): ShapeJudge {
    const known = this.#judges.get(operation)
    if (known !== undefined) return known
    const schema = this.#contract.operations.get(operation)?.response ?? {}
    const judge = shapeJudge(applyOverlay(schema, this.#knowledge.overlay, 'response'))
    this.#judges.set(operation, judge)
    return judge
  }

  #cast(clause: string, exchange: Exchange, problem: { expected: string; received: string } | null): void {
    if (problem === null) this.#ballot.pass(clause)
    else
      this.#ballot.fail(
        clause,
        new Unmet('An answer of the run does not meet the clause.', { ...problem, exchange, control: null }),
      )
  }
}
