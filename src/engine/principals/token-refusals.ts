// Records refused tokens, because a tenant may end a client's tokens early, or lock out a client.
import type { Request } from '../requests/request.ts'
import type { IssuedPrincipal } from './principal.ts'

// Other token requests of the run can explain some refused new tokens, but not this many in sequence.
const endedAtOnceMax = 5

export class TokenRefusals {
  readonly #refusedAnew = new Map<string, { readonly token: string | null; readonly inARow: number }>()
  #endedEarly = false
  #firstMalformed: Request | null = null

  noteMalformed(request: Request): void {
    this.#firstMalformed ??= request
  }

  get firstMalformed(): Request | null {
    return this.#firstMalformed
  }

  /** True if a new token of a client ends the client's earlier tokens. */
  get endedEarly(): boolean {
    return this.#endedEarly
  }

  /** @param replacing the reason why the previous token was replaced, or null */
  noteAnswer(
    principal: IssuedPrincipal,
    used: string | null,
    status: number,
    replacing: 'ended' | 'refused' | null,
    login: string | null = null,
  ): void {
    const owner = ownerOf(principal, login)
    const known = this.#refusedAnew.get(owner)
    // Several requests may carry the token, but it counts only once.
    if (status === 401 && replacing !== null && known?.token !== used)
      this.#refusedAnew.set(owner, { token: used, inARow: (known?.inARow ?? 0) + 1 })
    if (status === 401 || status === 0 || status === 429 || status >= 500) return
    this.#refusedAnew.delete(owner)
    if (replacing === 'refused') this.#endedEarly = true
  }

  /** True if the tenant also refused the replacement token, so that expiry is not the reason. */
  isRefusedAnew(principal: IssuedPrincipal, used: string | null, login: string | null = null): boolean {
    const refused = this.#refusedAnew.get(ownerOf(principal, login))
    return (
      used !== null && refused?.token === used && refused.inARow >= (this.#endedEarly ? endedAtOnceMax : 1)
    )
  }
}

const ownerOf = (principal: IssuedPrincipal, login: string | null): string => `${principal} ${login ?? ''}`
