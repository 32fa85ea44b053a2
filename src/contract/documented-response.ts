// Responses that a contract documents by status, as OpenAPI does.
import { problemType } from '../base/http/media-type.ts'
import { type Schema, schemaAt } from './schema.ts'

export interface DocumentedResponse {
  /** "200", "4XX" or "default". */
  readonly status: string
  /** In lower case; may contain ranges. Empty without a body. */
  readonly mediaTypes: readonly string[]
  readonly schema: Schema | null
  /** Null if any text is valid. */
  readonly text: Schema | null
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, DocumentedHeader>>
}

interface DocumentedHeader {
  readonly required: boolean
  readonly schema: Schema | null
}

interface Documented {
  readonly responses: readonly DocumentedResponse[]
}

interface WithResponse extends Documented {
  readonly wholeResponse: Schema | null
}

/** Returns the most specific entry. `default` documents errors only. */
export function documentedResponse({ responses }: Documented, status: number): DocumentedResponse | null {
  const named = (name: string): DocumentedResponse | undefined => responses.find((one) => one.status === name)
  const exact = named(String(status)) ?? named(`${Math.floor(status / 100)}XX`)
  return exact ?? (status >= 400 ? named('default') : undefined) ?? null
}

/** Counts `default` as documentation of any status. */
export function isDocumented(operation: Documented, status: number): boolean {
  return (
    documentedResponse(operation, status) !== null ||
    operation.responses.some((one) => one.status === 'default')
  )
}

/** Ignores `default`. */
export function isDocumentedServerError(operation: Documented, status: number): boolean {
  const found = status >= 500 ? documentedResponse(operation, status) : null
  return found !== null && found.status !== 'default'
}

/** Null if unspecified. */
export function successSchema(operation: WithResponse, status: number): Schema | null {
  const found = documentedResponse(operation, status)
  return found === null ? operation.wholeResponse : found.schema
}

/** The schema within the envelope. Null if unspecified. */
export function shownSchema(
  operation: WithResponse & { readonly envelope: { readonly response: string } },
  status: number,
): Schema | null {
  const whole = successSchema(operation, status)
  return whole === null ? null : within(whole, operation.envelope.response)
}

export function within(schema: Schema, envelope: string): Schema {
  return envelope === '' ? schema : (schemaAt(schema, envelope) ?? {})
}

export function isSuccess({ status }: DocumentedResponse): boolean {
  return status.startsWith('2')
}

export function successSchemas({ wholeResponse, responses }: WithResponse): readonly Schema[] {
  const all = [wholeResponse, ...responses.filter(isSuccess).map(({ schema }) => schema)]
  return [...new Set(all.filter((schema) => schema !== null))]
}

const isOfError = ({ status }: DocumentedResponse): boolean =>
  /^(?:4|default)/.test(status) && status !== '429'

/** The body of a 429 is never judged. */
export function judgedRefusals({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter((one) => (one.schema !== null || one.text !== null) && isOfError(one))
}

/** `status` must equal the response's (RFC 9457, 3.1.3). */
export function problemResponses({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter(
    (one) =>
      isOfError(one) &&
      one.mediaTypes.includes(problemType) &&
      (one.schema === null || schemaAt(one.schema, '/status') !== undefined),
  )
}

export function refusalClause({ status }: DocumentedResponse): string {
  return `response-${status.toLowerCase()}`
}
