// Finds the scopes of a token (RFC 6749, 3.3; RFC 9068, 2.2.3).
import type { JsonObject } from '../../base/json.ts'
import { decodeToken } from '../../client/index.ts'

/** Null if neither the token nor the `response` of the token endpoint shows the scopes. */
export function scopesOf(token: string, response: JsonObject | null): readonly string[] | null {
  const scope = response?.scope ?? decodeToken(token)?.payload.scope
  if (typeof scope === 'string') return scope.split(' ').filter(Boolean)
  return Array.isArray(scope) ? scope.map(String) : null
}
