// How a client proves itself to the token endpoint (RFC 6749, 2.3.1), and what a run has found out of it.
import type { Secret } from '../../base/secret.ts'

/** post: its id and secret are parameters of the body. basic: they are the Authorization header. */
export type ClientAuth = 'post' | 'basic'

/** What an operator may ask for; `auto` tries the body, and Basic where that is refused. */
export const tokenAuths = ['post', 'basic', 'auto'] as const
export type TokenAuth = (typeof tokenAuths)[number]

/**
 * What a run knows of how its token endpoint takes a client. Its principals share it: what worked for one is tried
 * first for the next, and each keeps to what worked for itself, as the method is the client's own (RFC 7591, 2,
 * token_endpoint_auth_method).
 */
export class TokenAuthentication {
  readonly #asked: TokenAuth
  readonly #ways = new Map<string, ClientAuth>()

  constructor(asked: TokenAuth) {
    this.#asked = asked
  }

  /** The way in which a client is sent next. */
  wayOf(clientId: string): ClientAuth {
    return this.#ways.get(clientId) ?? this.found[0] ?? (this.#asked === 'basic' ? 'basic' : 'post')
  }

  /** The way to try where `refused` was; null where one was asked for, or is known to work for the client. */
  otherWayOf(clientId: string, refused: ClientAuth): ClientAuth | null {
    if (this.#asked !== 'auto' || this.#ways.has(clientId)) return null
    return refused === 'post' ? 'basic' : 'post'
  }

  /** Notes that a client got a token in that way. */
  worked(clientId: string, way: ClientAuth): void {
    this.#ways.set(clientId, way)
  }

  /** The ways in which tokens were had, in the order in which they were found. */
  get found(): readonly ClientAuth[] {
    return [...new Set(this.#ways.values())]
  }
}

/** The value of the Authorization header: id and secret are form-encoded before they are joined (RFC 6749, 2.3.1). */
export function basicOf(clientId: string, clientSecret: Secret | string): string {
  return `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')}`
}

/** Every spelling of the secret that a request holds beside the plain one, to be made unprintable. */
export function spellingsOf(clientId: string, clientSecret: Secret): readonly string[] {
  return [formEncoded(clientSecret), basicOf(clientId, clientSecret).replace('Basic ', '')]
}

// application/x-www-form-urlencoded, as RFC 6749, appendix B has it.
function formEncoded(value: Secret | string): string {
  const text = typeof value === 'string' ? value : value.reveal()
  return new URLSearchParams({ '': text }).toString().slice(1)
}
