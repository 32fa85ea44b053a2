// Responses that a contract documents by status, as OpenAPI does.
import { problemType } from '../base/http/media-type.ts'
import { type Schema, schemaAt } from './schema.ts'

export interface DocumentedResponse {
  /** "200", "4XX" or "default". */
  readonly status: string
  /** In lower case; may hold ranges such as "text/*". Empty without a body. */
  readonly mediaTypes: readonly string[]
  /** Of a JSON body; null if unspecified. */
  readonly schema: Schema | null
  /** Of a text body, which documents no JSON; null if it restricts no text. */
  readonly text: Schema | null
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, DocumentedHeader>>
}

interface DocumentedHeader {
  readonly required: boolean
  /** Null if unspecified. */
  readonly schema: Schema | null
}

interface Documented {
  readonly responses: readonly DocumentedResponse[]
}

interface WithResponse extends Documented {
  readonly wholeResponse: Schema | null
}

/** Returns the most exact documentation of a status. `default` documents errors only. */
export function documentedResponse({ responses }: Documented, status: number): DocumentedResponse | null {
  const named = (name: string): DocumentedResponse | undefined => responses.find((one) => one.status === name)
  const exact = named(String(status)) ?? named(`${Math.floor(status / 100)}XX`)
  return exact ?? (status >= 400 ? named('default') : undefined) ?? null
}

/** Also true by a `default`, which stands for every other status. */
export function isDocumented(operation: Documented, status: number): boolean {
  return (
    documentedResponse(operation, status) !== null ||
    operation.responses.some((one) => one.status === 'default')
  )
}

/** A `default` documents no server error. */
export function isDocumentedServerError(operation: Documented, status: number): boolean {
  const found = status >= 500 ? documentedResponse(operation, status) : null
  return found !== null && found.status !== 'default'
}

/** The schema of the whole body of a success with this status; null if unspecified. */
export function successSchema(operation: WithResponse, status: number): Schema | null {
  const found = documentedResponse(operation, status)
  return found === null ? operation.wholeResponse : found.schema
}

/** The schema of the resource in a success with this status; null if unspecified. */
export function shownSchema(
  operation: WithResponse & { readonly envelope: { readonly response: string } },
  status: number,
): Schema | null {
  const whole = successSchema(operation, status)
  return whole === null ? null : within(whole, operation.envelope.response)
}

/** Anything if the schema does not list the envelope. */
export function within(schema: Schema, envelope: string): Schema {
  return envelope === '' ? schema : (schemaAt(schema, envelope) ?? {})
}

export function isSuccess({ status }: DocumentedResponse): boolean {
  return status.startsWith('2')
}

/** All schemas of successes, each once. */
export function successSchemas({ wholeResponse, responses }: WithResponse): readonly Schema[] {
  const all = [wholeResponse, ...responses.filter(isSuccess).map(({ schema }) => schema)]
  return [...new Set(all.filter((schema) => schema !== null))]
}

const isOfError = ({ status }: DocumentedResponse): boolean =>
  /^(?:4|default)/.test(status) && status !== '429'

/** Refusals whose body has a schema. The run never judges the body of a 429. */
export function judgedRefusals({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter((one) => (one.schema !== null || one.text !== null) && isOfError(one))
}

/** Errors that are problems whose status may be shown (RFC 9457, 3.1.3). */
export function problemResponses({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter(
    (one) =>
      isOfError(one) &&
      one.mediaTypes.includes(problemType) &&
      (one.schema === null || schemaAt(one.schema, '/status') !== undefined),
  )
}

/** The name of the clause of its body. */
export function refusalClause({ status }: DocumentedResponse): string {
  return `response-${status.toLowerCase()}`
}
