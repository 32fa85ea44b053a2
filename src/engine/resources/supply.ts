// A supply: ones of a resource that no operation of the contract creates, made by the profile's fixture or given by the operator.
import { bodyOf, describeResponse, statusOf } from '../../base/exchange.ts'
import { at, equal, isObject, type Json } from '../../base/json.ts'
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
}

export class Supply {
  readonly #pool: Pool
  readonly #ledger: Ledger
  readonly #given: string[]

  constructor(pool: Pool, ledger: Ledger) {
    this.#pool = pool
    this.#ledger = ledger
    this.#given = [...pool.given]
  }

  /**
   * One that exists, for the check to delete.
   * @param owned receives the key of one that was made
   * @throws NotRun where there is none to be had, Inconclusive where making one fails
   */
  async take(owned: string[]): Promise<Supplied> {
    const { kind, session } = this.#pool
    if (!session.allows('destructive'))
      throw new NotAllowed(`it deletes ${aOf(kind.title)}: run with --writes destructive`)
    const made = await this.#make(owned)
    if (made !== null && !(made instanceof Inconclusive)) return made
    const id = this.#given.shift()
    if (id !== undefined) return { id, created: null }
    throw made ?? new NotRun(`no ${kind.title} to delete: ${wayTo(kind)}`)
  }

  /** A new one; null without the fixture, or why there is none. */
  async #make(owned: string[]): Promise<Supplied | Inconclusive | null> {
    const { kind, session } = this.#pool
    const name = kind.fixtures.create
    const fixture = fixtureOf(session, name)
    if (fixture === undefined) return null
    const unique = `${session.marker}-${session.next()}`
    const request = fixtureRequest(name, fixture, { unique }, 'destructive')
    const named = JSON.stringify(request.body ?? null).includes(unique)
    // Where nothing tells a new one from one that was there, what was there does.
    const before = named ? null : await this.#list()
    const number = await this.#ledger.intend(kind.name, unique, { unnamed: !named })
    session.reserve(1)
    try {
      const made = await this.#outcome(request, number, fixture.id ?? kind.resource.id, before)
      if (!(made instanceof Inconclusive)) owned.push(made.id)
      return made
    } finally {
      session.reserve(-1)
    }
  }

  /** @param before those that there were; null where that is not known */
  async #outcome(
    request: Request,
    number: number,
    pointer: string,
    before: readonly ListedItem[] | null,
  ): Promise<Supplied | Inconclusive> {
    const { kind, session } = this.#pool
    const { create, list: listing } = kind.fixtures
    const created = await session.send(request).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      if (isUnsent(error)) this.#ledger.refused(number)
      throw error
    })
    const answer = bodyOf(created)
    const shown = answer.ok && statusOf(created) < 300 ? answer.value : undefined
    const told = at(shown, pointer)
    if (told === undefined) {
      this.#ledger.unclear(number, creationOutcomeOf(created))
      return new Inconclusive(`the fixture ${create} made no ${kind.title}: ${describeResponse(created)}`)
    }
    const id = typeof told === 'number' ? String(told) : told
    const there = before?.some((one) => one.id === id) ?? false
    const made = statusOf(created) === 201 && !there
    if (
      !isUsableId(id, kind.idLength) ||
      this.#pool.knows(id) ||
      !(await this.#isOurs(id, shown ?? null, request, made))
    ) {
      this.#ledger.unclear(number, 'unknown')
      return new Inconclusive(
        `the fixture ${create} was answered with the ${kind.title} ${describeId(told)}, which does not show what was sent: it may be somebody else's, and is not deleted. Have the fixture's body carry {unique} in a member that the tenant returns, or declare fixtures.${listing}`,
      )
    }
    this.#pool.track(number, id, created)
    return { id, created }
  }

  // The answer shows it, or the list where there is one.
  async #isOurs(id: string, answered: Json, { body }: Request, made: boolean): Promise<boolean> {
    const shown = (await this.#list())?.find((one) => one.id === id)?.item ?? answered
    if (JSON.stringify(shown).includes(this.#pool.session.marker)) return true
    // One that was there may hold all that was sent as well.
    return made && isObject(body) && Object.keys(body).length > 0 && holds(shown, body)
  }

  /** Those that the tenant lists; null where it lists none. */
  async #list(): Promise<readonly ListedItem[] | null> {
    return (await list(this.#pool.session, this.#pool.kind, '', {}))?.items ?? null
  }
}

/** What an operator can do so that there are some. */
function wayTo({ resource, fixtures }: Kind): string {
  const declare = `declare fixtures.${fixtures.create} in the profile`
  return resource.supplied === null ? declare : `supply ${resource.supplied.environment} or ${declare}`
}

/** Whether `shown` holds all that `sent` does, and perhaps more. */
function holds(shown: Json | undefined, sent: Json): boolean {
  if (!isObject(sent)) return equal(shown, sent)
  return isObject(shown) && Object.entries(sent).every(([name, value]) => holds(shown[name], value))
}
