// Removes resources of one kind and verifies the removal.
import { sleep } from '../../base/clock.ts'
import { type Exchange, isClientError, isNotFound, isSuccessful, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Attempt, isAccepted } from '../../oracle/index.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { Key } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Arrivals } from './arrivals.ts'
import { prepareDeletion } from './before-deletion.ts'
import { outcomeOf, removalBlocker } from './creation-blocker.ts'
import { isReadable, removalOf } from './kind.ts'
import { type Proof, provenAtOnceMin } from './proof.ts'
import type { Reader } from './reader.ts'
import type { Owned, TrackedResources } from './tracked-resources.ts'

const unansweredMax = 2
// After this many failed removals, the run creates no more resources of this kind.
const unremovedMax = 3
// If a list verifies the removals later, reads verify only the first ones and a sample.
const firstVerified = 2
const verifiedEvery = 32
const goneAfterMs = [250, 1_000] as const
const beforeAgainMs = 100

interface RemovalOptions {
  readonly again: boolean
  readonly listedAfter: boolean
  readonly isGivenAgain: () => boolean
}

export class Removal {
  readonly #holding: TrackedResources
  readonly #proof: Proof
  readonly #reader: Reader
  readonly #arrivals: Arrivals
  readonly #unremoved = new Map<string, string>()
  readonly #unverified = new Set<string>()
  readonly #failing = new Set<string>()
  readonly #stillShown = new Map<string, JsonObject>()
  #removals = 0
  #works = false

  constructor(holding: TrackedResources, proof: Proof, reader: Reader, arrivals: Arrivals) {
    this.#arrivals = arrivals
    this.#holding = holding
    this.#proof = proof
    this.#reader = reader
  }

  get unverified(): readonly string[] {
    return [...this.#unverified]
  }

  /** True after a removal that got a server error. A later removal may succeed. */
  get isFailing(): boolean {
    return [...this.#failing].some((id) => this.#holding.open.has(id))
  }

  get failsByOperation(): boolean {
    const { session, kind } = this.#holding
    const failed = [...this.#unremoved.keys()].some((id) => this.#holding.open.has(id))
    return failed && fixtureOf(session, kind.fixtures.remove) === undefined
  }

  reasonFor(id: string): string {
    const { removable, kind, deleted } = this.#holding
    if (!removable)
      return `the run has no request that removes the resource: declare fixtures.${kind.fixtures.remove} in the profile`
    const untried = deleted.has(id)
      ? 'the resource exists after its removal'
      : 'the run did not try to remove the resource'
    return this.#unremoved.get(id) ?? untried
  }

  /**
   * @param listedAfter true if a list verifies the removals later
   * @param scopes for each key, the check or fixture whose requests include the removal
   */
  async remove(
    ids: readonly string[],
    listedAfter: boolean,
    scopes?: ReadonlyMap<string, string | undefined>,
  ): Promise<void> {
    const { open, deleted, session } = this.#holding
    let unanswered = 0
    const unproven = ids.filter((id) => open.get(id)?.shown === false && !deleted.has(id))
    const alreadyDeleted = ids.filter((id) => open.has(id) && deleted.has(id))
    if (this.#proof.isListed && (unproven.length >= provenAtOnceMin || alreadyDeleted.length > 0))
      await this.#proof.ofListed(unproven, alreadyDeleted)
    const waiting = ids.filter((id) => open.has(id)).map((id) => ({ id, lives: this.#holding.livesOf(id) }))
    const removeNext = async (): Promise<void> => {
      const { id = '', lives } = waiting.shift() ?? {}
      if (lives !== this.#holding.livesOf(id)) return
      const counted = (send: () => Promise<Attempt>) => session.counted(scopes?.get(id), send)
      // After several removals without a response, each further request would wait until the time limit.
      const answered =
        unanswered >= unansweredMax ? this.#giveUp(id) : await this.#removeOne(id, listedAfter, counted)
      if (answered !== null) unanswered = answered ? 0 : unanswered + 1
    }
    // Parallel removals that all fail would waste requests.
    while (waiting.length > 0 && !this.#works) await removeNext()
    const worker = async (): Promise<void> => {
      while (waiting.length > 0) await removeNext()
    }
    // Some services fail on parallel writes.
    const failing = ids.some((id) => this.#failing.has(id))
    await Promise.all(Array.from({ length: failing ? 1 : session.config.concurrency }, worker))
  }

  #giveUp(id: string): null {
    if (this.#holding.open.has(id)) this.#unremoved.set(id, 'the tenant does not respond')
    return null
  }

  /** @returns true if the tenant responded; null if no request was sent */
  async #removeOne(
    id: string,
    listedAfter: boolean,
    counted: (send: () => Promise<Attempt>) => Promise<Attempt>,
  ): Promise<boolean | null> {
    const { open, session, kind } = this.#holding
    const known = open.get(id)
    if (known === undefined || (!known.shown && !(await this.#isPermitted(id, known)))) return null
    const request = removalOf(session, kind, id)
    if (request === null) return null
    const send = (): Promise<Attempt> => counted(() => session.send(request, { cleaning: true }))
    const lives = this.#holding.livesOf(id)
    const isGivenAgain = (): boolean => this.#holding.livesOf(id) !== lives
    this.#holding.leaving.add(id)
    try {
      await prepareDeletion(session, kind, this.#reader, id, { cleaning: true })
      let exchange = await send()
      const again = statusOf(exchange) >= 500 || exchange.response === null
      if (again && !isGivenAgain()) {
        if (exchange.response !== null) await sleep(beforeAgainMs)
        exchange = await send()
      }
      await this.#arrivals.ofDeletion(id, exchange, { cleaning: true })
      if (statusOf(exchange) >= 500) this.#failing.add(id)
      else this.#failing.delete(id)
      const gone =
        isGivenAgain() || (await this.#isGone(id, request, exchange, { again, listedAfter, isGivenAgain }))
      if (isGivenAgain()) this.#unverified.delete(id)
      else if (!gone) this.#noteUnremoved(id, exchange)
      else if (isAccepted(exchange)) this.#holding.gone(id)
      else this.#holding.vanished(id)
      return exchange.response !== null
    } finally {
      this.#holding.leaving.delete(id)
    }
  }

  /** @param above keys of existing parents, whose resources the method skips */
  async vanishBelow(above: readonly Key[]): Promise<void> {
    for (const id of [...this.#holding.open.keys()]) {
      if (above.some((key) => id.startsWith(`${key}/`))) continue
      const { is } = await this.#reader.read(id, { cleaning: true })
      if (is === 'gone' || is === 'unseen') this.#holding.vanished(id)
      else this.#unremoved.set(id, 'the resource still exists although its parent was removed')
    }
  }

  // Without a decisive read, the response to the creation is enough proof, if this process received it.
  async #isPermitted(id: string, known: Owned): Promise<boolean> {
    const ownership = await this.#proof.of(id, known, { cleaning: true })
    if (ownership === 'own' || ownership === 'stranger') return ownership === 'own'
    if (known.sent !== null) return true
    if (ownership === 'gone') this.#holding.vanished(id)
    else if (this.#holding.session.config.trustFile) return true
    else
      this.#unremoved.set(
        id,
        'no read or list confirms that the resource exists and belongs to the run: look for the resource, and remove the resource by hand if the run created it',
      )
    return false
  }

  async #isGone(
    id: string,
    request: Request,
    exchange: Exchange,
    { again, listedAfter, isGivenAgain }: RemovalOptions,
  ): Promise<boolean> {
    const { session, kind } = this.#holding
    this.#stillShown.delete(id)
    const status = statusOf(exchange)
    const accepted = isSuccessful(exchange)
    const deleted = accepted || this.#holding.deleted.has(id)
    // A tenant may refuse a repeated removal with any 4xx.
    if (!accepted && !isNotFound(exchange) && !(deleted && isClientError(exchange))) return false
    if (!isReadable(session, kind))
      // A 404 to the first removal proves nothing, because the path may be wrong.
      return accepted ? isNotFound(await session.send(request, { cleaning: true })) : again || deleted
    this.#removals += 1
    const sampled =
      this.#removals <= firstVerified || this.#removals % verifiedEvery === 0 || this.#unremoved.size > 0
    if (accepted && status !== 202 && listedAfter && !sampled) {
      this.#unverified.add(id)
      return true
    }
    this.#unverified.delete(id)
    const look = () => this.#reader.read(id, { cleaning: true })
    const read = await session.readAfterWrite.until(await look(), {
      what: `${kind.title} that was deleted`,
      look,
      isThere: ({ is }) => is !== 'there' || isGivenAgain(),
      waitsMs: goneAfterMs,
    })
    if (read.is === 'there') this.#stillShown.set(id, read.shown)
    const gone = deleted ? read.is !== 'there' || isGivenAgain() : read.is === 'gone' || read.is === 'unseen'
    this.#works ||= gone
    return gone
  }

  #noteUnremoved(id: string, exchange: Exchange): void {
    const { session, kind } = this.#holding
    const shown = this.#stillShown.get(id) ?? null
    this.#unremoved.set(id, `the removal got ${outcomeOf(exchange, 'resource', shown)}`)
    if (session.principals.mayHaveEnded('full', exchange.request.headers.authorization ?? null)) return
    const status = statusOf(exchange)
    // After a server error, the tenant may recover before the run ends.
    const lasting = !this.#works || (status < 500 && status !== 0 && status !== 429)
    const failed = [...this.#unremoved.keys()].filter((one) => this.#holding.open.has(one)).length
    if (!lasting && failed < unremovedMax) return
    this.#holding.blocker ??= removalBlocker(session, kind, exchange, shown)
  }
}
