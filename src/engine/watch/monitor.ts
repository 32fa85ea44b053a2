// Judges every exchange by the clauses that hold for all.

import {
  bodyOf,
  describeResponse,
  type Exchange,
  type ReceivedResponse,
  statusOf,
} from '../../base/exchange.ts'
import { at, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import {
  type Contract,
  clauseOfRule,
  clausesOf,
  type Operation,
  openPropertyOf,
  type Resource,
  resolvedSchema,
} from '../../contract/index.ts'
import {
  type Attempt,
  acceptedBody,
  ConformanceFailure,
  comparedOf,
  type EvidenceKind,
  isUnavailable,
  judgeRateLimited,
  type Observation,
  type Problem,
  type ShapeJudge,
  shapeJudge,
} from '../../oracle/index.ts'
import { declaredCredentials, type Knowledge } from '../../profile/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'
import { IdWatch } from './id-watch.ts'
import { OpenPointObserver } from './observer.ts'
import { Outages } from './outage.ts'
import { PassingRefusals } from './passing-refusals.ts'
import { ProfileJudge } from './profile-judge.ts'
import { RequestRate } from './request-rate.ts'
import { isMislabelled, isUnasked, mediaTypeProblem, repetitionIn } from './response-form.ts'
import { TimestampJudge } from './timestamp-judge.ts'
import type { Watch } from './watch.ts'

export class Monitor {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  // Only whole values: a part may occur by chance.
  readonly #credentials = new SecretMask(false)
  readonly #judges = new Map<string, ShapeJudge>()
  readonly #times = new TimestampJudge()
  readonly observer: OpenPointObserver
  readonly profileJudge: ProfileJudge
  readonly #ids: IdWatch
  readonly #watches: ReadonlyMap<string, Watch>
  /** The last response of each operation, as most repeat it. */
  readonly #watched = new Map<string, { readonly body: string; readonly says: readonly Observation[] }>()
  readonly #pace: RequestRate
  readonly outages = new Outages()
  readonly passingRefusals: PassingRefusals

  /** @param watches of suites, by operation */
  constructor(contract: Contract, knowledge: Knowledge, watches: ReadonlyMap<string, Watch> = new Map()) {
    this.#contract = contract
    this.#knowledge = knowledge
    for (const values of declaredCredentials(knowledge.profile, contract).values())
      for (const value of Object.values(values)) this.#credentials.add(value)
    this.#ids = new IdWatch(contract)
    this.#pace = new RequestRate(contract)
    this.passingRefusals = new PassingRefusals(contract)
    this.observer = new OpenPointObserver(contract, knowledge)
    this.profileJudge = new ProfileJudge(knowledge.profile, contract)
    this.#watches = watches
  }

  /** Call after an answer to an open point has narrowed schemas. */
  refresh(): void {
    this.#judges.clear()
  }

  /** Call before each request. */
  begin(request: Request): void {
    this.#ids.begin(request)
  }

  /** Never throws. */
  see(exchange: Attempt, request: Request): readonly Finding[] {
    const operation = this.#contract.operations.get(exchange.operation)
    const { response } = exchange
    this.observer.see(exchange, request)
    const ids = this.#ids.see(exchange, request)
    this.#pace.see(exchange)
    if (operation === undefined || response === null || response.status === 429) return []
    const { status } = response
    const observations = [
      ...(status >= 200 && status < 300 && operation.response !== null
        ? this.#response(operation, exchange, response, request)
        : []),
      ...this.#credentialsReturned(operation, exchange, response),
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

  /** Clauses that the response's form violates: only a well-formed response can be compared. */
  problems(exchange: Exchange): readonly string[] {
    const body = bodyOf(exchange)
    if (!body.ok)
      return [clauseOfRule(this.#contract, exchange.operation, 'response-json') ?? 'response-json']
    return this.#judge(exchange.operation)(body.value)
      .filter(({ problem }) => problem !== null)
      .map(({ clause }) => clause)
  }

  seeRateLimited(exchanges: readonly Exchange[]): readonly Finding[] {
    return exchanges.flatMap((exchange) =>
      judgeRateLimited(exchange, this.#contract).map((observation) => findingOf(observation, exchange)),
    )
  }

  #response(
    operation: Operation,
    exchange: Exchange,
    response: ReceivedResponse,
    { intent }: Request,
  ): readonly Observation[] {
    const body = bodyOf(exchange)
    const form = [...this.#of(exchange, 'response-json', mediaTypeProblem(exchange, response))]
    if (!body.ok) return form
    form.push(...this.#of(exchange, 'json-names-distinct', repetitionIn(response)))
    // The effects of an invalid request belong to the clause that should refuse it.
    if (intent === 'invalid') return form
    form.push(...this.#judge(exchange.operation)(body.value), ...this.#unnamed(operation, body.value))
    const isFormed = form.every(({ problem }) => problem === null)
    return isFormed && intent === 'valid' ? [...form, ...this.#watch(exchange, response)] : form
  }

  #watch(exchange: Exchange, { body }: ReceivedResponse): readonly Observation[] {
    const { operation } = exchange
    const watch = this.#watches.get(operation)
    if (watch === undefined) return []
    const last = this.#watched.get(operation)
    if (last?.body === body) return last.says
    const says = watch(exchange).map((one) => ({ ...one, clause: `${operation}.${one.clause}` }))
    this.#watched.set(operation, { body, says })
    return says
  }

  // While a required property's name is unknown, some member must hold one of its values.
  #unnamed({ response }: Operation, body: Json): readonly Observation[] {
    const open = openPropertyOf(response ?? {})
    if (open === null || open.requiredIn !== 'response' || !isObject(body)) return []
    const clause = clausesOf(open.schema).required
    const values = open.schema.enum
    if (clause === undefined || !Array.isArray(values)) return []
    if (this.#knowledge.known(open.point) !== undefined) return []
    const held = Object.values(body).some((value) => values.includes(value))
    const expected = `a member whose value is ${values.join(' or ')}`
    const says = `No member has a value of ${values.join(' or ')}.`
    return [{ clause, problem: held ? null : { says, expected, received: 'no such member' } }]
  }

  // Judges refusals, too, and credentials in any encoding.
  #credentialsReturned(
    operation: Operation,
    exchange: Attempt,
    { body, headers }: ReceivedResponse,
  ): readonly Observation[] {
    const secret = this.#resource(operation)?.secret ?? []
    if (secret.length === 0 || !this.#credentials.holdsAny) return []
    // Decodes escapes of JSON.
    const written = body.includes('\\') ? jsonText(bodyOf(exchange)) : ''
    const leaked = [body, written, ...Object.values(headers)].some((text) => this.#showsCredential(text))
    // A tenant that quotes an unreadable body cannot know its secrets.
    if (leaked && !exchange.accepted && isMislabelled(exchange)) return []
    // No evidence if the secret member is not an object.
    const shown = secret.map((pointer) => at(acceptedBody(exchange), pointer))
    const unread = shown.some((value) => value !== undefined && !isObject(value))
    if (!leaked && (!exchange.accepted || unread)) return []
    const problem = leaked
      ? {
          says: 'A response shows a credential that was sent.',
          expected: 'no credential in any response',
          received: `the credential that was sent, ${this.#placeOfCredential(exchange, headers)}`,
        }
      : null
    return this.#of(exchange, 'credentials-never-returned', problem)
  }

  #showsCredential(text: string): boolean {
    return this.#credentials.mask(text) !== text
  }

  #placeOfCredential(exchange: Exchange, headers: ReceivedResponse['headers']): string {
    const shows = (text: string): boolean => this.#showsCredential(text)
    const header = Object.entries(headers).find(([, value]) => shows(value))
    if (header !== undefined) return `in the header ${header[0]}`
    const body = bodyOf(exchange)
    const member = body.ok ? pointerOfText(body.value, shows) : null
    return member === null ? 'in the body' : `in ${member.slice(1).replaceAll('/', '.') || 'the body'}`
  }

  #service(exchange: Attempt, { intent, operation }: Request): readonly Observation[] {
    const status = statusOf(exchange)
    const failed = status >= 500
    const problem = (wrong: boolean, expected: string, request: string): Problem | null =>
      wrong
        ? {
            says: `${request} got ${status}.${this.#pace.describeBurst(exchange)}`,
            ...{ expected, received: describeResponse(exchange) },
          }
        : null
    if (intent === 'valid') {
      const unserved = failed || isUnasked(exchange)
      return unserved || exchange.accepted
        ? this.#of(
            { operation },
            'accepts',
            problem(unserved, 'a valid request is served, with a status that it asks for', 'A valid request'),
            'accepted',
          )
        : []
    }
    // A probe may be refused or accepted, so only its failure counts.
    if (status < 400 || (intent === 'probe' && !failed)) return []
    return this.#of(
      { operation },
      'no-server-error',
      problem(failed, 'a 4xx status', 'A request that may be refused'),
      'status',
    )
  }

  /** Reports only wrong statuses and unexpected bodies; checks find out whether the operation had its effect. */
  #deviations(
    { success, response }: Operation,
    exchange: Attempt,
    { status, bodyBytes }: ReceivedResponse,
    { intent }: Request,
  ): readonly Observation[] {
    if (success === null || intent !== 'valid' || !exchange.accepted) return []
    const observations: Observation[] = []
    if (!success.includes(status)) {
      const specified = success.join(' or ')
      const problem = {
        says: `A valid request got ${status}, not ${specified}.`,
        expected: `status ${specified}`,
        received: describeResponse(exchange),
      }
      observations.push(...this.#of(exchange, 'accepts', problem, 'status'))
    }
    if (response === null && bodyBytes > 0) {
      const problem = {
        says: 'There is a body where none is specified.',
        expected: 'no body',
        received: describeResponse(exchange),
      }
      observations.push(...this.#of(exchange, 'no-body', problem))
    }
    return observations
  }

  #timely(operation: Operation, exchange: Attempt, { intent }: Request): readonly Observation[] {
    const resource = this.#resource(operation)
    if (resource === undefined || !exchange.accepted || intent === 'invalid') return []
    const problem = this.#times.see(exchange, operation, resource)
    return problem === undefined ? [] : this.#of(exchange, 'times-current', problem, 'condition')
  }

  #of(
    { operation }: Pick<Exchange, 'operation'>,
    law: string,
    problem: Problem | null,
    kind: EvidenceKind = 'shape',
  ): readonly Observation[] {
    const clause = clauseOfRule(this.#contract, operation, law)
    return clause === null ? [] : [{ clause, problem, kind }]
  }

  #resource({ resource }: Operation): Resource | undefined {
    return this.#contract.resources.get(resource)
  }

  #judge(operation: string): ShapeJudge {
    const known = this.#judges.get(operation)
    if (known !== undefined) return known
    const schema = this.#contract.operations.get(operation)?.response ?? {}
    const judge = shapeJudge(resolvedSchema(schema, this.#knowledge.schemaAnswers, 'response'))
    this.#judges.set(operation, judge)
    return judge
  }
}

function pointerOfText(value: Json, isMeant: (text: string) => boolean, pointer = ''): string | null {
  if (typeof value === 'string') return isMeant(value) ? pointer : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    const found = pointerOfText(member as Json, isMeant, `${pointer}/${name}`)
    if (found !== null) return found
  }
  return null
}

function findingOf(
  { clause, problem, pointers = [], kind = 'shape' }: Observation,
  exchange: Exchange,
): Finding {
  if (problem === null)
    return {
      clause,
      says: 'satisfied',
      evidence: { kind, compared: comparedOf(exchange.operation, pointers), exchange },
    }
  const { says, ...detail } = problem
  const of = detail.pointers ?? pointers
  return {
    clause,
    says: 'violated',
    failure: new ConformanceFailure(says, {
      ...detail,
      ...(of.length === 0 ? {} : { pointers: of }),
      kind,
      exchange,
      control: null,
    }),
  }
}
