// The observer: learns from every exchange of the run what the specification leaves open. It judges nothing.
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { LatestMap } from '../base/latest-map.ts'
import type { Contract } from '../contract/index.ts'
import { acceptedBody, inferredSchema, isAccepted, timestampNs } from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import { PartialAnswers } from './partial-answers.ts'
import type { Request } from './request.ts'

const streamMembers = ['id', 'name', 'subscriptions', 'destination', 'created_at', 'updated_at']
const templateMembers = ['enrollment_message', 'verification_message']
// Part 2.3.
const keyMembers = ['kid', 'use', 'key_ops', 'n', 'e', 'x', 'y', 'x5u', 'x5c', 'x5t', 'x5t#S256']
// Enough to infer a shape from, and no more than a run can keep.
const bodiesMax = 500
const bodiesCharactersMax = 4_000_000
const streamsKeptMax = 1_000

export class Observer {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #partial: PartialAnswers
  readonly #errors = new Map<string, Json>()
  #errorsCharacters = 0
  /** When a stream was last seen, and its updated_at then. */
  readonly #streams = new LatestMap<string, { readonly updatedAt: string; readonly endMs: number }>(
    streamsKeptMax,
  )
  #keysRequired: readonly string[] | null = null

  constructor(contract: Contract, knowledge: Knowledge) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#partial = new PartialAnswers(contract, knowledge)
  }

  /** Learns from one exchange. Never throws. */
  see(exchange: Exchange, request: Request): void {
    const status = statusOf(exchange)
    this.#seeRate(exchange)
    this.#partial.see(exchange, request)
    if (exchange.operation === 'fixture:createRateLimitPolicy' && status < 300)
      for (const member of Object.keys(acceptedBody(exchange)))
        if (member !== 'id') this.#knowledge.observe('policy-fields', member)
    if (!this.#contract.operations.has(exchange.operation)) return
    if (status >= 400) this.#seeError(exchange, request)
    if (!isAccepted(exchange)) return
    if (exchange.operation.startsWith('event-streams.')) this.#seeStream(exchange, request)
    if (request.intent !== 'valid') return
    if (this.#contract.operations.get(exchange.operation)?.success === null)
      this.#knowledge.observe(`success-${exchange.operation}`, status)
    if (exchange.operation === 'phone-templates.update')
      for (const member of Object.keys(acceptedBody(exchange)))
        if (!templateMembers.includes(member)) this.#knowledge.observe('template-members', member)
    if (exchange.operation === 'custom-signing-keys.get') this.#seeKeys(acceptedBody(exchange).keys)
  }

  /** Records what only the whole run shows. */
  conclude(): void {
    this.#partial.conclude()
    const shape = inferredSchema([...this.#errors.values()])
    if (shape !== null) this.#knowledge.observe('error-body', shape, this.#errors.size)
    if (this.#keysRequired !== null) this.#knowledge.observe('key-members-required', this.#keysRequired)
  }

  /** Learns from a token: how long it is valid, in seconds. */
  seeLifetime(seconds: number): void {
    this.#knowledge.observe('token-lifetime', seconds)
  }

  #seeError(exchange: Exchange, request: Request): void {
    const status = statusOf(exchange)
    if (request.intent === 'invalid' && [400, 413, 422].includes(status))
      this.#knowledge.observe(`invalid-request-${exchange.operation}`, status)
    const body = bodyOf(exchange)
    if (!body.ok)
      this.#knowledge.observe('error-body', exchange.response?.body === '' ? 'no body' : 'no JSON')
    else this.#keepError(JSON.stringify(body.value), body.value)
  }

  #keepError(text: string, body: Json): void {
    if (this.#errors.has(text) || this.#errors.size >= bodiesMax) return
    if (this.#errorsCharacters + text.length > bodiesCharactersMax) return
    this.#errorsCharacters += text.length
    this.#errors.set(text, body)
  }

  #seeRate(exchange: Exchange): void {
    const headers = exchange.response?.headers ?? {}
    const limit = headers['x-ratelimit-limit']?.trim() ?? ''
    if (/^\d{1,9}$/.test(limit)) this.#knowledge.observe('rate-limit-numbers', { limit: Number(limit) })
    const reset = headers['x-ratelimit-reset']?.trim() ?? ''
    if (!/^\d{1,15}$/.test(reset)) return
    // A number of seconds as large as this would be more than thirty years.
    const unit =
      Number(reset) < 1e9 ? 'seconds to wait' : Number(reset) < 1e11 ? 'epoch seconds' : 'epoch milliseconds'
    this.#knowledge.observe('rate-limit-reset-unit', unit)
  }

  #seeStream(exchange: Exchange, { body, intent }: Request): void {
    const stream = acceptedBody(exchange)
    const field = this.#knowledge.forwardingStateField
    if (intent !== 'invalid')
      for (const member of Object.keys(stream))
        if (!streamMembers.includes(member) && member !== field)
          this.#knowledge.observe('stream-members', member)
    const state = field === null ? undefined : stream[field]
    const created = exchange.operation === 'event-streams.create'
    if (created && field !== null && typeof state === 'string' && isObject(body) && !(field in body))
      this.#knowledge.observe('initial-state', state)
    this.#seeUpdatedAt(exchange, stream, isObject(body) && Object.keys(body).length === 0)
  }

  #seeUpdatedAt(exchange: Exchange, stream: JsonObject, empty: boolean): void {
    const { id, updated_at: updatedAt } = stream
    if (typeof id !== 'string' || typeof updatedAt !== 'string' || timestampNs(updatedAt) === null) return
    const last = this.#streams.get(id)
    this.#streams.set(id, { updatedAt, endMs: exchange.startedAtMs + exchange.durationMs })
    if (!empty || last === undefined) return
    // An equal time tells nothing where the clock may not have moved on meanwhile.
    const tickMs = /\.\d{3}/.test(updatedAt) ? 2 : 1_100
    if (last.updatedAt !== updatedAt) this.#knowledge.observe('empty-update-moves-updated-at', true)
    else if (exchange.startedAtMs - last.endMs >= tickMs)
      this.#knowledge.observe('empty-update-moves-updated-at', false)
  }

  #seeKeys(keys: Json | undefined): void {
    for (const key of Array.isArray(keys) ? (keys as readonly Json[]).filter(isObject) : []) {
      const members = Object.keys(key).sort()
      this.#keysRequired = (this.#keysRequired ?? members).filter((member) => members.includes(member))
      for (const member of members)
        if (!keyMembers.includes(member)) this.#knowledge.observe('key-members-allowed', member)
      if (typeof key.use === 'string') this.#knowledge.observe('key-use-values', key.use)
      for (const value of Array.isArray(key.key_ops) ? (key.key_ops as readonly Json[]) : [])
        if (typeof value === 'string') this.#knowledge.observe('key-ops-values', value)
    }
  }
}
