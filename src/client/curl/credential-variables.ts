// Names of the environment variables with credentials, as in the file `.env`.
import type { SentRequest } from '../../base/exchange.ts'
import { spoiltInWords } from '../../base/token-in-words.ts'

export const variablePrefixes: Readonly<Record<string, string>> = {
  full: 'TENANT_',
  fresh: 'TENANT_',
  'scheme-case': 'TENANT_',
  bearer: 'TENANT_',
  'wrong-scheme': 'TENANT_',
  'scheme-missing': 'TENANT_',
  limited: 'TENANT_LIMITED_',
  nonGlobal: 'TENANT_NON_GLOBAL_',
  expired: 'TENANT_EXPIRED_',
  'other-audience': 'TENANT_OTHER_AUDIENCE_',
  'not-yet-valid': 'TENANT_NOT_YET_VALID_',
  'other-issuer': 'TENANT_OTHER_ISSUER_',
}

/** Returns the principal whose token the request contains. */
export function tokenOwner(principal: string): string {
  return spoiltInWords(principal) === null ? principal : 'full'
}

export function tokenVariable(principal: string): string {
  const prefix = variablePrefixes[principal]
  return prefix === undefined ? 'FORGED_TOKEN' : `${prefix}ACCESS_TOKEN`
}

export function isTokenRequest({ body, headers }: SentRequest): boolean {
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return form && body !== null && new URLSearchParams(body).get('grant_type') === 'client_credentials'
}
