// Judges responses with 502, 503 or 504, but only if the request or the tenant causes them (RFC 9110, 15.6).
import { createHash } from 'node:crypto'
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { timesInWords } from '../../base/numbers/times.ts'
import type { Finding } from '../judge/findings.ts'
import type { Intent } from '../requests/request.ts'

interface Outage {
  readonly finding: Finding
  readonly status: number
  /** The request without its varying values, for example numbers. */
  readonly kind: string
  /** True for a 503 with a JSON object, which proxies do not send. */
  readonly worded: boolean
  readonly intent: Intent
  /** True if the tenant served a request since the previous outage. */
  readonly apart: boolean
}

const outagesKeptMax = 200
const servedKeptMax = 5_000

// At this share of requests, outages are frequent.
const shareMin = 0.03
const momentsMin = 3

// Limit for the expected number of request kinds that fail only by chance.
const unluckyKindsMax = 0.001

export class Outages {
  readonly #of = new Map<string, Outage[]>()
  readonly #requests = new Map<string, number>()
  /** `#kindsServed` computes the kinds of these requests only when necessary. */
  readonly #served: SentRequest[] = []
  #servedCount = 0
  #kinds: ReadonlySet<string> | null = null
  #servedSince = Number.NEGATIVE_INFINITY
  #lastEndedAtMs = Number.NEGATIVE_INFINITY

  noteServed(exchange: Exchange, intent: Intent): void {
    this.#count(exchange, intent)
    this.#served[this.#servedCount % servedKeptMax] = sentRequestOf(exchange)
    this.#servedCount += 1
    this.#kinds = null
    this.#servedSince = Math.max(this.#servedSince, exchange.startedAtMs)
  }

  /** @param finding the finding that `conclude` returns if the outage counts */
  see(finding: Finding, exchange: Exchange, intent: Intent): void {
    this.#count(exchange, intent)
    const { operation, startedAtMs, durationMs } = exchange
    const known = this.#of.get(operation) ?? []
    this.#of.set(operation, known)
    const body = bodyOf(exchange)
    const outage: Outage = {
      finding,
      status: statusOf(exchange),
      kind: requestKindOf(sentRequestOf(exchange)),
      worded:
        statusOf(exchange) === 503 && body.ok && isObject(body.value) && Object.keys(body.value).length > 0,
      intent,
      apart: this.#servedSince >= this.#lastEndedAtMs,
    }
    this.#lastEndedAtMs = startedAtMs + durationMs
    if (known.length < outagesKeptMax) known.push(outage)
  }

  get #kindsServed(): ReadonlySet<string> {
    this.#kinds ??= new Set(this.#served.map(requestKindOf))
    return this.#kinds
  }

  /** An outage counts if all requests of its kind fail, or if outages with a JSON object are frequent. */
  conclude(): readonly Finding[] {
    return [...this.#of].flatMap(([operation, all]) =>
      all.filter((outage) => this.#counts(outage, operation, all)).map(({ finding }) => finding),
    )
  }

  notes(): readonly string[] {
    return [...this.#of].flatMap(([operation, all]) => {
      const passing = all.filter((outage) => !this.#counts(outage, operation, all))
      if (passing.length === 0) return []
      const statuses = [...new Set(passing.map(({ status }) => status))].sort().join(', ')
      return [
        `The status ${statuses} of ${operation} was temporary: this status occurred ${timesInWords(passing.length)} in the run.`,
      ]
    })
  }

  #counts({ kind, worded, intent }: Outage, operation: string, all: readonly Outage[]): boolean {
    const moments = (some: readonly Outage[]): number => some.filter(({ apart }) => apart).length
    const withoutVaryingParts = all.filter((one) => one.kind === kind)
    if (
      withoutVaryingParts.length > 1 &&
      moments(withoutVaryingParts) > 1 &&
      !this.#kindsServed.has(kind) &&
      !this.#mayBeChance(operation, withoutVaryingParts.length)
    )
      return true
    const told = all.filter((one) => one.worded && one.intent === intent)
    const share = told.length / (this.#requests.get(`${operation} ${intent}`) ?? 1)
    return worded && moments(told) >= momentsMin && share >= shareMin
  }

  #mayBeChance(operation: string, times: number): boolean {
    const shareOf = (outages: readonly Outage[], isCounted: (requests: string) => boolean): number => {
      const passing = outages.filter(({ kind }) => this.#kindsServed.has(kind)).length
      const counts = [...this.#requests].flatMap(([requests, count]) => (isCounted(requests) ? [count] : []))
      return passing / counts.reduce((sum, count) => sum + count, 0)
    }
    const share = Math.max(
      shareOf([...this.#of.values()].flat(), () => true),
      shareOf(this.#of.get(operation) ?? [], (requests) => requests.startsWith(`${operation} `)),
    )
    return this.#kindsServed.size * share ** times > unluckyKindsMax
  }

  #count({ operation }: Exchange, intent: Intent): void {
    const requests = `${operation} ${intent}`
    this.#requests.set(requests, (this.#requests.get(requests) ?? 0) + 1)
  }
}

interface SentRequest {
  readonly operation: string
  readonly principal: string
  readonly method: string
  /** Null for a long body, which `hash` identifies. */
  readonly body: string | null
  readonly hash: string
}

// Stores shorter bodies, because a hash of each body would cost more time.
const bodyKeptMax = 1_000

function sentRequestOf({ operation, principal, request: { method, body } }: Exchange): SentRequest {
  const text = body ?? ''
  const isLong = text.length > bodyKeptMax
  return isLong
    ? { operation, principal, method, body: null, hash: hashOf(alike(text)) }
    : { operation, principal, method, body: text, hash: '' }
}

function alike(body: string): string {
  return body.replace(/tc-[\da-f]{8}|\d+/g, '#')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function requestKindOf({ operation, principal, method, body, hash }: SentRequest): string {
  return `${operation} ${principal} ${method} ${body === null ? `# ${hash}` : `= ${alike(body)}`}`
}
