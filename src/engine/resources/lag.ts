// Waits for created resources that reads return late.
import { describeResponse, isNotFound, statusOf } from '../../base/exchange.ts'
import { clauseOfRule } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure, Inconclusive } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions } from '../session/session.ts'
import type { TrackedResources } from './tracked-resources.ts'

// Milliseconds between reads while the tenant replicates the resource.
const foundAfterMs = [250, 1_000, 2_000] as const

// Some tenants refuse an unknown id with these statuses instead of 404.
const refusals: readonly number[] = [400, 422]

export class Lag {
  readonly #holding: TrackedResources
  #otherReason = false

  constructor(holding: TrackedResources) {
    this.#holding = holding
  }

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
    return unseen && (isNotFound(exchange) || (intent === 'valid' && this.#mayBeUnknown(exchange)))
  }

  #mayBeUnknown(exchange: Attempt): boolean {
    return !this.#otherReason && refusals.includes(statusOf(exchange))
  }

  async overcome(request: Request, options: SendOptions, first: Attempt): Promise<Attempt> {
    const { session, kind } = this.#holding
    const last = await session.readAfterWrite.until(first, {
      what: `${kind.title} that was made`,
      look: () => session.send(request, options),
      isThere: (exchange) => !isNotFound(exchange) && !refusals.includes(statusOf(exchange)),
      waitsMs: foundAfterMs,
    })
    if (refusals.includes(statusOf(last))) this.#otherReason = true
    return last
  }

  /** @throws Inconclusive always */
  tell(id: string, exchange: Attempt): never {
    const { session, kind } = this.#holding
    const created = this.#holding.creationOf(id)
    const clause = clauseOfRule(session.contract, created?.operation ?? '', 'stored')
    const missing = new Inconclusive(`a read with the id that the creation returned finds no ${kind.title}`)
    if (created === undefined || clause === null) throw missing
    const waitedMs = foundAfterMs.reduce((sum, waitMs) => sum + waitMs, 0)
    const failure = new ConformanceFailure(
      'A read with the id that the creation returned finds no resource.',
      {
        expected: `the new ${kind.title}, at most ${waitedMs} ms after its creation`,
        received: describeResponse(exchange),
        exchange,
        control: created,
      },
    )
    session.findings.add({ clause, says: 'violated', failure })
    throw missing
  }
}
