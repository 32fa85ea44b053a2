// Security schemes and security requirements, named as in OpenAPI.
import { type Login, type LoginSource, loginOf } from './login.ts'

interface ByLogin {
  /** Null if the user supplies the credential. */
  readonly login: Login | null
}

export type SecurityScheme =
  | ({
      readonly type: 'apiKey'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
    } & ByLogin)
  | { readonly type: 'http'; readonly scheme: 'basic' }
  | ({
      readonly type: 'http'
      readonly scheme: 'bearer'
      readonly tokens: 'jwt' | 'opaque'
    } & ByLogin)
  | {
      readonly type: 'oauth2'
      /** Path relative to the auth URL. Null if the user supplies tokens. */
      readonly tokenUrl: string | null
      readonly scopes: readonly string[]
      readonly tokens: 'jwt' | 'opaque'
    }

/**
 * A request must satisfy all schemes in this object. An empty object means that no credentials are needed.
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export type SchemeSource =
  | {
      readonly type: 'apiKey'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      readonly login?: LoginSource | null
    }
  | {
      readonly type: 'http'
      readonly scheme: 'basic' | 'bearer'
      readonly bearerFormat?: string
      readonly login?: LoginSource | null
    }
  | { readonly type: 'oauth2'; readonly tokenUrl?: string | null; readonly scopes?: readonly string[] }

/** @param tokens type of the tokens if the scheme does not state the type */
export function schemeOf(source: SchemeSource, tokens: 'jwt' | 'opaque'): SecurityScheme {
  if (source.type === 'oauth2')
    return { type: 'oauth2', tokenUrl: source.tokenUrl ?? null, scopes: source.scopes ?? [], tokens }
  const login = source.login == null ? null : loginOf(source.login)
  if (source.type === 'apiKey') return { type: 'apiKey', in: source.in, name: source.name, login }
  if (source.scheme === 'basic') return { type: 'http', scheme: 'basic' }
  const isJwt = /^jwt$/i.test(source.bearerFormat ?? '')
  return { type: 'http', scheme: 'bearer', tokens: isJwt ? 'jwt' : tokens, login }
}

export function loginIn(scheme: SecurityScheme | undefined): Login | null {
  return scheme !== undefined && 'login' in scheme ? scheme.login : null
}

export function isTokenScheme(
  scheme: SecurityScheme,
): scheme is Extract<SecurityScheme, { readonly tokens: unknown }> {
  return 'tokens' in scheme
}

export function needsCredentials(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((one) => Object.keys(one).length > 0)
}

export function scopesIn(security: readonly SecurityRequirement[]): readonly string[] {
  return [...new Set(security.flatMap((one) => Object.values(one).flat()))]
}

/** Returns whether requests contain a JWT. Checks can forge only JWTs. */
export function sendsJwt(
  { security }: { readonly security: readonly SecurityRequirement[] | null },
  {
    tokens,
    schemes,
  }: { readonly tokens: 'jwt' | 'opaque'; readonly schemes: ReadonlyMap<string, SecurityScheme> },
): boolean {
  return (security === null ? tokens : tokensOf(security, schemes)) === 'jwt'
}

function tokensOf(
  security: readonly SecurityRequirement[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): 'jwt' | 'opaque' | null {
  const kinds = security.flatMap(Object.keys).flatMap((name) => {
    const scheme = schemes.get(name)
    return scheme !== undefined && isTokenScheme(scheme) ? [scheme.tokens] : []
  })
  return kinds.includes('jwt') ? 'jwt' : (kinds[0] ?? null)
}
