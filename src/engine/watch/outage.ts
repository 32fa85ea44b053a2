// Outages: 502, 503 and 504 are what stands before a service says where it is out of reach (RFC 9110, 15.6), which passes and
// says nothing of what the tenant does. They count only where it is the request, or the tenant itself, that brings them.
import { createHash } from 'node:crypto'
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { timesInWords } from '../../base/numbers/times.ts'
import type { Finding } from '../judge/findings.ts'
import type { Intent } from '../requests/request.ts'

interface Outage {
  readonly finding: Finding
  readonly status: number
  /** What was asked, less what differs from request to request. */
  readonly kind: string
  /** Whether the tenant has put it in words of its own, as what stands before it does not. */
  readonly worded: boolean
  readonly intent: Intent
  /** Whether another request was sent and served since the outage before. */
  readonly apart: boolean
}

const outagesKeptMax = 200
const servedKeptMax = 5_000

// A service that says so of more than so many of its requests, at so many moments, is not passingly out of reach.
const shareMin = 0.03
const momentsMin = 3

// Outages that come by chance hit a kind of request that is sent a few times each time it is sent: so many kinds may be
// expected to meet that in a run, and one that does still counts.
const unluckyKindsMax = 0.001

export class Outages {
  readonly #of = new Map<string, Outage[]>()
  readonly #requests = new Map<string, number>()
  /** The latest that were served; told apart by kind when somebody asks, as in most runs nobody does. */
  readonly #served: Asked[] = []
  #servedCount = 0
  /** Their kinds; null where more were served since somebody asked. */
  #kinds: ReadonlySet<string> | null = null
  #servedSince = Number.NEGATIVE_INFINITY
  #lastEndedAtMs = Number.NEGATIVE_INFINITY

  /** Takes notice of an answer that is no outage. */
  noteServed(exchange: Exchange, intent: Intent): void {
    this.#count(exchange, intent)
    this.#served[this.#servedCount % servedKeptMax] = askedIn(exchange)
    this.#servedCount += 1
    this.#kinds = null
    this.#servedSince = Math.max(this.#servedSince, exchange.startedAtMs)
  }

  /** Takes notice of an outage; `finding` is what it says if it counts. */
  see(finding: Finding, exchange: Exchange, intent: Intent): void {
    this.#count(exchange, intent)
    const { operation, startedAtMs, durationMs } = exchange
    const known = this.#of.get(operation) ?? []
    this.#of.set(operation, known)
    const body = bodyOf(exchange)
    const outage: Outage = {
      finding,
      status: statusOf(exchange),
      kind: kindOf(askedIn(exchange)),
      worded:
        statusOf(exchange) === 503 && body.ok && isObject(body.value) && Object.keys(body.value).length > 0,
      intent,
      apart: this.#servedSince >= this.#lastEndedAtMs,
    }
    this.#lastEndedAtMs = startedAtMs + durationMs
    if (known.length < outagesKeptMax) known.push(outage)
  }

  /** The kinds of the latest requests that were served. */
  get #kindsServed(): ReadonlySet<string> {
    this.#kinds ??= new Set(this.#served.map(kindOf))
    return this.#kinds
  }

  /** What counts, when all is seen: what always happens to one kind of request, and what the tenant says of many. */
  conclude(): readonly Finding[] {
    return [...this.#of].flatMap(([operation, all]) =>
      all.filter((outage) => this.#counts(outage, operation, all)).map(({ finding }) => finding),
    )
  }

  /** What to say of those that do not count. */
  notes(): readonly string[] {
    return [...this.#of].flatMap(([operation, all]) => {
      const passing = all.filter((outage) => !this.#counts(outage, operation, all))
      if (passing.length === 0) return []
      const statuses = [...new Set(passing.map(({ status }) => status))].sort().join(', ')
      return [`${statuses} of ${operation} was passing: it came ${timesInWords(passing.length)} in the run.`]
    })
  }

  #counts({ kind, worded, intent }: Outage, operation: string, all: readonly Outage[]): boolean {
    const moments = (some: readonly Outage[]): number => some.filter(({ apart }) => apart).length
    const alike = all.filter((one) => one.kind === kind)
    if (
      alike.length > 1 &&
      moments(alike) > 1 &&
      !this.#kindsServed.has(kind) &&
      !this.#mayBeChance(operation, alike.length)
    )
      return true
    const told = all.filter((one) => one.worded && one.intent === intent)
    const share = told.length / (this.#requests.get(`${operation} ${intent}`) ?? 1)
    return worded && moments(told) >= momentsMin && share >= shareMin
  }

  /** Whether some kind of request may well have met nothing but outages, so many times, as outages come by chance: here or anywhere. */
  #mayBeChance(operation: string, times: number): boolean {
    const shareOf = (outages: readonly Outage[], isCounted: (requests: string) => boolean): number => {
      const passing = outages.filter(({ kind }) => this.#kindsServed.has(kind)).length
      const counts = [...this.#requests].flatMap(([requests, count]) => (isCounted(requests) ? [count] : []))
      return passing / counts.reduce((sum, count) => sum + count, 0)
    }
    // A path may lose the requests of one address alone.
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

/** What tells kinds of requests apart. */
interface Asked {
  readonly operation: string
  readonly principal: string
  readonly method: string
  /** Null where it is long. */
  readonly body: string | null
  /** Of a long body. */
  readonly hash: string
}

// So short a body is kept itself: of every request one would have to be hashed.
const bodyKeptMax = 1_000

// Of bodies, some near the limit, no more is kept than tells them apart.
function askedIn({ operation, principal, request: { method, body } }: Exchange): Asked {
  const text = body ?? ''
  const isLong = text.length > bodyKeptMax
  return isLong
    ? { operation, principal, method, body: null, hash: hashOf(alike(text)) }
    : { operation, principal, method, body: text, hash: '' }
}

// Ids, the run's marker and its numbers differ from one try to the next.
function alike(body: string): string {
  return body.replace(/tc-[\da-f]{8}|\d+/g, '#')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function kindOf({ operation, principal, method, body, hash }: Asked): string {
  return `${operation} ${principal} ${method} ${body === null ? `# ${hash}` : `= ${alike(body)}`}`
}
