// Judges every exchange by the declarations of the profile.
import { clip } from '../../base/clip.ts'
import { type Exchange, isClientError, statusOf, wholeBodyOf } from '../../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Contract, isOf, type OpenPoint } from '../../contract/index.ts'
import {
  type Attempt,
  acceptedBody,
  ConformanceFailure,
  type FailureDetail,
  Inconclusive,
  type PayloadJudge,
  payloadJudge,
} from '../../oracle/index.ts'
import { declaredAnswer, type Profile } from '../../profile/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'
import { clauseOfPoint } from './profile-clause.ts'

// Statuses for other reasons than the content (RFC 9110, section 15.5; RFC 6585).
const otherRefusals: readonly number[] = [401, 403, 404, 405, 409, 410, 413, 414, 429, 431]

export class ProfileJudge {
  readonly #profile: Profile
  readonly #contract: Contract
  readonly #errorBody: PayloadJudge | null

  constructor(profile: Profile, contract: Contract) {
    this.#profile = profile
    this.#contract = contract
    this.#errorBody =
      profile.errorBody === undefined ? null : payloadJudge(profile.errorBody as JsonObject | boolean)
  }

  see(exchange: Attempt, request: Request): readonly Finding[] {
    const { operation, response } = exchange
    if (response === null) return []
    const { status, body } = response
    const { success, invalidRequest } = this.#profile.operations?.[operation] ?? {}
    const refused = isClientError(exchange)
    const findings: Finding[] = []
    if (success !== undefined && request.intent === 'valid' && exchange.accepted)
      findings.push(statusFinding(`profile.${operation}.success`, exchange, success))
    if (invalidRequest !== undefined && request.intent === 'invalid' && refused)
      if (!otherRefusals.includes(status))
        findings.push(statusFinding(`profile.${operation}.invalid-request`, exchange, invalidRequest))
    if (refused || status >= 500) findings.push(...this.#error(exchange, body))
    return [...findings, ...this.#defaults(exchange, request)]
  }

  /** @param problem null if the payload has the declared shape */
  seePayload(problem: string | null | Inconclusive): Finding {
    const point = this.#contract.openPoints.find(
      ({ kind, of }) => kind === 'schema' && of?.name === 'deliveries',
    )
    if (point === undefined) throw new Error('the contract has no open point for the payload of deliveries')
    const clause = clauseOfPoint(point, this.#contract)
    if (problem instanceof Inconclusive) return openFinding(clause, problem)
    return findingOf(clause, null, problem, 'the declared shape of an event', { kind: 'shape' })
  }

  #error(exchange: Exchange, body: string): readonly Finding[] {
    if (this.#errorBody === null) return []
    const problem = wholeBodyOf(exchange).ok ? this.#errorBody(body) : 'the body is not JSON'
    if (problem instanceof Inconclusive) return [openFinding('profile.any.error-body', problem)]
    const received = problem === null ? null : `${clip(body, 200)}: ${problem}`
    return [
      findingOf('profile.any.error-body', exchange, received, 'the declared shape of an error', {
        kind: 'shape',
      }),
    ]
  }

  #defaults(exchange: Attempt, { intent, body }: Request): readonly Finding[] {
    if (intent === 'invalid' || !exchange.accepted || !isObject(body)) return []
    return this.#contract.openPoints
      .filter(({ kind, statement }) => kind === 'default-of' && statement !== null)
      .filter((point) => isOf(point, exchange.operation))
      .flatMap((point) => {
        const [member, declared] = [this.#memberOf(point), declaredAnswer(point, this.#profile)]
        if (typeof member !== 'string' || declared === undefined || member in body) return []
        const value = acceptedBody(exchange)[member]
        const received = equal(value, declared) ? null : jsonText(value ?? null)
        return [
          findingOf(clauseOfPoint(point, this.#contract), exchange, received, String(declared), {
            pointers: [`/${tokenOf(member)}`],
          }),
        ]
      })
  }

  #memberOf({ of }: OpenPoint): Json | undefined {
    const naming = this.#contract.openPoints.find(({ id }) => id === of?.property)
    return naming === undefined ? of?.pointer.slice(1) : declaredAnswer(naming, this.#profile)
  }
}

function openFinding(clause: string, { message, origin }: Inconclusive): Finding {
  return { clause, says: 'open', verdict: 'inconclusive', reason: message, origin }
}

function statusFinding(clause: string, exchange: Exchange, declared: readonly number[]): Finding {
  const status = statusOf(exchange)
  const received = declared.includes(status) ? null : `status ${status}`
  return findingOf(clause, exchange, received, `status ${declared.join(' or ')}`, { kind: 'status' })
}

function findingOf(
  clause: string,
  exchange: Exchange | null,
  received: string | null,
  expected: string,
  of: Pick<FailureDetail, 'kind' | 'pointers'>,
): Finding {
  if (received === null)
    return { clause, says: 'satisfied', evidence: { kind: 'condition', compared: [], exchange } }
  const detail = { ...of, expected, received, exchange, control: null }
  return {
    clause,
    says: 'violated',
    failure: new ConformanceFailure('The tenant does not do what its profile declares.', detail),
  }
}
