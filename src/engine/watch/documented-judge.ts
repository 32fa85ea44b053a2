// Judges a response by the contract's documentation of its status.
import { describeResponse, type ReceivedResponse, wholeBodyOf } from '../../base/exchange.ts'
import { essenceOf, isJsonType, isOfRange, problemType } from '../../base/http/media-type.ts'
import { at, type Json } from '../../base/json.ts'
import {
  type Contract,
  type DocumentedResponse,
  documentedResponse,
  isDocumented,
  type Operation,
  refusalClause,
} from '../../contract/index.ts'
import {
  type Attempt,
  conforms,
  firstProblem,
  isUnavailable,
  type Observation,
  type Problem,
} from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import { observationsOf } from './observations.ts'

export class DocumentedJudge {
  readonly #contract: Contract

  constructor(contract: Contract) {
    this.#contract = contract
  }

  see(
    operation: Operation,
    exchange: Attempt,
    response: ReceivedResponse,
    { intent }: Request,
  ): readonly Observation[] {
    if (operation.responses.length === 0 || isUnavailable(exchange)) return []
    const told = (rule: string, problem: Problem | null): readonly Observation[] =>
      observationsOf(this.#contract, exchange, rule, problem)
    const { status } = response
    const known = documentedResponse(operation, status)
    // Other clauses forbid undocumented server errors.
    const judged = intent === 'valid' && (status < 500 || known !== null)
    return [
      ...(judged ? told('documented-status', statusProblem(operation, exchange, status)) : []),
      ...(known === null ? [] : this.#formOf(known, exchange, response, intent, told)),
    ]
  }

  #formOf(
    known: DocumentedResponse,
    exchange: Attempt,
    response: ReceivedResponse,
    intent: Request['intent'],
    told: (rule: string, problem: Problem | null) => readonly Observation[],
  ): readonly Observation[] {
    // A server in front of the API may have refused a probe.
    if (response.status >= 400 && intent === 'probe') return []
    if (isOfFront(response.status) && !/^\d+$/.test(known.status)) return []
    const ofBody = known.mediaTypes.length > 0 && response.body !== ''
    const isRefusal = response.status >= 400 && exchange.request.method !== 'HEAD'
    const ofRefusal = isRefusal && known.schema !== null && isJudgedAsJson(response)
    const ofText = isRefusal && known.text !== null && isJudgedAsText(response)
    return [
      ...(ofBody ? told('documented-media-type', mediaTypeProblem(known, exchange, response)) : []),
      ...(Object.keys(known.headers).length > 0
        ? told('response-headers', headerProblem(known, response))
        : []),
      ...(ofRefusal ? told(refusalClause(known), bodyProblem(known, exchange)) : []),
      ...(ofText ? told(refusalClause(known), textProblem(known, exchange, response)) : []),
      ...(isRefusal && essenceOf(response.headers['content-type']) === problemType
        ? told('problem-status', shownStatusProblem(exchange, response))
        : []),
    ]
  }
}

/** Statuses of servers in front of the API. */
function isOfFront(status: number): boolean {
  return [408, 413, 414, 421, 431].includes(status) || (status >= 494 && status <= 499) || status >= 520
}

function statusProblem(operation: Operation, exchange: Attempt, status: number): Problem | null {
  const named = operation.success ?? []
  if (named.includes(status) || isDocumented(operation, status)) return null
  return {
    says: `A valid request got ${status}, which is not documented.`,
    expected: `a documented status: ${[...new Set([...named.map(String), ...operation.responses.map((one) => one.status)])].join(', ')}`,
    received: describeResponse(exchange),
  }
}

// Another clause judges a body with another media type.
function isJudgedAsJson({ headers }: ReceivedResponse): boolean {
  const type = essenceOf(headers['content-type'])
  return type === '' || isJsonType(type)
}

// The run does not know the text of other encodings than UTF-8.
function isJudgedAsText({ headers, wellFormed }: ReceivedResponse): boolean {
  return essenceOf(headers['content-type']) === 'text/plain' && wellFormed
}

/** Ignores a line end at the end of the body. */
function textProblem(
  { text, status }: DocumentedResponse,
  exchange: Attempt,
  { body }: ReceivedResponse,
): Problem | null {
  if (text === null || conforms(text, body.replace(/\r?\n$/, ''))) return null
  const problem = firstProblem(text, body)
  if (problem === undefined) return null
  return {
    says: problem,
    expected: `a text that the schema of ${status} allows`,
    received: describeResponse(exchange),
  }
}

function shownStatusProblem(exchange: Attempt, { status }: ReceivedResponse): Problem | null {
  const body = wholeBodyOf(exchange)
  const shown = body.ok ? at(body.value, '/status') : undefined
  if (typeof shown !== 'number' || shown === status) return null
  return {
    says: `The response has the status ${status}, but its body contains the status ${shown}.`,
    expected: `"status": ${status}`,
    received: describeResponse(exchange),
  }
}

function mediaTypeProblem(
  { mediaTypes, status: documented }: DocumentedResponse,
  exchange: Attempt,
  { headers, status }: ReceivedResponse,
): Problem | null {
  const type = essenceOf(headers['content-type'])
  const expected = `a body of media type ${mediaTypes.join(' or ')}, as documented for ${documented}`
  if (!mediaTypes.some((range) => isOfRange(type, range)))
    return {
      says: `The response with status ${status} has ${type === '' ? 'no media type' : `the media type ${type}`}.`,
      ...{ expected, received: `content-type: ${type || 'none'}` },
    }
  const body = wholeBodyOf(exchange)
  if (status >= 400 || !isJsonType(type) || body.ok) return null
  return { says: 'The body is not JSON.', expected, received: `no JSON: ${body.message}` }
}

function bodyProblem({ schema, status }: DocumentedResponse, exchange: Attempt): Problem | null {
  const body = wholeBodyOf(exchange)
  const expected = `a body that the schema of ${status} allows`
  const received = describeResponse(exchange)
  if (!body.ok) return { says: `The body of a refusal is not JSON: ${body.message}.`, expected, received }
  const problem = schema === null ? undefined : firstProblem(schema, body.value)
  return problem === undefined ? null : { says: problem, expected, received }
}

function headerProblem({ headers, status }: DocumentedResponse, response: ReceivedResponse): Problem | null {
  for (const [name, { required, schema }] of Object.entries(headers)) {
    const value = response.headers[name]
    const expected = `the header ${name} as documented for ${status}`
    if (value === undefined && required)
      return { says: `The header ${name} is missing.`, expected, received: `no header ${name}` }
    if (
      value !== undefined &&
      schema !== null &&
      schema.type !== 'object' &&
      !readings(value).some((one) => conforms(schema, one))
    )
      return {
        says: `The header ${name} has a value that its schema does not allow.`,
        ...{ expected, received: `${name}: ${value}` },
      }
  }
  return null
}

/** In OpenAPI's style "simple", a text may represent several values. */
function readings(text: string): readonly Json[] {
  const plain = (value: string): Json => {
    if (value === 'true' || value === 'false') return value === 'true'
    return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  }
  const parts = text.split(',').map((part) => part.trim())
  return [text, plain(text), parts, parts.map(plain)]
}
