// Learns answers to open points from responses. Judges nothing.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, statusOf } from '../../base/exchange.ts'
import { at, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Contract, type OpenPoint, openPropertyOf, type Schema, schemaAt } from '../../contract/index.ts'
import { type Attempt, acceptedBody, inferredSchema, timestampNs } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { Request } from '../requests/request.ts'
import { PartialAnswers } from './partial-answers.ts'

// These limits keep the use of memory small.
const bodiesMax = 500
const bodiesCharactersMax = 4_000_000
const resourcesKeptMax = 1_000

export class OpenPointObserver {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #partial: PartialAnswers
  readonly #errors = new Map<string, Json>()
  #errorsCharacters = 0
  readonly #moments = new LatestMap<string, { readonly value: string; readonly endMs: number }>(
    resourcesKeptMax,
  )
  readonly #common = new Map<string, readonly string[]>()

  constructor(contract: Contract, knowledge: Knowledge) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#partial = new PartialAnswers(contract, knowledge)
  }

  /** Never throws. */
  see(exchange: Attempt, request: Request): void {
    const status = statusOf(exchange)
    this.#seeRate(exchange)
    this.#partial.see(exchange, request)
    const operation = this.#contract.operations.get(exchange.operation)
    if (operation === undefined) {
      if (status < 300) this.#seeFurtherMembers(exchange, null)
      return
    }
    if (status >= 400) this.#seeError(exchange, request)
    if (!exchange.accepted) return
    this.#seeDefaults(exchange, request)
    this.#seeEmptyUpdate(exchange, request)
    if (request.intent !== 'valid') return
    this.#knowledge.learn('success-status', operation.name, status)
    this.#seeFurtherMembers(exchange, operation.response)
    this.#seeCommonMembers(exchange)
    this.#seeValues(exchange)
  }

  conclude(): void {
    this.#partial.conclude()
    const shape = inferredSchema([...this.#errors.values()])
    if (shape !== null) this.#observeErrors(shape, this.#errors.size)
    for (const [id, members] of this.#common) this.#knowledge.observe(id, members)
  }

  seeLifetime(seconds: number): void {
    this.#knowledge.learn('token-lifetime', '', seconds)
  }

  #seeError(exchange: Attempt, request: Request): void {
    const status = statusOf(exchange)
    if (request.intent === 'invalid' && [400, 413, 422].includes(status))
      this.#knowledge.learn('refusal-status', exchange.operation, status)
    const body = bodyOf(exchange)
    if (!body.ok) this.#observeErrors(exchange.response?.body === '' ? 'no body' : 'no JSON')
    else if (this.#errors.size < bodiesMax) this.#keepError(exchange.response?.body ?? '', body.value)
  }

  #observeErrors(shape: Json, times = 1): void {
    this.#knowledge.learn('schema', 'errors', shape, times)
  }

  #keepError(text: string, body: Json): void {
    if (this.#errors.has(text)) return
    if (this.#errorsCharacters + text.length > bodiesCharactersMax) return
    this.#errorsCharacters += text.length
    this.#errors.set(text, body)
  }

  #seeRate(exchange: Attempt): void {
    const names = this.#contract.rateLimit?.headers ?? {}
    const shown = (name: string | undefined): string =>
      (name === undefined ? undefined : exchange.response?.headers[name.toLowerCase()])?.trim() ?? ''
    const limit = shown(names.limit)
    if (/^\d{1,9}$/.test(limit)) this.#knowledge.learn('rate-limit', '', { limit: Number(limit) })
    const reset = shown(names.reset)
    if (!/^\d{1,15}$/.test(reset)) return
    const unit =
      Number(reset) < 1e9 ? 'seconds to wait' : Number(reset) < 1e11 ? 'epoch seconds' : 'epoch milliseconds'
    this.#knowledge.learn('rate-limit-reset', '', unit)
  }

  /** @param response null for a fixture: in its response, only the id is a known member */
  #seeFurtherMembers(exchange: Attempt, response: Schema | null): void {
    const fixture = this.#knowledge.profile.fixtures?.[exchange.operation.replace(/^fixture:/, '')]
    for (const point of this.#points('further-members', exchange)) {
      const schema = response === null ? undefined : schemaAt(response, point.of?.pointer ?? '')
      const listed = (member: string): boolean =>
        response === null ? `/${member}` === (fixture?.id ?? '/id') : this.#lists(schema, member, point)
      for (const value of valuesAt(point, exchange))
        for (const member of Object.keys(isObject(value) ? value : {}).sort())
          if (!listed(member)) this.#knowledge.observe(point.id, member)
    }
  }

  // Returns true if the specification contains the member. A member that only the schema contains
  // (`x-not-shown`) is an answer to the open point.
  #lists(schema: Schema | undefined, member: string, { id }: OpenPoint): boolean {
    const open = openPropertyOf(schema)
    if (open !== null && this.#knowledge.known(open.point) === member) return true
    const named = isObject(schema?.properties) ? schema.properties[member] : undefined
    const notShown = isObject(named) ? named['x-not-shown'] : undefined
    return named !== undefined && !(isObject(notShown) && Object.values(notShown).includes(id))
  }

  #seeCommonMembers(exchange: Attempt): void {
    for (const point of this.#points('common-members', exchange))
      for (const value of valuesAt(point, exchange)) {
        if (!isObject(value)) continue
        const members = Object.keys(value).sort()
        const common = this.#common.get(point.id) ?? members
        this.#common.set(
          point.id,
          common.filter((member) => members.includes(member)),
        )
      }
  }

  #seeValues(exchange: Attempt): void {
    for (const point of this.#points('values', exchange))
      for (const value of valuesAt(point, exchange))
        if (typeof value === 'string') this.#knowledge.observe(point.id, value)
  }

  #seeDefaults(exchange: Attempt, { body }: Request): void {
    for (const { id, of } of this.#points('default-of', exchange)) {
      const name = of?.property == null ? of?.pointer.slice(1) : this.#knowledge.known(of.property)
      if (typeof name !== 'string' || !isObject(body) || name in body) continue
      const value = acceptedBody(exchange)[name]
      if (typeof value === 'string') this.#knowledge.observe(id, value)
    }
  }

  #seeEmptyUpdate(exchange: Attempt, { body }: Request): void {
    const operation = this.#contract.operations.get(exchange.operation)
    const resource = this.#contract.resources.get(operation?.resource ?? '')
    const returned = acceptedBody(exchange)
    const id = at(returned, resource?.id ?? '/id')
    for (const { id: point, of } of this.#points('empty-update-moves', exchange)) {
      const value = at(returned, of?.pointer ?? '')
      if (id === undefined || typeof value !== 'string' || timestampNs(value) === null) continue
      const key = jsonText([point, id])
      const last = this.#moments.get(key)
      this.#moments.set(key, { value, endMs: exchange.startedAtMs + exchange.durationMs })
      if (!isObject(body) || Object.keys(body).length > 0 || last === undefined) continue
      // An unchanged time proves something only if the clock must have advanced.
      const tickMs = /\.\d{3}/.test(value) ? 2 : 1_100
      if (last.value !== value) this.#knowledge.observe(point, true)
      else if (exchange.startedAtMs - last.endMs >= tickMs) this.#knowledge.observe(point, false)
    }
  }

  #points(kind: OpenPoint['kind'], { operation }: Attempt): readonly OpenPoint[] {
    return this.#knowledge.points(kind, operation)
  }
}

function valuesAt({ of }: OpenPoint, exchange: Attempt): readonly Json[] {
  const body = bodyOf(exchange)
  const tokens = (of?.pointer ?? '').split('/').slice(1)
  let values: readonly Json[] = body.ok ? [body.value] : []
  for (const token of tokens)
    values = values.flatMap((value): readonly Json[] => {
      if (token === '*') return Array.isArray(value) ? (value as readonly Json[]) : []
      const member = at(value, `/${token}`)
      return member === undefined ? [] : [member]
    })
  return values
}
