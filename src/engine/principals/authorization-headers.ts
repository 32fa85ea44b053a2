// Builds the Authorization header of each principal, with a valid, an invalid or a forged token.
import type { Secret } from '../../base/secret.ts'
import { forgedToken, isDerived, isJwt } from '../../client/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import type { EndingTokens } from './ending-tokens.ts'
import type { IssuedTokens } from './issued-tokens.ts'
import type { Logins } from './logins.ts'
import {
  type InvalidToken,
  type IssuedPrincipal,
  invalidTokens,
  isAlternative,
  isEnded,
  isInvalidToken,
  isIssued,
  isSpoilt,
  type Principal,
} from './principal.ts'
import { isToken } from './security.ts'
import { isRefusedPrincipal, type RefusedPrincipal, unfitnessOf, variableOf } from './supplied-token.ts'
import type { TokenSources } from './token-sources.ts'

interface Origins {
  readonly sources: TokenSources
  readonly issued: IssuedTokens
  readonly ending: EndingTokens
  readonly logins: Logins
}

export class AuthorizationHeaders {
  readonly #config: RunConfig
  readonly #origins: Origins
  /** The headers are cached by token, because many requests carry the same long token. */
  readonly #headers = new Map<string, string>()
  readonly #unfitness = new Map<RefusedPrincipal, Promise<string | null>>()
  #publicKeys: readonly string[] = []

  constructor(config: RunConfig, origins: Origins) {
    this.#config = config
    this.#origins = origins
  }

  /** @param publicKeys in PEM, for use as HMAC secrets (RFC 8725, 2.1) */
  learnKeys(publicKeys: readonly string[]): void {
    this.#publicKeys = publicKeys
  }

  /**
   * @param cleaning true if the token is needed even after the run was interrupted
   * @param login scheme whose login issues the token of `full`; null without a login
   * @throws NotRun if the credential is missing
   * @throws Inconclusive if the endpoint issues no token
   */
  async of(
    principal: Principal,
    cleaning: boolean,
    of: IssuedPrincipal,
    login: string | null,
  ): Promise<string | null> {
    if (principal === 'none' || this.#config.contract.authentication === null) return null
    const unfit = isRefusedPrincipal(principal) ? await this.unfitness(principal) : null
    if (unfit !== null) throw new Inconclusive(unfit, 'user')
    if (isInvalidToken(principal)) return `Bearer ${(await this.#invalid(principal)).reveal()}`
    if (isEnded(principal)) {
      const ended = this.#origins.ending.of(principal)
      if (ended === null)
        throw new NotRun('the tenant issued no token that expires during the run', 'specification')
      return `Bearer ${ended.reveal()}`
    }
    const issued = isIssued(principal)
    const owner = issued ? principal : of
    const token =
      login !== null && isToken(this.#config, login) && owner === 'full'
        ? await this.#origins.logins.credential(login, cleaning)
        : await this.#origins.issued.token(owner, cleaning)
    if (issued) return this.bearer(token)
    if (principal === 'wrong-scheme') return `Basic ${token}`
    if (principal === 'scheme-case') return `bEARER  ${token}`
    if (principal === 'scheme-alone') return 'Bearer'
    if (principal === 'scheme-missing') return token
    if (isSpoilt(principal) || isAlternative(principal)) throw new Error(`${principal} has no separate token`)
    const other = principal === 'swapped-signature' ? await this.#signatureOfAnother(token) : null
    const forged = forgedToken(principal, token, { publicKeys: this.#publicKeys, other })
    if (forged === null)
      throw new NotRun(`${principal} can't be forged from the token of ${of}`, 'specification')
    if (isDerived(principal)) this.#config.mask.add(forged)
    return `Bearer ${forged.reveal()}`
  }

  bearer(token: string): string {
    const known = this.#headers.get(token)
    if (known !== undefined) return known
    const header = `Bearer ${token}`
    this.#headers.set(token, header)
    return header
  }

  /** Returns why a refusal of the token would prove nothing. Null if there is no reason. */
  unfitness(principal: RefusedPrincipal): Promise<string | null> {
    const known = this.#unfitness.get(principal)
    if (known !== undefined) return known
    const found = this.#unfitnessOf(principal)
    this.#unfitness.set(principal, found)
    return found
  }

  async #unfitnessOf(principal: RefusedPrincipal): Promise<string | null> {
    const token = isInvalidToken(principal)
      ? this.#config.invalid[principal]
      : this.#config[principal].accessToken
    if (token === null) return null
    const accepted: string[] = []
    for (const one of ['full', 'bearer'] as const) {
      const outcome = await this.#origins.sources.of(one)?.token()
      if (outcome?.ok) accepted.push(outcome.token.reveal())
    }
    const why = unfitnessOf(principal, token.reveal(), accepted)
    return why === null
      ? null
      : `${variableOf(principal)} ${why}, so the refusal of this token proves nothing`
  }

  async #invalid(principal: InvalidToken): Promise<Secret> {
    const supplied = this.#config.invalid[principal]
    if (supplied !== null) return supplied
    const expired = principal === 'expired' ? await this.#origins.ending.waitedOut() : null
    if (expired !== null) return expired
    const { title, variable } = invalidTokens[principal]
    throw new NotRun(`no ${title}: supply ${variable}`)
  }

  async #signatureOfAnother(token: string): Promise<string | null> {
    for (const principal of ['limited', 'nonGlobal', 'bearer', 'full'] as const) {
      const outcome = await this.#origins.sources.of(principal)?.token()
      const other = outcome?.ok ? outcome.token.reveal() : token
      if (other !== token && isJwt(other)) return other
    }
    return null
  }
}
