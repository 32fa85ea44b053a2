// Builds the environment variables that a run against this tenant needs.

import type { Clients } from './access/clients.ts'
import type { IssuedClaims, Tokens } from './access/tokens.ts'
import { apiPath } from './app.ts'
import type { Variation } from './variations/variation.ts'

const audience = '/api/v2/'
const hourS = 3_600
// One year, which is longer than any run.
const farInS = 365 * 24 * hourS

/** @param like the name of the variation, which is also the name of its profile */
export async function runVariables(
  authUrl: string,
  clients: Clients,
  tokens: Tokens,
  variation: Variation,
  like: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const { full, limited, nonGlobal } = clients
  const token = (client: typeof full, lifetimeS = variation.tokenLifetimeS): Promise<string> =>
    tokens.issue(client, audience, lifetimeS)
  // Returns a token with a correct signature and wrong claims.
  const invalid = (claims: IssuedClaims): Promise<string> =>
    tokens.issue(full, audience, variation.tokenLifetimeS, full.scopes, claims)
  const credentials = variation.tokenEndpoint
    ? {
        TENANT_CLIENT_ID: full.id,
        TENANT_CLIENT_SECRET: full.secret,
        TENANT_LIMITED_CLIENT_ID: limited.id,
        TENANT_LIMITED_CLIENT_SECRET: limited.secret,
        TENANT_NON_GLOBAL_CLIENT_ID: nonGlobal.id,
        TENANT_NON_GLOBAL_CLIENT_SECRET: nonGlobal.secret,
      }
    : {
        TENANT_LIMITED_ACCESS_TOKEN: await token(limited),
        TENANT_NON_GLOBAL_ACCESS_TOKEN: await token(nonGlobal),
      }
  return {
    TENANT_BASE_URL: `${authUrl}${apiPath}`,
    ...credentials,
    // The client and this token cover both authentication schemes of part 5 of the specification.
    TENANT_ACCESS_TOKEN: await token(full),
    TENANT_EXPIRED_ACCESS_TOKEN: await token(full, -hourS),
    TENANT_OTHER_AUDIENCE_ACCESS_TOKEN: await invalid({ audience: `${authUrl}/userinfo` }),
    TENANT_NOT_YET_VALID_ACCESS_TOKEN: await invalid({ notBeforeS: farInS, lifetimeS: 2 * farInS }),
    TENANT_OTHER_ISSUER_ACCESS_TOKEN: await invalid({ issuer: 'https://another-tenant.example/' }),
    TENANT_PROFILE: like ?? 'reference',
  }
}
