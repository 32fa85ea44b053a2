// Provides resources that no operation creates. They come from a fixture of the profile, or from the user.

import { bodyOf, describeResponse, isServerFailure, statusOf } from '../../base/exchange.ts'
import { at, equal, idTextOf, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Attempt, Inconclusive, isUndecided, NotAllowed, NotRun } from '../../oracle/index.ts'
import { creationOutcomeOf } from '../ledger/creation-outcome.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import type { Request } from '../requests/request.ts'
import { aOf } from './grammar.ts'
import type { Kind } from './kind.ts'
import { type ListedItem, list } from './listing.ts'
import { bearsMarker, describeId, isUsableId } from './recognition/ownership.ts'
import type { ResourceTracker } from './resource-tracker.ts'

export interface PreProvisionedResource {
  readonly id: string
  /** Null for a resource from the user, which may be missing. */
  readonly created: Attempt | null
  readonly givenAgain: () => Attempt | null
}

export interface Reuse {
  readonly id: string
  readonly again: Attempt
}

interface Candidate {
  readonly request: Request
  readonly number: number
  readonly created: Attempt
  readonly shown: Json
  readonly told: Json
}

export class PreProvisioned {
  readonly #pool: ResourceTracker
  readonly #ledger: Ledger
  readonly #given: string[]
  readonly #spare: PreProvisionedResource[] = []
  readonly #givenAgain = new Map<string, Attempt>()
  #firstReuse: Reuse | null = null

  constructor(pool: ResourceTracker, ledger: Ledger) {
    this.#pool = pool
    this.#ledger = ledger
    this.#given = [...pool.given]
  }

  get reuse(): Reuse | null {
    return this.#firstReuse
  }

  /**
   * @param owned receives the key of a created resource
   * @throws NotRun if there is no resource
   * @throws Inconclusive if the creation fails
   */
  async take(owned: string[]): Promise<PreProvisionedResource> {
    const [one] = await this.takeSome(1, owned)
    return one
  }

  /** @throws NotRun or Inconclusive for the same reasons as `take` */
  async takeSome(
    count: number,
    owned: string[],
  ): Promise<readonly [PreProvisionedResource, ...PreProvisionedResource[]]> {
    const { kind, session } = this.#pool
    if (!session.limits.allows('destructive'))
      throw new NotAllowed(`the check deletes ${aOf(kind.title)}: run with --writes destructive`)
    const { made, failure } = await this.#make(count, owned)
    const given = this.#given.splice(0, count - made.length).map((id) => this.#supplied(id, null))
    const [first, ...others] = [...made, ...given]
    if (first === undefined) throw failure ?? new NotRun(`no ${kind.title} to delete: ${wayTo(kind)}`)
    return [first, ...others]
  }

  async #make(
    count: number,
    owned: string[],
  ): Promise<{ readonly made: readonly PreProvisionedResource[]; readonly failure: Inconclusive | null }> {
    const { kind, session } = this.#pool
    const fixture = fixtureOf(session, kind.fixtures.create)
    if (fixture === undefined) return { made: [], failure: null }
    const requestOf = (unique: string): Request =>
      fixtureRequest(kind.fixtures.create, fixture, { unique }, 'destructive')
    // Without the marker, only a comparison with an earlier list identifies a new resource.
    const named = isNamed(requestOf(session.marker), session.marker)
    const before = named ? null : await this.#list()
    if (before !== null) this.#ledger.existing(kind.name, new Set(before.map(({ id }) => id)))
    session.reserve(count)
    try {
      // Late requests for a deleted resource may concern a new resource with the same id, so the loop creates
      // further resources.
      const makeOne = async (): Promise<Candidate | Inconclusive> => {
        const unique = `${session.marker}-${session.next()}`
        const number = await this.#ledger.intend(kind.name, unique, { unnamed: !named })
        return this.#send(requestOf(unique), number, fixture.id ?? kind.resource.id)
      }
      const made: PreProvisionedResource[] = this.#spare.splice(0, count)
      let failure: Inconclusive | null = null
      for (let round = 0; made.length < count && failure === null && round < roundsMax; round += 1) {
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

  async #send(request: Request, number: number, pointer: string): Promise<Candidate | Inconclusive> {
    const { kind, session } = this.#pool
    const created = await session.send(request).catch((error: unknown) => {
      if (isUndecided(error)) this.#ledger.refused(number)
      throw error
    })
    const answer = bodyOf(created)
    const shown = answer.ok && statusOf(created) < 300 ? answer.value : undefined
    const told = at(shown, pointer)
    if (told !== undefined) return { request, number, created, shown: shown ?? null, told }
    this.#ledger.unclear(number, creationOutcomeOf(created))
    return new Inconclusive(
      `the fixture ${kind.fixtures.create} created no ${kind.title}: ${describeResponse(created)}`,
      isServerFailure(created) ? 'failing' : 'user',
    )
  }

  #tracked(
    { request, number, created, shown, told }: Candidate,
    { before, after }: Readonly<Record<'before' | 'after', readonly ListedItem[] | null>>,
  ): PreProvisionedResource | Inconclusive {
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
          `the fixture ${create} returned the id ${describeId(told)}, which belongs to another ${kind.title} of this run: the run does not delete the ${kind.title} with this id`,
        )
      return new Inconclusive(
        `the fixture ${create} returned the ${kind.title} ${describeId(told)}, which does not show the sent values: this ${kind.title} may belong to another client, and the run does not delete it. Put {unique} into a member of the fixture's body that the tenant returns, or declare fixtures.${listing}`,
      )
    }
    this.#pool.track(number, id, created)
    if (isAgain) this.#noteAgain(id, created)
    return this.#supplied(id, created)
  }

  #supplied(id: string, created: Attempt | null): PreProvisionedResource {
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
        message: `The tenant gives the id of a deleted ${this.#pool.kind.title} to a new ${this.#pool.kind.title} (${describeId(id)}): responses about the deleted ${this.#pool.kind.title} count only until this id is reused.`,
      })
    this.#firstReuse ??= { id, again: created }
    this.#givenAgain.set(id, created)
  }

  /** @param shown the item of the list, or else the response to the creation */
  #isOurs(shown: Json, { body }: Request, isNew: boolean): boolean {
    if (bearsMarker(shown, this.#pool.session.marker)) return true
    // For an older resource, equal values prove nothing.
    return isNew && isObject(body) && Object.keys(body).length > 0 && holds(shown, body)
  }

  async #list(): Promise<readonly ListedItem[] | null> {
    return (await list(this.#pool.session, this.#pool.kind, '', {}))?.items ?? null
  }
}

const roundsMax = 6
const atOnceMax = 16

const onlyAgain = ({ title }: Kind): string =>
  `the tenant gave every new ${title} the id of a deleted ${title}: a request about the deleted ${title} could concern the new one`

function wayTo({ resource, fixtures }: Kind): string {
  const declare = `declare fixtures.${fixtures.create} in the profile`
  return resource.supplied === null ? declare : `supply ${resource.supplied.environment} or ${declare}`
}

function isNamed({ body }: Request, unique: string): boolean {
  return jsonText(body ?? null).includes(unique)
}

function holds(shown: Json | undefined, sent: Json): boolean {
  if (!isObject(sent)) return equal(shown, sent)
  return isObject(shown) && Object.entries(sent).every(([name, value]) => holds(shown[name], value))
}
