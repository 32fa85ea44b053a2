// Proves that the run created a resource before the run changes or removes it.
import { bodyOf } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { digestOf } from '../ledger/ledger-entry.ts'
import { fixtureOf } from '../requests/fixture.ts'
import { idOf } from '../requests/operation-request.ts'
import type { SendOptions } from '../session/session.ts'
import { aOf } from './grammar.ts'
import { nameIn } from './kind.ts'
import { list } from './listing.ts'
import type { Reader } from './reader.ts'
import { bearsRun, describeId, isOwnId, repeats } from './recognition/ownership.ts'
import { agrees, resembles } from './recognition/resemblance.ts'
import type { Owned, TrackedResources } from './tracked-resources.ts'

export type Ownership = 'own' | 'stranger' | 'gone' | 'unclear'

/** From this number of resources on, one list needs fewer requests than reads. */
export const provenAtOnceMin = 2
// After this many creations of unproven resources, the run creates no more.
const strangersMax = 3
const lostAskedMax = 3

export class Proof {
  readonly #holding: TrackedResources
  readonly #reader: Reader
  /** Keys of resources that the tenant lost all at once, for example at a restart. */
  #lost: ReadonlySet<string> | null = null
  #strangers = 0
  /** Ids that existed before the first creation. Null if no list is complete. */
  #existing: Promise<ReadonlySet<string> | null> | undefined
  #listTells = true

  constructor(holding: TrackedResources, reader: Reader) {
    this.#holding = holding
    this.#reader = reader
  }

  async ofCreation(id: string, shown: Json | undefined, sent: JsonObject): Promise<Owned | null> {
    if (this.#bears(shown, sent)) return { sent, shown: false }
    if (this.#isOwn(id)) return { sent, shown: true }
    const read = await this.#reader.read(id, { cleaning: true })
    const seen = read.is === 'there' ? read.shown : undefined
    return this.#bears(seen, sent) || (await this.#isNew(id, seen, sent)) ? { sent, shown: true } : null
  }

  /**
   * Lists the existing resources. Call this method before a creation without the marker.
   * @param unnamed true for a resource that only a comparison of lists identifies
   * @throws NotRun if the program cannot write the ledger
   */
  async noteExisting(unnamed: boolean): Promise<void> {
    if ((this.#isNamed && !unnamed) || this.#holding.kind.depth > 0) return
    this.#existing ??= this.#listed()
    await this.#existing
  }

  async #listed(): Promise<ReadonlySet<string> | null> {
    const { session, kind, ledger } = this.#holding
    const listing = await list(session, kind, '', { cleaning: true }).catch(() => null)
    if (listing?.whole !== true) return null
    const ids = new Set(listing.items?.map(({ id }) => id))
    ledger.existing(kind.name, ids)
    return ids
  }

  get #isNamed(): boolean {
    const { session, kind } = this.#holding
    return kind.resource.nameAt !== null && session.contract.openapi === null
  }

  async #isNew(id: string, seen: Json | undefined, sent: JsonObject): Promise<boolean> {
    if (this.#isNamed || (await this.#existing)?.has(id) !== false) return false
    return resembles(seen, sent) || agrees(seen, sent)
  }

  sees(shown: Json, { sent }: Owned): boolean {
    return this.#bears(shown, sent)
  }

  /** Proves ownership with one list. Records deleted resources as gone if the list omits them. */
  async ofListed(
    ids: readonly string[],
    deleted: readonly string[],
    options: SendOptions = { cleaning: true },
  ): Promise<void> {
    const { session, kind, open } = this.#holding
    const listing = await list(session, kind, '', options)
    const there = new Set(listing?.items?.map(({ id }) => id))
    // An incomplete list proves nothing, because the resource may be on another page.
    if (listing?.items && listing.whole) for (const id of deleted) if (!there.has(id)) this.#holding.gone(id)
    for (const { id, item } of listing?.items ?? []) {
      const known = open.get(id)
      // A list may omit members, so a read decides.
      if (known !== undefined && ids.includes(id)) known.shown ||= this.#bears(item, known.sent)
    }
  }

  /** True if a fixture lists all resources. The list operation does not count, because checks judge it. */
  get isListed(): boolean {
    const { session, kind } = this.#holding
    return kind.depth === 0 && fixtureOf(session, kind.fixtures.list) !== undefined
  }

  async #isListedAsOwn(known: Owned, options: SendOptions): Promise<boolean> {
    const unproven = [...this.#holding.open].flatMap(([id, { shown }]) => (shown ? [] : [id]))
    if (!this.#listTells || !this.isListed || unproven.length < provenAtOnceMin) return false
    await this.ofListed(unproven, [], options)
    // A list that does not show this resource may be incomplete or late.
    this.#listTells = known.shown
    return known.shown
  }

  /** Finds out whether the run created the resource. If another client did, the run stops tracking it. */
  async of(id: string, known: Owned, options: SendOptions): Promise<Ownership> {
    if (await this.#isListedAsOwn(known, options)) return 'own'
    const read = await this.#reader.read(id, options)
    if (read.is !== 'there') return read.is === 'gone' ? 'gone' : 'unclear'
    const { kind } = this.#holding
    const { nameAt } = kind.resource
    const name = nameIn(kind, read.shown)
    if (nameAt !== null && at(read.shown, nameAt) === undefined && !this.#isOwn(id)) return 'unclear'
    known.shown =
      this.#isOwn(id) ||
      this.#bears(read.shown, known.sent) ||
      this.#repeatsCreation(id, read.shown) ||
      (name !== undefined && (known.names?.has(digestOf(name)) ?? false))
    if (known.shown) return 'own'
    // Another process of this run may have created the resource.
    if (nameAt === null && known.sent === null) return 'unclear'
    this.#holding.disown(id)
    this.noteStranger(id)
    return 'stranger'
  }

  /** Returns true if this resource got lost in the first loss of all resources, for example at a restart. */
  async areLost(id: string, known: Owned): Promise<boolean> {
    if (this.#lost !== null) return this.#lost.has(id)
    const { open } = this.#holding
    const others = [...open].filter(([other]) => other !== id).slice(0, lostAskedMax)
    if (!known.shown && !others.some(([, { shown }]) => shown)) return false
    const before = [...open.keys()]
    let gone = 0
    for (const [other] of others) {
      const read = await this.#reader.read(other, {})
      if (!open.has(other)) continue
      if (read.is !== 'gone') return false
      gone += 1
    }
    if (gone > 0) this.#lost ??= new Set(before)
    return this.#lost?.has(id) ?? false
  }

  /** @param telling false to report nothing, for a request without the marker */
  noteStranger(id: Json, telling = true): void {
    const { session, kind } = this.#holding
    if (!telling) return
    this.#strangers += 1
    if (this.#strangers > strangersMax) return
    session.emit({
      type: 'note',
      message: `The creation of ${aOf(kind.title)} returned the id ${describeId(id)}, but the id is unusable, or a read with this id does not show the sent values. The run does not change this resource, because it may belong to another client. Check "id" and "idIn" in resources/${kind.resource.name}.json of the contract.`,
    })
    if (this.#strangers === strangersMax)
      this.#holding.blocker ??= {
        found: `${strangersMax} creations of ${aOf(kind.title)} returned an unusable id, or an id for which a read does not show the sent values`,
        removal: null,
      }
  }

  #repeatsCreation(id: string, shown: Json | undefined): boolean {
    const created = this.#holding.creationOf(id)
    const answer = created === undefined ? null : bodyOf(created)
    return answer?.ok === true && repeats(shown, answer.value, this.#holding.kind.resource)
  }

  /** Returns true if the run chose the id. Ids of other clients do not contain the marker of this run. */
  #isOwn(key: string): boolean {
    const { session, kind } = this.#holding
    return kind.resource.idIn !== null && isOwnId(idOf(key, kind.depth), session.marker)
  }

  #bears(shown: Json | undefined, sent: JsonObject | null): boolean {
    const { session, kind } = this.#holding
    return bearsRun(shown, session.marker, sent, kind.resource)
  }
}
