// Rate limit policies that the run may delete: given ones, and ones that it makes by the profile's fixture.
import { bodyOf, describeResponse, statusOf } from '../base/exchange.ts'
import { at, equal, isObject, type Json } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import { type Attempt, Inconclusive, NotRun } from '../oracle/index.ts'
import { certaintyOf, isUnsent } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Kind } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { type ListedItem, list } from './listing.ts'
import { describeId, type IdLength, isUsableId } from './ownership.ts'
import { type Request, targetOf } from './request.ts'
import type { SendOptions, Session } from './session.ts'
import { namesNothingElse } from './unknown-id.ts'

/** A policy that is the run's to delete. */
export interface Policy {
  readonly id: string
  /** Whether the run made it, so that its existence is certain. */
  readonly made: boolean
}

// Part 2.1.
const idLength: IdLength = { charactersMin: 1, charactersMax: 26 }

export class Policies {
  readonly kind: Kind
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #given: string[]
  /** Ids of all policies that were given, or that the run made. */
  readonly #own: Set<string>
  readonly #open = new Set<string>()
  /** Those of the open ones that the run did not see made. */
  readonly #adopted = new Set<string>()
  /** Those of the open ones that a check has deleted: that they are gone is seen at the end. */
  readonly #deleted = new Set<string>()
  /** Why some policies are still there. */
  readonly #unremoved = new Map<string, string>()
  #listed: readonly ListedItem[] | null = null

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.kind = kind
    this.#session = session
    this.#ledger = ledger
    this.#given = [...session.config.policyIds]
    this.#own = new Set(this.#given)
  }

  /**
   * A policy that exists.
   * @throws NotRun where there is none to be had, Inconclusive where making one fails
   */
  async take(): Promise<Policy> {
    if (!this.#session.allows('destructive'))
      throw new NotRun('it deletes a rate limit policy: run with --writes destructive')
    const made = await this.#make()
    if (typeof made === 'string') return { id: made, made: true }
    const id = this.#given.shift()
    if (id !== undefined) return { id, made: false }
    if (made !== null) throw made
    throw new NotRun(
      'no rate limit policy to delete: supply TENANT_RATE_LIMIT_POLICY_IDS or declare fixtures.createRateLimitPolicy in the profile',
    )
  }

  /**
   * Sends a deletion. An id that is not the run's own is sent only where it names nothing: by its form, and by the list
   * of the policies that there are where the profile has one.
   * @throws NotRun where it might name somebody's policy
   */
  async delete(request: Request, options: SendOptions): Promise<Attempt> {
    const id = targetOf(request)
    if (!this.#own.has(id)) {
      const reason = `the id ${describeId(id)} could name somebody else's policy`
      if (!namesNothingElse(id, [...this.#own])) throw new NotRun(reason)
      const listed = this.#listed ?? (await this.#list(false))
      this.#listed = listed
      if (listed?.some((item) => item.id === id)) throw new NotRun(reason)
    }
    const exchange = await this.#session.send(request, options)
    const status = statusOf(exchange)
    if (this.#open.has(id) && status >= 200 && status < 300) this.#deleted.add(id)
    return exchange
  }

  /**
   * Takes over a policy that most likely is the run's: it is to be removed, if the list shows that it is.
   * @returns false for an id that no request may carry
   */
  adopt(id: string): boolean {
    if (!isUsableId(id, idLength)) return false
    if (!this.#open.has(id)) {
      this.#track(id)
      this.#adopted.add(id)
    }
    return true
  }

  #track(id: string): void {
    this.#open.add(id)
    this.#own.add(id)
    this.#session.reserve(1)
  }

  /** Notes that a policy of the run is gone. */
  gone(policy: Policy): void {
    if (this.#forget(policy.id)) this.#ledger.deleted('rate-limit-policy', policy.id)
  }

  /** Notes that a policy of the run was gone already. */
  vanished(id: string): void {
    if (this.#forget(id)) this.#ledger.absent('rate-limit-policy', id)
  }

  #forget(id: string): boolean {
    if (!this.#open.delete(id)) return false
    this.#session.reserve(-1)
    this.#session.emit({ type: 'resource', action: 'deleted', kind: 'rate-limit-policy', id })
    return true
  }

  /** Why a policy is still there. */
  reasonFor(id: string): string {
    return this.#unremoved.get(id) ?? 'nobody has tried to remove it'
  }

  /** Whether an answer to a creation spoke of that id as of the run's. */
  knows(id: string): boolean {
    return this.#own.has(id)
  }

  /** The removal of each is shown by a second one. */
  readonly unverified: readonly string[] = []

  /** Takes those of the ids back that were taken for removed: they are still there. */
  reopen(ids: readonly string[]): void {
    for (const id of ids)
      if (this.#own.has(id) && !this.#session.config.policyIds.includes(id)) this.#reopen(id)
  }

  #reopen(id: string): void {
    if (this.#open.has(id)) return
    this.#track(id)
    this.#ledger.created(0, 'rate-limit-policy', id)
  }

  /** Removes the policies that the run made and did not delete. */
  async clear(): Promise<void> {
    const listed = this.#adopted.size === 0 ? null : await this.#list(true)
    for (const id of [...this.#open]) {
      if (this.#adopted.has(id) && !this.#session.config.trustFile) {
        const item = listed?.find((one) => one.id === id)?.item
        // What is not proven to be the run's stays, and is told.
        if (item === undefined || !JSON.stringify(item).includes(this.#session.marker)) {
          this.#unremoved.set(id, "no list shows that it is there and the run's: remove it by hand if it is")
          continue
        }
      }
      const request: Request = {
        operation: 'clean-up',
        method: 'DELETE',
        path: `/rate-limit-policies/${uriEncoded(id)}`,
        effect: 'destructive',
        intent: 'probe',
      }
      // The second answer shows what the first one did: 404 for what is gone. At once it says that there never was any.
      const first = statusOf(await this.#session.send(request, { cleaning: true }))
      const second = await this.#session.send(request, { cleaning: true })
      if ((first !== 404 || this.#deleted.has(id)) && statusOf(second) === 404) this.gone({ id, made: true })
      else
        this.#unremoved.set(
          id,
          first === 404
            ? 'its removal was answered with 404, as if it had never been'
            : `its removal was answered with ${describeResponse(second)}`,
        )
    }
  }

  /** Whether the run has made any. */
  get madeAny(): boolean {
    return this.#own.size > this.#session.config.policyIds.length
  }

  /** Ids of policies that the run made and that still exist. */
  get left(): readonly string[] {
    return [...this.#open]
  }

  /** The id of a new policy; null without the fixture, or why there is none. */
  async #make(): Promise<string | Inconclusive | null> {
    const fixture = this.#session.config.profile.fixtures?.createRateLimitPolicy
    if (fixture === undefined) return null
    const unique = `${this.#session.marker}-${this.#session.next()}`
    const request = fixtureRequest('createRateLimitPolicy', fixture, { unique }, 'destructive')
    const named = JSON.stringify(request.body ?? null).includes(unique)
    // Where nothing tells a new policy from one that was there, what was there does.
    const before = named ? null : await this.#list(false)
    const number = this.#ledger.intend('rate-limit-policy', unique, { unnamed: !named })
    this.#session.reserve(1)
    try {
      return await this.#outcome(request, number, fixture.id ?? '/id', before)
    } finally {
      this.#session.reserve(-1)
    }
  }

  /** @param before the policies that there were; null where that is not known */
  async #outcome(
    request: Request,
    number: number,
    pointer: string,
    before: readonly ListedItem[] | null,
  ): Promise<string | Inconclusive> {
    const exchange = await this.#session.send(request).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      if (isUnsent(error)) this.#ledger.refused(number)
      throw error
    })
    const answer = bodyOf(exchange)
    const shown = answer.ok && statusOf(exchange) < 300 ? answer.value : undefined
    const id = at(shown, pointer)
    if (id === undefined) {
      this.#ledger.unclear(number, certaintyOf(exchange))
      return new Inconclusive(
        `the fixture createRateLimitPolicy made no policy: ${describeResponse(exchange)}`,
      )
    }
    const there = before?.some((one) => one.id === id) ?? false
    const made = statusOf(exchange) === 201 && !there
    if (
      !isUsableId(id, idLength) ||
      this.#own.has(id) ||
      !(await this.#isOurs(id, shown ?? null, request, made))
    ) {
      this.#ledger.unclear(number, 'unknown')
      return new Inconclusive(
        `the fixture createRateLimitPolicy was answered with the policy ${describeId(id)}, which does not show what was sent: it may be somebody else's, and is not deleted. Have the fixture's body carry {unique} in a member that the tenant returns, or declare fixtures.listRateLimitPolicies`,
      )
    }
    this.#ledger.created(number, 'rate-limit-policy', String(id))
    this.#session.emit({ type: 'resource', action: 'created', kind: 'rate-limit-policy', id: String(id) })
    this.#track(String(id))
    return String(id)
  }

  // Policies can't be read back one by one; a list shows them, where the profile has one.
  async #isOurs(id: string, answered: Json, { body }: Request, made: boolean): Promise<boolean> {
    const shown = (await this.#list(false))?.find((one) => one.id === id)?.item ?? answered
    if (JSON.stringify(shown).includes(this.#session.marker)) return true
    // A policy that was there may hold all that was sent as well.
    return made && isObject(body) && Object.keys(body).length > 0 && holds(shown, body)
  }

  /** The policies that the tenant lists; null where it lists none. */
  async #list(cleaning: boolean): Promise<readonly ListedItem[] | null> {
    return (await list(this.#session, this.kind, '', { cleaning }))?.items ?? null
  }
}

/** Whether `shown` holds all that `sent` does, and perhaps more. */
function holds(shown: Json | undefined, sent: Json): boolean {
  if (!isObject(sent)) return equal(shown, sent)
  return isObject(shown) && Object.entries(sent).every(([name, value]) => holds(shown[name], value))
}
