// Errors that end a request.

/** A refusal with a status. The variation decides the form of its body (part 7 shows none). */
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

/** The only operations whose statuses part 7 shows. */
export const statusesShown: readonly string[] = ['rate-limit-policies.delete']

/** An invalid request. The variation decides the status. */
export class Invalid extends Error {
  override readonly name = 'Invalid'
}

/** RFC 6750, 3 */
export function challenge(parameters: Readonly<Record<string, string>> = {}): Record<string, string> {
  const all = { realm: 'tenant', ...parameters }
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${text.join(', ')}` }
}
