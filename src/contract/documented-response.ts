// Responses that a contract documents by status, as in OpenAPI.
import { problemType } from '../base/http/media-type.ts'
import { type Schema, schemaAt } from './schema.ts'

export interface DocumentedResponse {
  /** A status ("200"), a class of statuses ("4XX"), or "default". */
  readonly status: string
  /** Media types or ranges ("text/*") in lower case. Empty if the response has no body. */
  readonly mediaTypes: readonly string[]
  readonly schema: Schema | null
  /** Schema of a text body. Null if any text is valid. */
  readonly text: Schema | null
  /** Headers by name in lower case. */
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

export function documentedResponse({ responses }: Documented, status: number): DocumentedResponse | null {
  const named = (name: string): DocumentedResponse | undefined => responses.find((one) => one.status === name)
  const exact = named(String(status)) ?? named(`${Math.floor(status / 100)}XX`)
  return exact ?? (status >= 400 ? named('default') : undefined) ?? null
}

/** Returns whether the operation documents the status. `default` documents every status. */
export function isDocumented(operation: Documented, status: number): boolean {
  return (
    documentedResponse(operation, status) !== null ||
    operation.responses.some((one) => one.status === 'default')
  )
}

/** Returns whether an entry other than `default` documents this 5xx status. */
export function isDocumentedServerError(operation: Documented, status: number): boolean {
  const found = status >= 500 ? documentedResponse(operation, status) : null
  return found !== null && found.status !== 'default'
}

export function successSchema(operation: WithResponse, status: number): Schema | null {
  const found = documentedResponse(operation, status)
  return found === null ? operation.wholeResponse : found.schema
}

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

/** Omits 429, because the run never judges the body of a 429. */
export function judgedRefusals({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter((one) => (one.schema !== null || one.text !== null) && isOfError(one))
}

/**
 * Returns responses with problem documents. The member `status` of these documents must equal the status of
 * the response (RFC 9457, section 3.1.2).
 */
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
