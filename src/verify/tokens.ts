// Issues and verifies the tokens of the stub.
import { errors, jwtVerify, SignJWT } from 'jose'
import { unguessable } from '../base/chance.ts'
import { nowMs } from '../base/clock.ts'
import { type Contract, isTokenScheme, type Operation } from '../contract/index.ts'

export type Bearer = 'missing' | 'untrusted' | 'expired' | { readonly scopes: readonly string[] }

export interface Tokens {
  readonly environment: Readonly<Record<string, string>>
  bearer(authorization: string | null): Promise<Bearer>
  issue(): Promise<string>
}

const hourS = 3_600

/** Returns null for a contract without authentication. */
export async function makeTokens({ authentication, operations }: Contract): Promise<Tokens | null> {
  if (authentication === null) return null
  const all = [...new Set([...operations.values()].flatMap(({ scopes }) => scopes ?? []))]
  const isJwt = [...authentication.schemes.values()].some((one) => isTokenScheme(one) && one.tokens === 'jwt')
  if (authentication.tokens === 'opaque' && !isJwt) return opaqueTokens(all)
  const key = Buffer.from(unguessable(32), 'hex')
  const issue = (scopes: readonly string[], inS: number): Promise<string> =>
    new SignJWT({ scope: scopes.join(' '), jti: unguessable() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject('stub')
      .setIssuedAt(Math.floor(nowMs() / 1_000) + inS - hourS)
      .setExpirationTime(Math.floor(nowMs() / 1_000) + inS)
      .sign(key)
  const verified = async (token: string): Promise<Bearer> => {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      return { scopes: String(payload.scope ?? '').split(' ') }
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : 'untrusted'
    }
  }
  // A cache, because a run sends the same few tokens in all requests.
  const known = new Map<string, Bearer>()
  return {
    environment: {
      TENANT_ACCESS_TOKEN: await issue(all, hourS),
      TENANT_LIMITED_ACCESS_TOKEN: await issue([], hourS),
      TENANT_EXPIRED_ACCESS_TOKEN: await issue(all, -hourS),
    },
    issue: () => issue(all, hourS),
    async bearer(authorization) {
      const token = tokenIn(authorization)
      if (token === null) return 'missing'
      const bearer = known.get(token) ?? (await verified(token))
      known.set(token, bearer)
      return bearer
    },
  }
}

function opaqueTokens(all: readonly string[]): Tokens {
  const [full, limited] = [unguessable(), unguessable()]
  const issued = new Map<string, readonly string[]>([
    [full, all],
    [limited, []],
  ])
  return {
    environment: { TENANT_ACCESS_TOKEN: full, TENANT_LIMITED_ACCESS_TOKEN: limited },
    async issue() {
      const token = unguessable()
      issued.set(token, all)
      return token
    },
    async bearer(authorization) {
      const token = tokenIn(authorization)
      const scopes = issued.get(token ?? '')
      return token === null ? 'missing' : scopes === undefined ? 'untrusted' : { scopes }
    },
  }
}

export const tokenIn = (authorization: string | null): string | null =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? null

export function refusalOf(
  bearer: Bearer,
  { scopes }: Operation,
  breaks: (law: string) => boolean,
): 'unauthenticated' | 'forbidden' | null {
  if (bearer === 'missing') return breaks('auth-missing') ? null : 'unauthenticated'
  if (bearer === 'untrusted') return breaks('auth-invalid') ? null : 'unauthenticated'
  if (bearer === 'expired') return breaks('auth-expired') ? null : 'unauthenticated'
  const needed = scopes ?? []
  const lacks = needed.length > 0 && !needed.some((scope) => bearer.scopes.includes(scope))
  return lacks && !breaks('auth-scope') ? 'forbidden' : null
}
