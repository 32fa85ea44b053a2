// Checks a request against the security schemes of its operation.
import { unguessable } from '../base/chance.ts'
import { type Contract, isTokenScheme, type SecurityScheme } from '../contract/index.ts'
import type { StubRequest } from './message.ts'
import type { Bearer, Tokens } from './tokens.ts'

export interface Security {
  /** By scheme: the key, or user and password. */
  readonly values: ReadonlyMap<string, readonly string[]>
  refusalOf(incoming: StubRequest): Promise<'unauthenticated' | 'forbidden' | null>
}

interface Secrets {
  readonly keys: ReadonlyMap<string, string>
  readonly basic: string
}

/** Keys and users have every scope. */
type State = Bearer | 'valid'

export function makeSecurity({ authentication }: Contract, tokens: Tokens): Security {
  const schemes = authentication?.schemes ?? new Map<string, SecurityScheme>()
  const keys = new Map([...schemes.keys()].map((name) => [name, `key-${unguessable()}`]))
  const [user, password] = [`user-${unguessable(4)}`, unguessable()]
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return {
    values: new Map(
      [...schemes].map(([name, { type }]) => [
        name,
        type === 'http' ? [user, password] : [keys.get(name) ?? ''],
      ]),
    ),
    refusalOf: (incoming) => refusalOf(incoming, schemes, { keys, basic }, tokens),
  }
}

async function refusalOf(
  incoming: StubRequest,
  schemes: ReadonlyMap<string, SecurityScheme>,
  secrets: Secrets,
  tokens: Tokens,
): Promise<'unauthenticated' | 'forbidden' | null> {
  const { operation, breaks } = incoming
  const security = operation.security ?? []
  if (!operation.authenticated) return null
  const states = new Map<string, State>()
  for (const [name, scheme] of schemes)
    states.set(name, await stateOf(incoming, scheme, secrets.keys.get(name) ?? '', secrets.basic, tokens))
  const named = security.flatMap(Object.keys)
  const isUntrusted = named.some((name) => states.get(name) === 'untrusted')
  const has = (name: string): boolean => {
    const state = states.get(name) ?? 'missing'
    // A wrong credential stays refused where only a missing one is served.
    if (state === 'missing') return breaks('auth-missing') && !isUntrusted
    if (state === 'untrusted') return breaks('auth-invalid')
    return state !== 'expired' || breaks('auth-expired')
  }
  const authenticated = security.filter((one) => Object.keys(one).every(has))
  if (authenticated.length === 0) return 'unauthenticated'
  const isGranted = (name: string, scopes: readonly string[]): boolean => {
    const state = states.get(name)
    return typeof state !== 'object' || scopes.every((scope) => state.scopes.includes(scope))
  }
  const permitted = authenticated.some((one) =>
    Object.entries(one).every(([name, scopes]) => isGranted(name, scopes)),
  )
  return permitted || breaks('auth-scope') ? null : 'forbidden'
}

async function stateOf(
  { headers, query, authorization }: StubRequest,
  scheme: SecurityScheme,
  key: string,
  basic: string,
  tokens: Tokens,
): Promise<State> {
  if (isTokenScheme(scheme)) return tokens.bearer(authorization)
  if (scheme.type === 'http') {
    if (!/^Basic /i.test(authorization ?? '')) return 'missing'
    return authorization === basic ? 'valid' : 'untrusted'
  }
  const sent =
    scheme.in === 'query'
      ? query.get(scheme.name)
      : scheme.in === 'header'
        ? headers.get(scheme.name)
        : cookieIn(headers.get('cookie') ?? '', scheme.name)
  if (sent === null || sent === '') return 'missing'
  return sent === key ? 'valid' : 'untrusted'
}

function cookieIn(header: string, name: string): string | null {
  const found = header.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? null
}
