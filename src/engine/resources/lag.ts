// What was made may be found only a moment later; what is never found was not made, whatever its creation was answered with.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { clauseOfLaw } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure, Inconclusive } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions } from '../session/session.ts'
import type { Holding } from './holding.ts'
import { isGone } from './proof.ts'

// Where what was made is copied to where it is read from, that takes a moment.
const foundAfterMs = [250, 1_000, 2_000] as const

// What is unknown need not get 404: these say as well that a valid request is refused for what it names.
const refusals: readonly number[] = [400, 422]

export class Lag {
  readonly #holding: Holding
  /** Whether a valid request was refused with one of `refusals` however often it was sent: then it is for another reason. */
  #otherReason = false

  constructor(holding: Holding) {
    this.#holding = holding
  }

  /** Whether a request is answered as if one did not exist of which no other request was accepted since its creation. */
  hides(
    id: string,
    { intent, operation }: Request,
    { as = 'full' }: SendOptions,
    exchange: Attempt,
  ): boolean {
    const { open, deleted, session, kind } = this.#holding
    const known = open.get(id)
    const served = session.config.profile.operations?.[operation]?.supported !== false
    const asked = served && as === 'full' && (intent === 'valid' || intent === 'probe')
    const made = kind.resource.life.create !== undefined && known !== undefined
    const unseen = asked && made && known.found !== true && !deleted.has(id)
    return unseen && (isGone(exchange) || (intent === 'valid' && this.#mayBeUnknown(exchange)))
  }

  #mayBeUnknown(exchange: Attempt): boolean {
    return !this.#otherReason && refusals.includes(statusOf(exchange))
  }

  /** Sends it again, for it was not carried out, until the one is found or it is certain that it will not be. */
  async overcome(request: Request, options: SendOptions, first: Attempt): Promise<Attempt> {
    const { session, kind } = this.#holding
    const last = await session.patience.until(first, {
      what: `${kind.title} that was made`,
      look: () => session.send(request, options),
      isThere: (exchange) => !isGone(exchange) && !refusals.includes(statusOf(exchange)),
      waitsMs: foundAfterMs,
    })
    if (refusals.includes(statusOf(last))) this.#otherReason = true
    return last
  }

  /**
   * Tells of one that was not found that its creation said is there.
   * @throws Inconclusive always: no other clause can be judged by it
   */
  tell(id: string, exchange: Attempt): never {
    const { session, kind } = this.#holding
    const created = this.#holding.creationOf(id)
    const clause = clauseOfLaw(session.contract, created?.operation ?? '', 'stored')
    const missing = new Inconclusive(
      `nothing is found under the id that the creation of a ${kind.title} returned`,
    )
    if (created === undefined || clause === null) throw missing
    const waitedMs = foundAfterMs.reduce((sum, waitMs) => sum + waitMs, 0)
    const failure = new ConformanceFailure('Nothing is found under the id that a creation returned.', {
      expected: `the ${kind.title} that was made, ${waitedMs} ms later at the latest`,
      received: describeResponse(exchange),
      exchange,
      control: created,
    })
    session.findings.add({ clause, says: 'violated', failure })
    throw missing
  }
}
