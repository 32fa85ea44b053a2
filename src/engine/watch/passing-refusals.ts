// Refusals of a valid token that pass: the same request is served when it comes again at once under the same token.
import { describeResponse, type Exchange } from '../../base/exchange.ts'
import { timesInWords } from '../../base/numbers/times.ts'
import { type Contract, clauseOfLaw } from '../../contract/index.ts'
import { ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'

// Where several nodes stand behind one address, one may know of a token that is new, or ended, before another does: so often it has to
// be served before, and afterwards.
const servedMin = 30
const timesMin = 3

interface Refusal {
  readonly finding: Finding
  readonly authorization: string
  /** How often the token had been served. */
  readonly servedBefore: number
}

export class PassingRefusals {
  readonly #contract: Contract
  /** How often each token was served so far. */
  readonly #served = new Map<string, number>()
  readonly #refusals: Refusal[] = []

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** Told of a token that was served, by its Authorization header. */
  noteServed(authorization: string): void {
    this.#served.set(authorization, this.#servedSoFar(authorization) + 1)
  }

  wasServed(authorization: string): boolean {
    return this.#served.has(authorization)
  }

  /** Told of a refusal, and of what the same request was answered with at once under the same token. */
  see(refused: Exchange, control: Exchange, authorization: string): void {
    const clause = clauseOfLaw(this.#contract, refused.operation, 'accepts')
    if (clause === null) return
    const failure = new ConformanceFailure(
      'A valid token was refused now and then: the same request was served when it came again at once.',
      {
        ...{ expected: 'a valid request is served', received: describeResponse(refused) },
        ...{ kind: 'accepted', exchange: refused, control },
      },
    )
    const finding = { clause, says: 'violated', failure } as const
    this.#refusals.push({ finding, authorization, servedBefore: this.#servedSoFar(authorization) })
  }

  /** What counts, when all is seen: what comes again and again. */
  conclude(): readonly Finding[] {
    const lasting = this.#refusals.filter(
      ({ authorization, servedBefore }) =>
        servedBefore >= servedMin && this.#servedSoFar(authorization) - servedBefore >= servedMin,
    )
    return lasting.length < timesMin ? [] : lasting.map(({ finding }) => finding)
  }

  #servedSoFar(authorization: string): number {
    return this.#served.get(authorization) ?? 0
  }

  /** What to say of those that do not count. */
  notes(): readonly string[] {
    const { length } = this.#refusals
    if (length === 0 || this.conclude().length > 0) return []
    return [
      `A valid token was refused with 401, and served when the same request came again: ${timesInWords(length)} in the run.`,
    ]
  }
}
