// Judges temporary refusals of a valid token.
import { describeResponse, type Exchange } from '../../base/exchange.ts'
import { timesInWords } from '../../base/numbers/times.ts'
import { type Contract, clauseOfRule } from '../../contract/index.ts'
import { ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'

// A node of the tenant may learn about a token late. A refusal counts only after and before this number of
// acceptances.
const servedMin = 30
const timesMin = 3

interface Refusal {
  readonly finding: Finding
  readonly authorization: string
  readonly servedBefore: number
}

export class PassingRefusals {
  readonly #contract: Contract
  readonly #served = new Map<string, number>()
  readonly #refusals: Refusal[] = []

  constructor(contract: Contract) {
    this.#contract = contract
  }

  noteServed(authorization: string): void {
    this.#served.set(authorization, this.#servedSoFar(authorization) + 1)
  }

  wasServed(authorization: string): boolean {
    return this.#served.has(authorization)
  }

  /** @param control the same request, repeated immediately */
  see(refused: Exchange, control: Exchange, authorization: string): void {
    const clause = clauseOfRule(this.#contract, refused.operation, 'accepts')
    if (clause === null) return
    const failure = new ConformanceFailure(
      'A valid token was sometimes refused: the tenant accepted the same request when the run repeated it immediately.',
      {
        ...{ expected: 'a valid request is served', received: describeResponse(refused) },
        ...{ kind: 'accepted', exchange: refused, control },
      },
    )
    const finding = { clause, says: 'violated', failure } as const
    this.#refusals.push({ finding, authorization, servedBefore: this.#servedSoFar(authorization) })
  }

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

  notes(): readonly string[] {
    const { length } = this.#refusals
    if (length === 0 || this.conclude().length > 0) return []
    return [
      `A valid token was refused with 401, but accepted when the request was repeated: ${timesInWords(length)} in the run.`,
    ]
  }
}
