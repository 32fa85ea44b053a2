// Checks the credentials of a request by the security schemes of its operation.
import { unguessable } from '../base/chance.ts'
import { formType } from '../base/http/media-type.ts'
import { equal, isObject, type Json, type JsonObject, parse } from '../base/json.ts'
import {
  type Contract,
  filledLogin,
  isTokenScheme,
  loginIn,
  type SecurityScheme,
  schemeOfLogin,
  schemeOfLogout,
} from '../contract/index.ts'
import type { Session, StubRequest } from './message.ts'
import { type Bearer, type Tokens, tokenIn } from './tokens.ts'

export interface Security {
  readonly values: ReadonlyMap<string, readonly string[]>
  refusalOf(incoming: StubRequest): Promise<'unauthenticated' | 'forbidden' | null>
  /** Returns null if the operation is not a login, and `refused` for a wrong user or password. */
  loginOf(incoming: StubRequest): Promise<Session | 'refused' | null>
  /** For a login that is not an operation of the contract. */
  sessionFor(scheme: string, mediaType: string, text: string): Promise<Session | 'refused' | null>
  logOut(incoming: StubRequest): void
}

interface Secrets {
  readonly keys: ReadonlyMap<string, string>
  readonly basic: string
  readonly sessions: Sessions
}

const limitedOf = (key = ''): string => `limited-${key}`

/** `valid` grants all scopes. A limited key has an empty list of scopes. */
type State = Bearer | 'valid'

export function makeSecurity({ authentication }: Contract, tokens: Tokens): Security {
  const schemes = authentication?.schemes ?? new Map<string, SecurityScheme>()
  const keys = new Map([...schemes.keys()].map((name) => [name, `key-${unguessable()}`]))
  const [user, password] = [`user-${unguessable(4)}`, unguessable()]
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const sessions: Sessions = new Map([...schemes.keys()].map((name) => [name, new Set<string>()]))
  const sessionFor = async (
    scheme: string,
    mediaType: string,
    text: string,
    isOpen = false,
  ): Promise<Session | 'refused' | null> => {
    const login = loginIn(schemes.get(scheme))
    if (login === null) return null
    const right = filledLogin(login.body, { username: user, password })
    const sent = mediaType === formType ? Object.fromEntries(new URLSearchParams(text)) : jsonIn(text)
    if (!holds(sent, right) && !isOpen) return 'refused'
    const isToken = schemes.get(scheme)?.type === 'http'
    const credential = isToken ? await tokens.issue() : `session-${unguessable()}`
    sessions.get(scheme)?.add(credential)
    return { login, credential }
  }
  return {
    values: new Map(
      [...schemes].map(([name, scheme]) => [
        name,
        scheme.type === 'http' || loginIn(scheme) !== null
          ? [user, password]
          : [keys.get(name) ?? '', limitedOf(keys.get(name))],
      ]),
    ),
    refusalOf: (incoming) => refusalOf(incoming, schemes, { keys, basic, sessions }, tokens),
    loginOf: async ({ operation, text, mediaType, breaks }) => {
      const scheme = schemeOfLogin(operation, { authentication })
      return scheme === null ? null : sessionFor(scheme, mediaType, text, breaks('login-refuses'))
    },
    sessionFor,
    logOut: (incoming) => {
      const scheme = schemeOfLogout(incoming.operation, { authentication })
      const declared = schemes.get(scheme ?? '')
      if (scheme === null || declared === undefined || incoming.breaks('session-ended')) return
      sessions.get(scheme)?.delete(sentFor(incoming, declared) ?? '')
    },
  }
}

type Sessions = ReadonlyMap<string, Set<string>>

function jsonIn(text: string): Json {
  const parsed = parse(text)
  return parsed.ok ? parsed.value : null
}

function holds(value: Json | undefined, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([name, one]) => {
    const own = isObject(value) ? value[name] : undefined
    return isObject(one) ? holds(own, one) : equal(own, one)
  })
}

async function refusalOf(
  incoming: StubRequest,
  schemes: ReadonlyMap<string, SecurityScheme>,
  secrets: Secrets,
  tokens: Tokens,
): Promise<'unauthenticated' | 'forbidden' | null> {
  const { operation, breaks } = incoming
  const all = operation.security ?? []
  const security = breaks('alternative-accepted') ? all.slice(0, 1) : all
  if (!operation.authenticated) return null
  const states = new Map<string, State>()
  for (const [name, scheme] of schemes)
    states.set(name, await stateOf(incoming, name, scheme, secrets, tokens))
  const named = security.flatMap(Object.keys)
  const isUntrusted = named.some((name) => states.get(name) === 'untrusted')
  const has = (name: string): boolean => {
    const state = states.get(name) ?? 'missing'
    // `auth-missing` must not accept a wrong credential for another scheme: another clause requires its
    // rejection.
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
  incoming: StubRequest,
  name: string,
  scheme: SecurityScheme,
  { keys, basic, sessions }: Secrets,
  tokens: Tokens,
): Promise<State> {
  const { authorization } = incoming
  const sent = sentFor(incoming, scheme)
  if (isTokenScheme(scheme)) {
    const bearer = await tokens.bearer(authorization)
    const isSession = loginIn(scheme) === null || sessions.get(name)?.has(sent ?? '') === true
    return typeof bearer !== 'object' || isSession ? bearer : 'untrusted'
  }
  if (sent === null || sent === '') return 'missing'
  if (scheme.type === 'http') return sent === basic ? 'valid' : 'untrusted'
  if (loginIn(scheme) === null && sent === limitedOf(keys.get(name))) return { scopes: [] }
  const isValid = loginIn(scheme) === null ? sent === keys.get(name) : sessions.get(name)?.has(sent) === true
  return isValid ? 'valid' : 'untrusted'
}

function sentFor({ headers, query, authorization }: StubRequest, scheme: SecurityScheme): string | null {
  if (isTokenScheme(scheme)) return tokenIn(authorization)
  if (scheme.type === 'http') return /^Basic /i.test(authorization ?? '') ? authorization : null
  if (scheme.in === 'query') return query.get(scheme.name)
  return scheme.in === 'header'
    ? headers.get(scheme.name)
    : cookieIn(headers.get('cookie') ?? '', scheme.name)
}

function cookieIn(header: string, name: string): string | null {
  const found = header.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? null
}
