// Responses that a contract documents by status, as OpenAPI does.
import type { Schema } from './schema.ts'

export interface DocumentedResponse {
  /** "200", "4XX" or "default". */
  readonly status: string
  /** In lower case; may hold ranges such as "text/*". Empty without a body. */
  readonly mediaTypes: readonly string[]
  /** Of a JSON body; null if unspecified. */
  readonly schema: Schema | null
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, DocumentedHeader>>
}

export interface DocumentedHeader {
  readonly required: boolean
  /** Null if unspecified. */
  readonly schema: Schema | null
}

interface Documented {
  readonly responses: readonly DocumentedResponse[]
}

interface WithResponse extends Documented {
  readonly response: Schema | null
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

/** The schema of a success with this status; null if unspecified. */
export function successSchema(operation: WithResponse, status: number): Schema | null {
  const found = documentedResponse(operation, status)
  return found === null ? operation.response : found.schema
}

export function isSuccess({ status }: DocumentedResponse): boolean {
  return status.startsWith('2')
}

/** All schemas of successes, each once. */
export function successSchemas({ response, responses }: WithResponse): readonly Schema[] {
  const all = [response, ...responses.filter(isSuccess).map(({ schema }) => schema)]
  return [...new Set(all.filter((schema) => schema !== null))]
}

/** Refusals whose body has a schema. The run never judges the body of a 429. */
export function judgedRefusals({ responses }: Documented): readonly DocumentedResponse[] {
  return responses.filter(
    ({ status, schema }) => schema !== null && /^(?:4|default)/.test(status) && status !== '429',
  )
}

/** The name of the clause of its body. */
export function refusalClause({ status }: DocumentedResponse): string {
  return `response-${status.toLowerCase()}`
}
