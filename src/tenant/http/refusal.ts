// A refusal: why a request is not carried out, thrown by whatever finds the reason.

/** Ends the handling of a request with an error answer. The body's style is the variation's (part 7: not shown). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** Machine-readable reason. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** The operations of which part 7 shows the statuses of refusals. Those of the others are open. */
export const statusesShown: readonly string[] = ['rate-limit-policies.delete']

/** A body, or a member of it, is not what the operation takes. Its status is the variation's. */
export class Invalid extends Error {
  override readonly name = 'Invalid'
}

/** What tells a caller that a token is asked for (RFC 6750, 3). */
export function challenge(parameters: Readonly<Record<string, string>> = {}): Record<string, string> {
  const all = { realm: 'tenant', ...parameters }
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${text.join(', ')}` }
}
