// Errors that end the processing of a request.

/** The variation decides the format of the body, because part 7 of the specification shows no format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export function internalError(): Refusal {
  return new Refusal(500, 'internal', 'Internal error')
}

/** Part 7 of the specification shows statuses for only one operation. */
export const statusesShown: readonly string[] = ['rate-limit-policies.delete']

/** The variation decides the status of the response. */
export class Invalid extends Error {
  override readonly name = 'Invalid'
}

/** Returns the WWW-Authenticate header of a refusal (RFC 6750, section 3). */
export function challenge(parameters: Readonly<Record<string, string>> = {}): Record<string, string> {
  const all = { realm: 'tenant', ...parameters }
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${text.join(', ')}` }
}
