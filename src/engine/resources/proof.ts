// Proof of whose a resource is: an answer shows it as the run's before it is changed or removed; somebody else's is let go.
import type { Exchange } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { digestOf } from '../ledger/ledger-entry.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { SendOptions } from '../session/session.ts'
import type { Holding, Owned } from './holding.ts'
import { nameIn } from './kind.ts'
import { list } from './listing.ts'
import { bearsRun, describeId } from './ownership.ts'
import type { Reader } from './reader.ts'

/** Whose one is, as a read shows it. */
export type Ownership = 'own' | 'stranger' | 'gone' | 'unclear'

/** So many that nothing has shown to be the run's yet are looked for in one list. */
export const provenAtOnceMin = 2
// So many creations that are answered with what is not the run's show that no other one is to be tried.
const strangersMax = 3
const lostAskedMax = 3

export class Proof {
  readonly #holding: Holding
  readonly #reader: Reader
  /** Those that the tenant has lost at once; null where it has not. */
  #lost: ReadonlySet<string> | null = null
  #strangers = 0
  #listTells = true

  constructor(holding: Holding, reader: Reader) {
    this.#holding = holding
    this.#reader = reader
  }

  /** What is known of one as the answer to its creation shows it, or else a read; null where neither shows it as the run's. */
  async ofCreation(id: string, shown: Json | undefined, sent: JsonObject): Promise<Owned | null> {
    if (this.#bears(shown, sent)) return { sent, shown: false }
    const read = await this.#reader.read(id, { cleaning: true })
    return read.is === 'there' && this.#bears(read.shown, sent) ? { sent, shown: true } : null
  }

  /** Whether an answer to an accepted request shows it as the run's. */
  sees(shown: Json, { sent }: Owned): boolean {
    return this.#bears(shown, sent)
  }

  /**
   * Notes those of which a list shows that they are the run's, and those that a check has deleted and that are on it no more:
   * one request for what would be one or two of each.
   */
  async ofListed(
    ids: readonly string[],
    deleted: readonly string[],
    options: SendOptions = { cleaning: true },
  ): Promise<void> {
    const { session, kind, open } = this.#holding
    const listing = await list(session, kind, '', options)
    const there = new Set(listing?.items?.map(({ id }) => id))
    // What is not on one page may be on another one.
    if (listing?.items && listing.whole) for (const id of deleted) if (!there.has(id)) this.#holding.gone(id)
    for (const { id, item } of listing?.items ?? []) {
      const known = open.get(id)
      // What a list does not show as the run's it may show in part: a read tells.
      if (known !== undefined && ids.includes(id)) known.shown ||= this.#bears(item, known.sent)
    }
  }

  /** Whether a list shows all that there are. What the contract's own list shows is judged, and what a faulty tenant took is no matter of it. */
  get isListed(): boolean {
    const { session, kind } = this.#holding
    return kind.depth === 0 && fixtureOf(session, kind.fixtures.list) !== undefined
  }

  /** Whether a list shows it as the run's: where others are not proven either, for all of them. */
  async #isListedAsOwn(known: Owned, options: SendOptions): Promise<boolean> {
    const unproven = [...this.#holding.open].flatMap(([id, { shown }]) => (shown ? [] : [id]))
    if (!this.#listTells || !this.isListed || unproven.length < provenAtOnceMin) return false
    await this.ofListed(unproven, [], options)
    // Lists may lag, or show a part: what one did not show is read from then on.
    this.#listTells = known.shown
    return known.shown
  }

  /** Whose it is, as a list or a read shows it. The run lets go of what is somebody else's. */
  async of(id: string, known: Owned, options: SendOptions): Promise<Ownership> {
    if (await this.#isListedAsOwn(known, options)) return 'own'
    const read = await this.#reader.read(id, options)
    if (read.is !== 'there') return read.is === 'gone' ? 'gone' : 'unclear'
    const { kind } = this.#holding
    const { nameAt } = kind.resource
    const name = nameIn(kind, read.shown)
    // What shows less than one has shows nobody's.
    if (nameAt !== null && at(read.shown, nameAt) === undefined) return 'unclear'
    known.shown =
      this.#bears(read.shown, known.sent) ||
      (name !== undefined && (known.names?.has(digestOf(name)) ?? false))
    if (known.shown) return 'own'
    // Where there is no name, nothing tells one that another process of the run made from somebody's.
    if (nameAt === null && known.sent === null) return 'unclear'
    this.#holding.disown(id)
    this.noteStranger(id)
    return 'stranger'
  }

  /**
   * Whether it went together with all the others that there were. Once may be a restart; a tenant that loses
   * what was made since then is judged by it.
   */
  async areLost(id: string, known: Owned): Promise<boolean> {
    if (this.#lost !== null) return this.#lost.has(id)
    const { open } = this.#holding
    const others = [...open].filter(([other]) => other !== id).slice(0, lostAskedMax)
    // Where none was ever there, none can be lost.
    if (!known.shown && !others.some(([, { shown }]) => shown)) return false
    const before = [...open.keys()]
    let gone = 0
    for (const [other] of others) {
      const read = await this.#reader.read(other, {})
      // A check may have removed it meanwhile.
      if (!open.has(other)) continue
      if (read.is !== 'gone') return false
      gone += 1
    }
    if (gone > 0) this.#lost ??= new Set(before)
    return this.#lost?.has(id) ?? false
  }

  /** @param telling whether the request held what the run could have been recognised by: where it did not, the answer shows nothing */
  noteStranger(id: Json, telling = true): void {
    const { session, kind } = this.#holding
    if (!telling) return
    this.#strangers += 1
    if (this.#strangers > strangersMax) return
    session.emit({
      type: 'note',
      message: `A creation was answered with the id ${describeId(id)}, which can't be used or is shown as somebody else's: nothing is changed or removed by it.`,
    })
    if (this.#strangers === strangersMax)
      this.#holding.blocker ??= `the tenant answers creations with what is not the run's (${kind.name})`
  }

  #bears(shown: Json | undefined, sent: JsonObject | null): boolean {
    const { session, kind } = this.#holding
    return bearsRun(shown, session.marker, sent, kind.resource)
  }
}

/** Whether an answer says that what was asked for is not there. */
export function isGone({ response }: Exchange): boolean {
  return response?.status === 404 || response?.status === 410
}
