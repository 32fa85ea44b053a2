// Judges successful responses by their JSON, by their schema, and by the watch functions of suites.
import { type Exchange, type ReceivedResponse, statusOf, wholeBodyOf } from '../../base/exchange.ts'
import { essenceOf, isJsonType } from '../../base/http/media-type.ts'
import { isObject, type Json } from '../../base/json.ts'
import {
  type Contract,
  clauseOfRule,
  clausesOf,
  type Operation,
  openPropertyOf,
  resolvedSchema,
  type Schema,
  successSchema,
} from '../../contract/index.ts'
import { type Observation, type ShapeJudge, shapeJudge } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { Request } from '../requests/request.ts'
import { observationsOf } from './observations.ts'
import { mediaTypeProblem, repetitionIn } from './response-form.ts'

/**
 * A function of a suite, which receives each well-formed response to a valid request. It must return equal
 * observations for equal responses.
 */
export type Watch = (exchange: Exchange) => readonly Observation[]

export class ResponseJudge {
  readonly #contract: Contract
  readonly #knowledge: Knowledge
  readonly #judges = new Map<Schema, ShapeJudge>()
  readonly #watches: ReadonlyMap<string, Watch>
  /** Caches the last result, because most responses repeat the response before. */
  readonly #watched = new Map<string, { readonly body: string; readonly says: readonly Observation[] }>()

  constructor(contract: Contract, knowledge: Knowledge, watches: ReadonlyMap<string, Watch>) {
    this.#contract = contract
    this.#knowledge = knowledge
    this.#watches = watches
  }

  /** Call this method after a change of the schemas. */
  refresh(): void {
    this.#judges.clear()
  }

  /** Returns the clauses about form that the response violates. */
  problems(exchange: Exchange): readonly string[] {
    const body = wholeBodyOf(exchange)
    if (!body.ok)
      return [clauseOfRule(this.#contract, exchange.operation, 'response-json') ?? 'response-json']
    return this.#judge(exchange)(body.value)
      .filter(({ problem }) => problem !== null)
      .map(({ clause }) => clause)
  }

  see(
    operation: Operation,
    exchange: Exchange,
    response: ReceivedResponse,
    { intent }: Request,
  ): readonly Observation[] {
    const body = wholeBodyOf(exchange)
    const form = [
      ...observationsOf(this.#contract, exchange, 'response-json', mediaTypeProblem(exchange, response)),
    ]
    if (!body.ok) return form
    form.push(...observationsOf(this.#contract, exchange, 'json-names-distinct', repetitionIn(response)))
    // Other clauses judge the effects of an invalid request.
    if (intent === 'invalid') return form
    if (isOtherType(operation, response)) return form
    form.push(...this.#judge(exchange)(body.value), ...this.#unnamed(operation, body.value))
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

  // While the name of the open property is unknown, one member must contain a value of this property.
  #unnamed({ response }: Operation, body: Json): readonly Observation[] {
    const open = openPropertyOf(response ?? {})
    if (open === null || open.requiredIn !== 'response' || !isObject(body)) return []
    const clause = clausesOf(open.schema).required
    const values = open.schema.enum
    if (clause === undefined || !Array.isArray(values)) return []
    if (this.#knowledge.known(open.point) !== undefined) return []
    const held = Object.values(body).some((value) => values.includes(value))
    const expected = `a member whose value is ${values.join(' or ')}`
    const says = `No member has the value ${values.join(' or ')}.`
    return [{ clause, problem: held ? null : { says, expected, received: 'no member with such a value' } }]
  }

  #judge(exchange: Exchange): ShapeJudge {
    const operation = this.#contract.operations.get(exchange.operation)
    const schema = (operation && successSchema(operation, statusOf(exchange))) ?? anySchema
    const known = this.#judges.get(schema)
    if (known !== undefined) return known
    const judge = shapeJudge(resolvedSchema(schema, this.#knowledge.schemaAnswers, 'response'))
    this.#judges.set(schema, judge)
    return judge
  }
}

const anySchema: Schema = {}

function isOtherType({ responses }: Operation, { headers }: ReceivedResponse): boolean {
  const type = essenceOf(headers['content-type'])
  return responses.length > 0 && type !== '' && !isJsonType(type)
}
