// Learns partial answers to open points from requests and responses. Judges nothing.
import { clip } from '../../base/clip.ts'
import { isSuccessful, statusOf } from '../../base/exchange.ts'
import { formType } from '../../base/http/media-type.ts'
import { equal, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { type Contract, type Operation, openPropertyOf } from '../../contract/index.ts'
import { type Attempt, acceptedBody, isRefused } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { Request } from '../requests/request.ts'
import { textChanges } from '../requests/text-change.ts'
import { NameWatch } from './name-watch.ts'

const refusalOf: Readonly<Record<string, string>> = {
  none: 'no token',
  'wrong-scheme': 'another scheme',
  nonGlobal: 'a client that is not global',
  limited: 'a token without the scope',
}

export class PartialAnswers {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #names: ReadonlyMap<string, NameWatch>
  readonly #always = new Map<string, readonly string[]>()
  readonly #lengths = new Map<string, { longestAccepted: number; shortestRefused: number }>()

  constructor(contract: Contract, knowledge: Knowledge) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#names = new Map(
      knowledge.points('unique-values').map(({ id, of }) => {
        const resource = contract.resources.get(of?.name.split('.', 1)[0] ?? '')
        return [id, new NameWatch(resource?.id ?? '/id', of?.pointer ?? '')]
      }),
    )
  }

  /** Never throws. */
  see(exchange: Attempt, request: Request): void {
    this.#seeDeprecation(exchange)
    const operation = this.#contract.operations.get(exchange.operation)
    if (operation === undefined) this.#seeFixture(exchange, request)
    else {
      this.#seeRefusal(operation, exchange, request)
      if (isObject(request.body)) this.#seeBody(operation, exchange, request, request.body)
    }
  }

  conclude(): void {
    for (const [id, members] of this.#always) this.#knowledge.observe(id, [...members].sort())
    for (const [id, { longestAccepted, shortestRefused }] of this.#lengths)
      if (longestAccepted > 0)
        this.#knowledge.observe(id, {
          longestAccepted,
          ...(shortestRefused > longestAccepted && Number.isFinite(shortestRefused)
            ? { shortestRefused }
            : {}),
        })
    for (const [id, names] of this.#names)
      for (const answer of names.answers()) this.#knowledge.observe(id, answer)
  }

  // Learns from the headers Deprecation (RFC 9745) and Sunset (RFC 8594).
  #seeDeprecation({ response }: Attempt): void {
    for (const header of ['deprecation', 'sunset']) {
      const value = response?.headers[header]
      if (value !== undefined) this.#knowledge.learn('deprecation', '', `${header}: ${clip(value, 100)}`)
    }
  }

  #seeFixture(exchange: Attempt, { method }: Request): void {
    const [kind, name = ''] = exchange.operation.split(':')
    if (kind !== 'fixture' || !isSuccessful(exchange)) return
    if (method === 'DELETE') for (const names of this.#names.values()) names.removed(exchange)
    const fixture = this.#knowledge.profile.fixtures?.[name]
    if (fixture !== undefined)
      this.#knowledge.learn('further-operations', '', `${fixture.method} ${fixture.path}`)
  }

  #seeRefusal(operation: Operation, exchange: Attempt, { intent }: Request): void {
    const status = statusOf(exchange)
    if (status === 409 && intent !== 'unauthorised') this.#learnReason(operation, 'a conflict: 409')
    if (intent !== 'unauthorised' || !isRefused(exchange, 'token')) return
    if (status === 404 && operation.parameters.length > 0) return
    this.#learnReason(operation, `${refusalOf[exchange.principal] ?? 'a token that is not valid'}: ${status}`)
  }

  #seeBody(operation: Operation, exchange: Attempt, request: Request, body: JsonObject): void {
    if (request.intent === 'unauthorised') return
    this.#seeNulls(operation, exchange, body)
    for (const { id } of this.#knowledge.points('unique-values', operation.name))
      this.#names.get(id)?.see(exchange, body)
    if (request.intent === 'invalid') return
    this.#seeFurther(operation, exchange, body)
    if (request.mediaType === formType) return
    this.#seeLengths(exchange, body)
    if (!exchange.accepted) return
    this.#seeTexts(exchange, body)
    for (const { id } of this.#knowledge.points('common-request-members', operation.name)) {
      const members = membersOf(body, '')
      const always = this.#always.get(id) ?? members
      this.#always.set(
        id,
        always.filter((member) => members.includes(member)),
      )
    }
  }

  #seeNulls(operation: Operation, exchange: Attempt, body: JsonObject): void {
    const { properties, required = [] } = operation.request ?? {}
    const may = (member: string): boolean =>
      (isObject(properties) && member in properties) || member === this.#openName(operation)
    for (const [member, value] of Object.entries(body))
      if (value === null && may(member) && !(required as readonly Json[]).includes(member)) {
        const answer = this.#answerTo(exchange)
        if (answer !== null) this.#knowledge.learn('null-members', operation.name, answer)
      }
  }

  #seeFurther(operation: Operation, exchange: Attempt, body: JsonObject): void {
    const { properties } = operation.request ?? {}
    const field = this.#openName(operation)
    // While the name of the open property is unknown, any member may be this property.
    if (field === null || !isObject(properties)) return
    for (const [member, sent] of Object.entries(body)) {
      if (member in properties || member === field) continue
      const answer = this.#answerTo(exchange)
      if (answer === null) continue
      const adopted = answer === 'accepted' && equal(acceptedBody(exchange)[member], sent)
      const seen = answer !== 'accepted' ? answer : adopted ? 'taken over' : 'ignored'
      this.#knowledge.learn('further-request-members', operation.name, seen)
    }
  }

  #seeTexts(exchange: Attempt, body: JsonObject): void {
    const returned = acceptedBody(exchange)
    for (const [member, sent] of Object.entries(body)) {
      const is = returned[member]
      if (typeof sent !== 'string' || typeof is !== 'string') continue
      for (const change of textChanges(sent, is))
        this.#knowledge.learn('text-changes', exchange.operation, change)
    }
  }

  #seeLengths(exchange: Attempt, body: JsonObject): void {
    const texts = Object.values(body).filter((text) => typeof text === 'string')
    const longest = Math.max(0, ...texts.map((text) => [...text].length))
    for (const { id } of this.#knowledge.points('text-lengths', exchange.operation)) {
      const seen = this.#lengths.get(id) ?? { longestAccepted: 0, shortestRefused: Number.POSITIVE_INFINITY }
      this.#lengths.set(id, seen)
      if (exchange.accepted) seen.longestAccepted = Math.max(seen.longestAccepted, longest)
      else if (this.#answerTo(exchange) !== null)
        seen.shortestRefused = Math.min(seen.shortestRefused, longest)
    }
  }

  /** Returns null if the refusal may have another reason than the body. */
  #answerTo(exchange: Attempt): string | null {
    if (exchange.accepted) return 'accepted'
    const declared = this.#knowledge.profile.operations?.[exchange.operation]?.invalidRequest ?? []
    return isRefused(exchange, 'content', declared) ? `refused with ${statusOf(exchange)}` : null
  }

  #learnReason({ name }: Operation, reason: string): void {
    this.#knowledge.learn('refusal-reasons', name, reason)
  }

  /** Returns undefined if there is no open property, and null while its name is unknown. */
  #openName({ request }: Operation): Json | undefined {
    const open = openPropertyOf(request ?? {})
    return open === null ? undefined : (this.#knowledge.known(open.point) ?? null)
  }
}

function membersOf(body: JsonObject, pointer: string): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const place = `${pointer}/${tokenOf(name)}`
    return isObject(value) ? [place, ...membersOf(value, place)] : [place]
  })
}
