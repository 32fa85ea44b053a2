// Judges every exchange by the clauses that apply to all exchanges.

import { describeResponse, type Exchange, type ReceivedResponse, statusOf } from '../../base/exchange.ts'
import {
  type Contract,
  documentedResponse,
  isDocumentedServerError,
  type Operation,
  type Resource,
  successSchema,
} from '../../contract/index.ts'
import {
  type Attempt,
  isUnavailable,
  judgeRateLimited,
  type Observation,
  type Problem,
} from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'
import { CredentialJudge } from './credential-judge.ts'
import { DocumentedJudge } from './documented-judge.ts'
import { IdWatch } from './id-watch.ts'
import { findingOf, observationsOf } from './observations.ts'
import { OpenPointObserver } from './observer.ts'
import { Outages } from './outage.ts'
import { PassingRefusals } from './passing-refusals.ts'
import { ProfileJudge } from './profile-judge.ts'
import { RequestRate } from './request-rate.ts'
import { isUnasked } from './response-form.ts'
import { ResponseJudge, type Watch } from './response-judge.ts'
import { secretsSeen } from './secret-judge.ts'
import { TimestampJudge } from './timestamp-judge.ts'

/**
 * RFC 9110, sections 15.3.5 and 15.3.6: a 204 or 205 response has no body, although `2XX` may document one.
 */
function isEmptyByRange(operation: Operation, status: number): boolean {
  return [204, 205].includes(status) && documentedResponse(operation, status)?.status === '2XX'
}

export class Monitor {
  readonly #contract: Contract
  readonly #times = new TimestampJudge()
  readonly observer: OpenPointObserver
  readonly profileJudge: ProfileJudge
  readonly responses: ResponseJudge
  readonly #credentials: CredentialJudge
  readonly #documented: DocumentedJudge
  readonly #ids: IdWatch
  readonly #rate: RequestRate
  readonly outages = new Outages()
  readonly passingRefusals: PassingRefusals

  constructor(contract: Contract, knowledge: Knowledge, watches: ReadonlyMap<string, Watch> = new Map()) {
    this.#contract = contract
    this.#ids = new IdWatch(contract)
    this.#rate = new RequestRate(contract)
    this.passingRefusals = new PassingRefusals(contract)
    this.observer = new OpenPointObserver(contract, knowledge)
    this.profileJudge = new ProfileJudge(knowledge.profile, contract)
    this.responses = new ResponseJudge(contract, knowledge, watches)
    this.#documented = new DocumentedJudge(contract)
    this.#credentials = new CredentialJudge(contract, knowledge.profile)
  }

  /** Call this method before each request. */
  begin(request: Request): void {
    this.#ids.begin(request)
  }

  /** Never throws. */
  see(exchange: Attempt, request: Request): readonly Finding[] {
    const operation = this.#contract.operations.get(exchange.operation)
    const { response } = exchange
    this.observer.see(exchange, request)
    const ids = this.#ids.see(exchange, request)
    this.#rate.see(exchange)
    if (operation === undefined || response === null || response.status === 429) return []
    const { status } = response
    const observations = [
      ...(status >= 200 &&
      status < 300 &&
      successSchema(operation, status) !== null &&
      !isEmptyByRange(operation, status)
        ? this.responses.see(operation, exchange, response, request)
        : []),
      ...this.#credentials.see(operation, exchange, response),
      ...this.#documented.see(operation, exchange, response, request),
      ...secretsSeen(this.#contract, operation, exchange),
      ...this.#deviations(operation, exchange, response, request),
      ...this.#timely(operation, exchange, request),
    ]
    const served = this.#service(exchange, request).map((observation) => findingOf(observation, exchange))
    const unavailable = isUnavailable(exchange)
    if (!unavailable) this.outages.noteServed(exchange, request.intent)
    for (const finding of unavailable ? served : []) this.outages.see(finding, exchange, request.intent)
    return [
      ...ids,
      ...this.profileJudge.see(exchange, request),
      ...(unavailable ? [] : served),
      ...observations.map((observation) => findingOf(observation, exchange)),
    ]
  }

  seeRateLimited(exchanges: readonly Exchange[]): readonly Finding[] {
    return exchanges.flatMap((exchange) =>
      judgeRateLimited(exchange, this.#contract).map((observation) => findingOf(observation, exchange)),
    )
  }

  #service(exchange: Attempt, { intent, operation }: Request): readonly Observation[] {
    const status = statusOf(exchange)
    const known = this.#contract.operations.get(operation)
    const failed = status >= 500 && !(known !== undefined && isDocumentedServerError(known, status))
    const problem = (wrong: boolean, expected: string, request: string): Problem | null =>
      wrong
        ? {
            says: `${request} got ${status}.${this.#rate.describeBurst(exchange)}`,
            ...{ expected, received: describeResponse(exchange) },
          }
        : null
    if (intent === 'valid') {
      const unserved = failed || isUnasked(exchange)
      return unserved || exchange.accepted
        ? observationsOf(
            this.#contract,
            { operation },
            'accepts',
            problem(unserved, 'a valid request is served, with an expected status', 'A valid request'),
            'accepted',
          )
        : []
    }
    // For a probe, only a server error counts.
    if (status < 400 || (intent === 'probe' && !failed)) return []
    return observationsOf(
      this.#contract,
      { operation },
      'no-server-error',
      problem(failed, 'a 4xx status', 'A request that the tenant may refuse'),
      'status',
    )
  }

  #deviations(
    operation: Operation,
    exchange: Attempt,
    { status, bodyBytes }: ReceivedResponse,
    { intent }: Request,
  ): readonly Observation[] {
    const { success } = operation
    if (success === null || intent !== 'valid' || !exchange.accepted) return []
    const observations: Observation[] = []
    if (!success.includes(status)) {
      const specified = success.join(' or ')
      const problem = {
        says: `A valid request got ${status}, not ${specified}.`,
        expected: `status ${specified}`,
        received: describeResponse(exchange),
      }
      observations.push(...observationsOf(this.#contract, exchange, 'accepts', problem, 'status'))
    }
    if (operation.response === null && bodyBytes > 0) {
      const problem = {
        says: 'The response has a body, but the specification describes no body.',
        expected: 'no body',
        received: describeResponse(exchange),
      }
      observations.push(...observationsOf(this.#contract, exchange, 'no-body', problem))
    }
    return observations
  }

  #timely(operation: Operation, exchange: Attempt, { intent }: Request): readonly Observation[] {
    const resource = this.#resource(operation)
    if (resource === undefined || !exchange.accepted || intent === 'invalid') return []
    const problem = this.#times.see(exchange, operation, resource)
    return problem === undefined
      ? []
      : observationsOf(this.#contract, exchange, 'times-current', problem, 'condition')
  }

  #resource({ resource }: Operation): Resource | undefined {
    return this.#contract.resources.get(resource)
  }
}
