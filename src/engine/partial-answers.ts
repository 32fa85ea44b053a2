// Partial answers to open points: what exchanges that were sent for another reason tell beside it. It judges nothing.
import { clip, type Exchange, statusOf } from '../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import type { Contract, Operation } from '../contract/index.ts'
import { acceptedBody, isAccepted, isRefused } from '../oracle/index.ts'
import type { FixtureName, Knowledge } from '../profile/index.ts'
import { NameWatch } from './name-watch.ts'
import type { Request } from './request.ts'
import { textChanges } from './text-change.ts'

/** Why a principal is refused, in words. */
const refusalOf: Readonly<Record<string, string>> = {
  none: 'no token',
  'wrong-scheme': 'another scheme',
  nonGlobal: 'a client that is not global',
  limited: 'a token without the scope',
}

export class PartialAnswers {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #points: ReadonlySet<string>
  readonly #names = new NameWatch()
  /** Members that every accepted creation of a stream had. */
  #always: ReadonlySet<string> | null = null
  #longestAccepted = 0
  #shortestRefused = Number.POSITIVE_INFINITY

  constructor(contract: Contract, knowledge: Knowledge) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#points = new Set(contract.openPoints.map(({ id }) => id))
  }

  /** Learns from one exchange. Never throws. */
  see(exchange: Exchange, request: Request): void {
    this.#seeDeprecation(exchange)
    const operation = this.#contract.operations.get(exchange.operation)
    if (operation === undefined) this.#seeFixture(exchange, request)
    else {
      this.#seeRefusal(operation, exchange, request)
      if (isObject(request.body)) this.#seeBody(operation, exchange, request, request.body)
    }
  }

  /** Records what only the whole run shows. */
  conclude(): void {
    if (this.#always !== null) this.#observe('required-request-members', [...this.#always].sort())
    if (this.#longestAccepted > 0)
      this.#observe('template-lengths', {
        longestAccepted: this.#longestAccepted,
        ...(this.#shortestRefused > this.#longestAccepted && Number.isFinite(this.#shortestRefused)
          ? { shortestRefused: this.#shortestRefused }
          : {}),
      })
    for (const answer of this.#names.answers()) this.#observe('unique-names', answer)
  }

  // RFC 9745 and RFC 8594.
  #seeDeprecation({ response }: Exchange): void {
    for (const header of ['deprecation', 'sunset']) {
      const value = response?.headers[header]
      if (value !== undefined) this.#observe('deprecation-policy', `${header}: ${clip(value, 100)}`)
    }
  }

  #seeFixture(exchange: Exchange, { method }: Request): void {
    const status = statusOf(exchange)
    const [kind, name = ''] = exchange.operation.split(':')
    if (kind !== 'fixture' || status < 200 || status > 299) return
    if (method === 'DELETE') this.#names.removed(exchange)
    const fixture = this.#knowledge.profile.fixtures?.[name as FixtureName]
    if (fixture !== undefined) this.#observe('other-operations', `${fixture.method} ${fixture.path}`)
  }

  #seeRefusal(operation: Operation, exchange: Exchange, { intent }: Request): void {
    const point = `refusals-${operation.name}`
    const status = statusOf(exchange)
    if (status === 409 && intent !== 'unauthorised') this.#observe(point, 'a conflict: 409')
    if (intent !== 'unauthorised' || !isRefused(exchange, 'token')) return
    // The path may name nothing, too.
    if (status === 404 && operation.parameters.length > 0) return
    this.#observe(point, `${refusalOf[exchange.principal] ?? 'a token that is not valid'}: ${status}`)
  }

  #seeBody(operation: Operation, exchange: Exchange, request: Request, body: JsonObject): void {
    if (request.intent === 'unauthorised') return
    this.#seeNulls(operation, exchange, body)
    if (operation.name.startsWith('event-streams.')) this.#names.see(exchange, body)
    if (request.intent === 'invalid') return
    this.#seeFurther(operation, exchange, body)
    if (request.mediaType === 'application/x-www-form-urlencoded') return
    if (operation.name === 'phone-templates.update') this.#seeLengths(exchange, body)
    if (!isAccepted(exchange)) return
    this.#seeTexts(exchange, body)
    if (operation.name === 'event-streams.create') {
      const members = new Set(membersOf(body, ''))
      this.#always = new Set([...(this.#always ?? members)].filter((member) => members.has(member)))
    }
  }

  #seeNulls(operation: Operation, exchange: Exchange, body: JsonObject): void {
    const { properties, required = [] } = operation.request ?? {}
    const may = (member: string): boolean =>
      (isObject(properties) && member in properties) || member === this.#knowledge.forwardingStateField
    for (const [member, value] of Object.entries(body))
      if (value === null && may(member) && !(required as readonly Json[]).includes(member)) {
        const answer = this.#answerTo(exchange)
        if (answer !== null) this.#observe('null-members', answer)
      }
  }

  #seeFurther(operation: Operation, exchange: Exchange, body: JsonObject): void {
    const { properties } = operation.request ?? {}
    const field = this.#knowledge.forwardingStateField
    if (field === null || !isObject(properties)) return
    for (const [member, sent] of Object.entries(body)) {
      if (member in properties || member === field) continue
      const answer = this.#answerTo(exchange)
      if (answer === null) continue
      const adopted = answer === 'accepted' && equal(acceptedBody(exchange)[member], sent)
      this.#observe(
        'further-request-members',
        answer !== 'accepted' ? answer : adopted ? 'taken over' : 'ignored',
      )
    }
  }

  #seeTexts(exchange: Exchange, body: JsonObject): void {
    const returned = acceptedBody(exchange)
    for (const [member, sent] of Object.entries(body)) {
      const is = returned[member]
      if (typeof sent !== 'string' || typeof is !== 'string') continue
      for (const change of textChanges(sent, is)) this.#observe('text-normalisation', change)
    }
  }

  #seeLengths(exchange: Exchange, body: JsonObject): void {
    const texts = Object.values(body).filter((text) => typeof text === 'string')
    const longest = Math.max(0, ...texts.map((text) => [...text].length))
    if (isAccepted(exchange)) this.#longestAccepted = Math.max(this.#longestAccepted, longest)
    else if (this.#answerTo(exchange) !== null)
      this.#shortestRefused = Math.min(this.#shortestRefused, longest)
  }

  /** How the content of a request was answered; null where the answer may have another reason. */
  #answerTo(exchange: Exchange): string | null {
    if (isAccepted(exchange)) return 'accepted'
    const declared = this.#knowledge.profile.operations?.[exchange.operation]?.invalidRequest ?? []
    return isRefused(exchange, 'content', declared) ? `refused with ${statusOf(exchange)}` : null
  }

  #observe(point: string, value: Json): void {
    if (this.#points.has(point)) this.#knowledge.observe(point, value)
  }
}

/** JSON pointers of all members of an object, those of its objects included. */
function membersOf(body: JsonObject, pointer: string): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return isObject(value) ? [place, ...membersOf(value, place)] : [place]
  })
}
