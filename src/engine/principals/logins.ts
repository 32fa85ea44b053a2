// Logs in once for each security scheme that has a login, and logs out at the end of the run.
import { unguessable } from '../../base/chance.ts'
import { isServerFailure } from '../../base/exchange.ts'
import { formType } from '../../base/http/media-type.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  type CallCredential,
  type Client,
  createLoginSource,
  hidingLogin,
  type LoginCall,
  type TokenOutcome,
  type TokenSource,
} from '../../client/index.ts'
import { filledLogin, isTokenScheme, type Login, loginIn } from '../../contract/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'

export type LoginConfig = Pick<RunConfig, 'contract' | 'schemes' | 'logins' | 'mask'>

interface Known {
  readonly login: Login
  readonly source: TokenSource
}

export class Logins {
  readonly #config: LoginConfig
  readonly #client: Client
  readonly #known = new Map<string, Known>()

  constructor(config: LoginConfig, client: Client) {
    this.#config = config
    this.#client = client
    for (const scheme of config.logins.keys()) {
      const made = this.#made(scheme)
      if (made !== null) this.#known.set(scheme, made)
    }
  }

  get schemes(): readonly string[] {
    return [...this.#known.keys()]
  }

  /** Undefined if the user set the credential of the scheme directly, or set no user and password. */
  of(scheme: string): TokenSource | undefined {
    return this.#known.get(scheme)?.source
  }

  /** Starts a session that no other request uses. Undefined without a login or a user. */
  unshared(scheme: string): Promise<TokenOutcome> | undefined {
    return this.#made(scheme)?.source.token()
  }

  /** @throws NotRun if the variables of the user are not set */
  call(scheme: string, wrong: 'username' | 'password' | null = null): LoginCall {
    const { contract, logins } = this.#config
    const login = loginIn(contract.authentication?.schemes.get(scheme))
    const { user = null, variables = ['', ''] } = logins.get(scheme) ?? {}
    if (login === null || user === null)
      throw new NotRun(
        `the run has no user for the login of the scheme "${scheme}": set ${variables.join(' and ')}`,
      )
    const right = { username: user.name, password: user.password.reveal() }
    const shown = { username: `$${variables[0]}`, password: `$${variables[1]}` }
    if (wrong === null) return loginCall(login, right, shown)
    // Keeps the domain of an e-mail address, because the tenant may accept only e-mail addresses.
    const madeUp =
      wrong === 'password'
        ? `not-the-password-${unguessable(8)}`
        : right.username.replace(/^[^@]+/, `nobody-${unguessable(4)}`)
    return loginCall(login, { ...right, [wrong]: madeUp }, { ...shown, [wrong]: madeUp })
  }

  hiding(call: LoginCall): ReturnType<typeof hidingLogin> {
    return hidingLogin(call, this.#config.mask)
  }

  /**
   * @param cleaning true if the session is needed even after the run was interrupted
   * @throws NotRun if the scheme has no login, or the run has no user for it
   * @throws Inconclusive if the tenant refuses the login
   */
  async credential(scheme: string, cleaning: boolean, isUnshared = false): Promise<string> {
    const outcome = isUnshared ? await this.unshared(scheme) : await this.of(scheme)?.token(cleaning)
    if (outcome?.ok) return outcome.token.reveal()
    if (outcome === undefined) this.call(scheme)
    const { reason = `no login of the scheme "${scheme}"`, exchange = null } = outcome ?? {}
    throw new Inconclusive(reason, exchange !== null && isServerFailure(exchange) ? 'failing' : 'user')
  }

  #made(scheme: string): Known | null {
    const { contract, logins, mask } = this.#config
    const login = loginIn(contract.authentication?.schemes.get(scheme))
    const { user = null, variables = ['', ''] } = logins.get(scheme) ?? {}
    if (login === null || user === null) return null
    const call = this.call(scheme)
    const source = createLoginSource({
      ...{ call, scheme, client: this.#client, mask },
      variables: variables.join(' and '),
    })
    return { login, source }
  }

  /** @returns a sentence for each logout that the tenant refused */
  async logOut(): Promise<readonly string[]> {
    const refused: string[] = []
    for (const [scheme, { source }] of this.#known) {
      if (source.exchanges.length === 0) continue
      const session = await source.token(true)
      if (session.ok) refused.push(...(await this.end(scheme, session.token.reveal())))
    }
    return refused
  }

  /** @returns a sentence for each logout that the tenant refused */
  async end(scheme: string, credential: string): Promise<readonly string[]> {
    const logout = loginIn(this.#config.contract.authentication?.schemes.get(scheme))?.logout
    if (logout == null) return []
    const { method, path } = logout
    const exchange = await this.#client.send({
      ...{ method, path, headers: { accept: 'application/json, */*;q=0.5' } },
      ...sentWith(this.#config, scheme, credential),
      ...{ principal: 'full', operation: 'token', writes: false, cleanUp: true },
    })
    const status = exchange.response?.status ?? 0
    // A 401, 404 or 410 probably means that the session has already expired.
    if (status < 400 || [401, 404, 410].includes(status)) return []
    return [
      `The run could not end the session of the scheme "${scheme}": ${method} ${exchange.request.url} got ${status}.`,
    ]
  }
}

export function sentWith(
  { contract, schemes }: Pick<RunConfig, 'contract' | 'schemes'>,
  scheme: string,
  credential: string,
): { readonly authorization: string | null; readonly credentials: readonly CallCredential[] } {
  const declared = contract.authentication?.schemes.get(scheme)
  if (declared === undefined || isTokenScheme(declared))
    return { authorization: `Bearer ${credential}`, credentials: [] }
  if (declared.type !== 'apiKey') return { authorization: null, credentials: [] }
  const { in: place, name } = declared
  const [variable = ''] = schemes.get(scheme)?.variables ?? []
  const shown = `$${variable}`
  return { authorization: null, credentials: [{ in: place, name, value: credential, shown }] }
}

interface User {
  readonly username: string
  readonly password: string
}

/** @param shown replaces the user and the password in recorded exchanges */
function loginCall(login: Login, user: User, shown: User): LoginCall {
  const { method, path, mediaType, credential, cookie, expiresIn } = login
  const text = (body: JsonObject): string =>
    mediaType === formType
      ? new URLSearchParams(
          Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString()
      : jsonText(body)
  return {
    ...{ method, path, mediaType, credential, cookie, expiresIn },
    body: text(filledLogin(login.body, { ...user })),
    shownBody: text(filledLogin(login.body, { ...shown })),
  }
}
