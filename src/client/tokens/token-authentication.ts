// Remembers which client authentication the token endpoint accepts (RFC 6749, section 2.3.1).
import type { Secret } from '../../base/secret.ts'

/** `post`: id and secret are in the body. `basic`: they are in the Authorization header. */
export type ClientAuth = 'post' | 'basic'

/** `auto` tries `post`, then `basic`. */
export const tokenAuths = ['post', 'basic', 'auto'] as const
export type TokenAuth = (typeof tokenAuths)[number]

/** A client keeps the method that worked (RFC 7591, section 2). Other clients try this method first. */
export class TokenAuthentication {
  readonly #asked: TokenAuth
  readonly #ways = new Map<string, ClientAuth>()

  constructor(asked: TokenAuth) {
    this.#asked = asked
  }

  wayOf(clientId: string): ClientAuth {
    return this.#ways.get(clientId) ?? this.found[0] ?? (this.#asked === 'basic' ? 'basic' : 'post')
  }

  /** Returns null if the operator chose a method, or if a method already worked for this client. */
  otherWayOf(clientId: string, refused: ClientAuth): ClientAuth | null {
    if (this.#asked !== 'auto' || this.#ways.has(clientId)) return null
    return refused === 'post' ? 'basic' : 'post'
  }

  worked(clientId: string, way: ClientAuth): void {
    this.#ways.set(clientId, way)
  }

  get found(): readonly ClientAuth[] {
    return [...new Set(this.#ways.values())]
  }
}

/** Form-encodes the id and the secret (RFC 6749, section 2.3.1). */
export function basicOf(clientId: string, clientSecret: Secret | string): string {
  return `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')}`
}

export function spellingsOf(clientId: string, clientSecret: Secret): readonly string[] {
  return [formEncoded(clientSecret), basicOf(clientId, clientSecret).replace('Basic ', '')]
}

// RFC 6749, appendix B.
function formEncoded(value: Secret | string): string {
  const text = typeof value === 'string' ? value : value.reveal()
  return new URLSearchParams({ '': text }).toString().slice(1)
}
