// Removing what the run has of one kind, and seeing that it is gone: an answer that says so may be wrong.
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { isAccepted } from '../../oracle/index.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { Key } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Holding, Owned } from './holding.ts'
import { aOf, isReadable, lifeOf, removalOf } from './kind.ts'
import { isGone, type Proof } from './proof.ts'
import type { Reader } from './reader.ts'

const unansweredMax = 2
// So many resources that can't be removed are the most that a run goes on with.
const unremovedMax = 3
// Where a list will show all at the end, the first removals are verified and then every so manieth.
const firstVerified = 2
const verifiedEvery = 8
// A tenant may take a moment until what it has deleted is gone everywhere.
const goneAfterMs = [250, 1_000] as const

export class Removal {
  readonly #holding: Holding
  readonly #proof: Proof
  readonly #reader: Reader
  /** Why some are still there. */
  readonly #unremoved = new Map<string, string>()
  readonly #unverified = new Set<string>()
  #removals = 0
  /** Whether a removal was seen to work. */
  #works = false

  constructor(holding: Holding, proof: Proof, reader: Reader) {
    this.#holding = holding
    this.#proof = proof
    this.#reader = reader
  }

  /** Keys of those that only the answer to their removal says are gone. */
  get unverified(): readonly string[] {
    return [...this.#unverified]
  }

  /** Whether some could not be removed. */
  get failedAny(): boolean {
    return [...this.#unremoved.keys()].some((id) => this.#holding.open.has(id))
  }

  /** Why one is still there. */
  reasonFor(id: string): string {
    const { removable, kind } = this.#holding
    if (!removable) return `nothing can remove it: declare fixtures.${kind.fixtures.remove} in the profile`
    return this.#unremoved.get(id) ?? 'nobody has tried to remove it'
  }

  /**
   * Removes some of the run's. What can't be removed, or is not proven to be the run's, stays tracked.
   * @param listedAfter whether a list will show what is still there
   */
  async remove(ids: readonly string[], listedAfter: boolean): Promise<void> {
    const { open, session, kind } = this.#holding
    let unanswered = 0
    for (const id of ids) {
      const known = open.get(id)
      if (known === undefined) continue
      // A tenant that has gone is not waited for once for each.
      if (unanswered >= unansweredMax) {
        this.#unremoved.set(id, 'the tenant does not answer')
        continue
      }
      if (!known.shown && !(await this.#isPermitted(id, known))) continue
      const request = removalOf(session, kind, id)
      if (request === null) continue
      let exchange = await session.send(request, { cleaning: true })
      const again = statusOf(exchange) >= 500 || exchange.response === null
      if (again) exchange = await session.send(request, { cleaning: true })
      unanswered = exchange.response === null ? unanswered + 1 : 0
      if (!(await this.#isGone(id, request, exchange, { again, listedAfter })))
        this.#noteUnremoved(id, exchange)
      else if (isAccepted(exchange)) this.#holding.gone(id)
      else this.#holding.vanished(id)
    }
  }

  /**
   * Notes those as gone that stood below something that is, and that no read shows any more.
   * @param above keys of what is still there that they may stand below
   */
  async vanishBelow(above: readonly Key[]): Promise<void> {
    for (const id of [...this.#holding.open.keys()]) {
      if (above.some((key) => id.startsWith(`${key}/`))) continue
      const { is } = await this.#reader.read(id, { cleaning: true })
      if (is === 'gone' || is === 'unseen') this.#holding.vanished(id)
      else this.#unremoved.set(id, 'it is still there although what it stood below was removed')
    }
  }

  // Where no read shows it the creation's answer stands; that of another process was not seen.
  async #isPermitted(id: string, known: Owned): Promise<boolean> {
    const ownership = await this.#proof.of(id, known, { cleaning: true })
    if (ownership === 'own' || ownership === 'stranger') return ownership === 'own'
    if (known.sent !== null) return true
    if (ownership === 'gone') this.#holding.vanished(id)
    else if (this.#holding.session.config.trustFile) return true
    else
      this.#unremoved.set(
        id,
        "no read or list shows that it is there and the run's: remove it by hand if it is",
      )
    return false
  }

  /**
   * Whether the answer to a removal, and where that is not enough a read or a second removal, show that it is gone.
   * @param options whether the removal was sent before, and a list will show what is still there
   */
  async #isGone(
    id: string,
    request: Request,
    exchange: Exchange,
    { again, listedAfter }: { readonly again: boolean; readonly listedAfter: boolean },
  ): Promise<boolean> {
    const { session, kind } = this.#holding
    const status = statusOf(exchange)
    const accepted = status >= 200 && status < 300
    const deleted = accepted || this.#holding.deleted.has(id)
    if (!accepted && !isGone(exchange)) return false
    if (!isReadable(session, kind))
      // What is gone was there: an answer at once that says so may be that of a wrong path.
      return accepted ? isGone(await session.send(request, { cleaning: true })) : again || deleted
    this.#removals += 1
    const sampled = this.#removals <= firstVerified || this.#removals % verifiedEvery === 0
    if (accepted && listedAfter && !sampled) {
      this.#unverified.add(id)
      return true
    }
    this.#unverified.delete(id)
    const look = () => this.#reader.read(id, { cleaning: true })
    const read = await session.patience.until(await look(), {
      what: `${kind.title} that was deleted`,
      look,
      isThere: ({ is }) => is !== 'there',
      waitsMs: goneAfterMs,
    })
    // A wrong path is answered like what is gone: a read has to say so as well.
    const gone = deleted ? read.is !== 'there' : read.is === 'gone' || read.is === 'unseen'
    this.#works ||= gone
    return gone
  }

  #noteUnremoved(id: string, exchange: Exchange): void {
    const { session, kind } = this.#holding
    const came = describeResponse(exchange)
    const readable = isReadable(session, kind)
    const beside = readable ? ', and it is still there' : isGone(exchange) ? ', as if it had never been' : ''
    this.#unremoved.set(id, `its removal was answered with ${came}${beside}`)
    // That the token has ended is told by whatever needs it.
    if (session.principals.mayHaveEnded('full', exchange.request.headers.authorization ?? null)) return
    const status = statusOf(exchange)
    // A tenant that is out of reach, or slows the run down, may do better when the run ends.
    const lasting = !this.#works || (status < 500 && status !== 0 && status !== 429)
    const failed = [...this.#unremoved.keys()].filter((one) => this.#holding.open.has(one)).length
    if (!lasting && failed < unremovedMax) return
    const { title, fixtures, resource } = kind
    const fixture = fixtureOf(session, fixtures.remove)
    const { method = '', path = '' } = fixture ?? lifeOf(session.contract, resource, 'delete') ?? {}
    const removal = fixture === undefined ? 'its removal' : `the fixture ${fixtures.remove}`
    this.#holding.blocker ??= `${aOf(title)} could not be removed again: ${removal} (${method} ${path}) was answered with ${came}, and it is still there: correct it in the profile`
  }
}
