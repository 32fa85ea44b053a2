// A supply: ones of a resource that no operation of the contract creates, made by the profile's fixture or given by the operator.

import { bodyOf, describeResponse, isUnserved, statusOf } from '../../base/exchange.ts'
import { at, equal, idTextOf, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Attempt, Inconclusive, NotAllowed, NotRun } from '../../oracle/index.ts'
import { creationOutcomeOf, isUnsent } from '../ledger/creation-outcome.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import type { Request } from '../requests/request.ts'
import { aOf, type Kind } from './kind.ts'
import { type ListedItem, list } from './listing.ts'
import { describeId, isUsableId } from './ownership.ts'
import type { Pool } from './pool.ts'

/** One that is the run's to delete. */
export interface Supplied {
  readonly id: string
  /** The exchange that made it; null for one that was given, whose existence is not certain. */
  readonly created: Attempt | null
  /** The exchange by which the tenant gave the same id to another one, after this one was deleted; null where it has not. */
  readonly givenAgain: () => Attempt | null
}

/** An id that the tenant gave to another one after a deletion. */
export interface Reuse {
  readonly id: string
  /** The exchange that gave it again. */
  readonly again: Attempt
}

/** A creation that was answered with an id. */
interface Candidate {
  readonly request: Request
  readonly number: number
  readonly created: Attempt
  /** The answer's body. */
  readonly shown: Json
  /** The id in it. */
  readonly told: Json
}

export class Supply {
  readonly #pool: Pool
  readonly #ledger: Ledger
  readonly #given: string[]
  /** Made beside those that had the id of another one, and not needed yet. */
  readonly #spare: Supplied[] = []
  /** The last exchange that gave an id to another one. */
  readonly #givenAgain = new Map<string, Attempt>()
  #firstReuse: Reuse | null = null

  constructor(pool: Pool, ledger: Ledger) {
    this.#pool = pool
    this.#ledger = ledger
    this.#given = [...pool.given]
  }

  /** The first id that the tenant gave again in this run; null where it gave none. */
  get reuse(): Reuse | null {
    return this.#firstReuse
  }

  /**
   * One that exists, for the check to delete.
   * @param owned receives the key of one that was made
   * @throws NotRun where there is none to be had, Inconclusive where making one fails
   */
  async take(owned: string[]): Promise<Supplied> {
    const [one] = await this.takeSome(1, owned)
    return one
  }

  /**
   * As many as there are, up to a number: one list proves of all that were made whose they are.
   * @throws as `take` where there is none at all
   */
  async takeSome(count: number, owned: string[]): Promise<readonly [Supplied, ...Supplied[]]> {
    const { kind, session } = this.#pool
    if (!session.allows('destructive'))
      throw new NotAllowed(`it deletes ${aOf(kind.title)}: run with --writes destructive`)
    const { made, failure } = await this.#make(count, owned)
    const given = this.#given.splice(0, count - made.length).map((id) => this.#supplied(id, null))
    const [first, ...others] = [...made, ...given]
    if (first === undefined) throw failure ?? new NotRun(`no ${kind.title} to delete: ${wayTo(kind)}`)
    return [first, ...others]
  }

  /** New ones, none without the fixture; and why one could not be made. */
  async #make(
    count: number,
    owned: string[],
  ): Promise<{ readonly made: readonly Supplied[]; readonly failure: Inconclusive | null }> {
    const { kind, session } = this.#pool
    const fixture = fixtureOf(session, kind.fixtures.create)
    if (fixture === undefined) return { made: [], failure: null }
    const requestOf = (unique: string): Request =>
      fixtureRequest(kind.fixtures.create, fixture, { unique }, 'destructive')
    // Where nothing tells a new one from one that was there, what was there does.
    const named = isNamed(requestOf(session.marker), session.marker)
    const before = named ? null : await this.#list()
    session.reserve(count)
    try {
      // Nothing else may rely on an id that requests about the earlier one may still name: those of it are put aside.
      const makeOne = async (): Promise<Candidate | Inconclusive> => {
        const unique = `${session.marker}-${session.next()}`
        const number = await this.#ledger.intend(kind.name, unique, { unnamed: !named })
        return this.#send(requestOf(unique), number, fixture.id ?? kind.resource.id)
      }
      const made: Supplied[] = this.#spare.splice(0, count)
      let failure: Inconclusive | null = null
      for (let round = 0; made.length < count && failure === null && round < roundsMax; round += 1) {
        // Where one can't be made, no more are tried.
        const first = await makeOne()
        const wanted = (count - made.length) * 2 ** round
        const others = first instanceof Inconclusive ? 0 : Math.min(wanted, atOnceMax) - 1
        const outcomes = await Promise.allSettled([first, ...Array.from({ length: others }, makeOne)])
        const ended = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        const candidates = ended.flatMap((one) => (one instanceof Inconclusive ? [] : [one]))
        failure = ended.find((one) => one instanceof Inconclusive) ?? null
        const after = candidates.length === 0 ? null : await this.#list()
        for (const candidate of candidates) {
          const one = this.#tracked(candidate, { before, after })
          if (one instanceof Inconclusive) failure ??= one
          else if (one.givenAgain() === null) (made.length < count ? made : this.#spare).push(one)
        }
        for (const one of outcomes) if (one.status === 'rejected') throw one.reason
      }
      owned.push(...made.map(({ id }) => id))
      if (made.length === 0) failure ??= new Inconclusive(onlyAgain(kind), 'specification')
      return { made, failure }
    } finally {
      session.reserve(-count)
    }
  }

  /** Sends a creation. @param pointer where the answer has the id */
  async #send(request: Request, number: number, pointer: string): Promise<Candidate | Inconclusive> {
    const { kind, session } = this.#pool
    const created = await session.send(request).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      if (isUnsent(error)) this.#ledger.refused(number)
      throw error
    })
    const answer = bodyOf(created)
    const shown = answer.ok && statusOf(created) < 300 ? answer.value : undefined
    const told = at(shown, pointer)
    if (told !== undefined) return { request, number, created, shown: shown ?? null, told }
    this.#ledger.unclear(number, creationOutcomeOf(created))
    return new Inconclusive(
      `the fixture ${kind.fixtures.create} made no ${kind.title}: ${describeResponse(created)}`,
      isUnserved(created) ? 'failing' : 'user',
    )
  }

  /** What was made, if that is the run's. @param listed those that there were, and are: null where that is not known */
  #tracked(
    { request, number, created, shown, told }: Candidate,
    { before, after }: Readonly<Record<'before' | 'after', readonly ListedItem[] | null>>,
  ): Supplied | Inconclusive {
    const { kind } = this.#pool
    const { create, list: listing } = kind.fixtures
    const id = idTextOf(told)
    const isAgain = typeof id === 'string' && this.#pool.isFree(id)
    const isNew = statusOf(created) === 201 && !(before?.some((one) => one.id === id) ?? false)
    const item = after?.find((one) => one.id === id)?.item ?? shown
    const isKnown = typeof id === 'string' && this.#pool.knows(id)
    if (!isUsableId(id, kind.idLength) || isKnown !== isAgain || !this.#isOurs(item, request, isNew)) {
      this.#ledger.unclear(number, 'unknown')
      if (isKnown)
        return new Inconclusive(
          `the fixture ${create} was answered with the id ${describeId(told)}, which another ${kind.title} of this run has: it is not deleted`,
        )
      return new Inconclusive(
        `the fixture ${create} was answered with the ${kind.title} ${describeId(told)}, which does not show what was sent: it may be somebody else's, and is not deleted. Have the fixture's body carry {unique} in a member that the tenant returns, or declare fixtures.${listing}`,
      )
    }
    this.#pool.track(number, id, created)
    if (isAgain) this.#noteAgain(id, created)
    return this.#supplied(id, created)
  }

  /** One, which hears when its id is given to another one; of one that has its id from another one, that is known at once. */
  #supplied(id: string, created: Attempt | null): Supplied {
    const earlier = this.#givenAgain.get(id)
    const isNow = earlier !== undefined && earlier === created
    return {
      ...{ id, created },
      givenAgain: () => {
        const last = this.#givenAgain.get(id) ?? null
        return isNow || last !== earlier ? last : null
      },
    }
  }

  #noteAgain(id: string, created: Attempt): void {
    if (this.#givenAgain.size === 0)
      this.#pool.session.emit({
        type: 'note',
        message: `The tenant gives the id of a deleted ${this.#pool.kind.title} to a new one (${describeId(id)}): what it answers about a deleted one is judged only before that.`,
      })
    this.#firstReuse ??= { id, again: created }
    this.#givenAgain.set(id, created)
  }

  /** @param shown it as the list has it, else as the answer did */
  #isOurs(shown: Json, { body }: Request, isNew: boolean): boolean {
    if (jsonText(shown).includes(this.#pool.session.marker)) return true
    // One that was there may hold all that was sent as well.
    return isNew && isObject(body) && Object.keys(body).length > 0 && holds(shown, body)
  }

  /** Those that the tenant lists; null where it lists none. */
  async #list(): Promise<readonly ListedItem[] | null> {
    return (await list(this.#pool.session, this.#pool.kind, '', {}))?.items ?? null
  }
}

// So often as many are made anew whose ids deleted ones had.
const roundsMax = 6
const atOnceMax = 16

const onlyAgain = ({ title }: Kind): string =>
  `the tenant gave each new ${title} the id of one that was deleted before, however many were made: what is asked about one could concern another`

/** What an operator can do so that there are some. */
function wayTo({ resource, fixtures }: Kind): string {
  const declare = `declare fixtures.${fixtures.create} in the profile`
  return resource.supplied === null ? declare : `supply ${resource.supplied.environment} or ${declare}`
}

/** Whether the request says by that text whose it is. */
function isNamed({ body }: Request, unique: string): boolean {
  return jsonText(body ?? null).includes(unique)
}

/** Whether `shown` holds all that `sent` does, and perhaps more. */
function holds(shown: Json | undefined, sent: Json): boolean {
  if (!isObject(sent)) return equal(shown, sent)
  return isObject(shown) && Object.entries(sent).every(([name, value]) => holds(shown[name], value))
}
