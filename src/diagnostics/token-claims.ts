// Reports the claims of a JWT without sending the JWT (RFC 7519, section 4.1; RFC 9068, section 2.2).
import { clip } from '../base/clip.ts'
import { isoTime, nowMs } from '../base/clock.ts'
import type { JsonObject } from '../base/json.ts'
import { counted } from '../base/text/counted.ts'
import { decodeToken, isJwt } from '../client/index.ts'
import type { RunConfig } from '../engine/index.ts'
import { type Finding, question } from './finding.ts'

// The clocks of the tenant and of this machine may differ.
const leewayMs = 60_000
// A complete run takes several minutes.
const shortMs = 15 * 60_000
const shownMax = 120

type ClaimsConfig = Pick<RunConfig, 'audience' | 'contract'>

export function tokenClaims(
  id: string,
  token: string,
  renewed: boolean,
  { audience, contract }: ClaimsConfig,
): Finding {
  const about = question(id, 'Is the token valid now, and issued for this API?')
  const jwt = decodeToken(token)
  if (jwt === null) {
    const form = isJwt(token)
      ? 'the token is encrypted: only the tenant can read it'
      : 'the token is opaque: its audience, scopes and expiry cannot be read'
    return contract.authentication?.tokens === 'opaque'
      ? about.ok(form)
      : about.unknown(form, "Check in the tenant's administration what the token is for.")
  }
  const { payload } = jwt
  const [fresh, given] = ['Give a fresh token in TENANT_ACCESS_TOKEN.', audiencesOf(payload)]
  const summary = describe(payload)
  const ends = timeOf(payload.exp)
  const begins = timeOf(payload.nbf)
  if (ends !== null && ends <= nowMs())
    return about.problem('tenant', `the token expired at ${isoTime(ends)}`, fresh)
  if (begins !== null && begins > nowMs() + leewayMs)
    return about.problem('tenant', `the token is not valid before ${isoTime(begins)}`, fresh)
  if (given.length > 0 && audience !== '' && !given.includes(audience))
    return about.warning(
      `${summary}; TENANT_AUDIENCE is ${audience}`,
      given.length === 1
        ? `Set TENANT_AUDIENCE=${given.map((one) => clip(one, shownMax)).join()}, if the tenant accepts the token.`
        : 'Set TENANT_AUDIENCE to the audience of the API.',
    )
  if (!renewed && ends !== null && ends - nowMs() < shortMs)
    return about.warning(
      summary,
      'Set TENANT_ACCESS_TOKEN to a token that stays valid for longer than a run. Or set TENANT_CLIENT_ID and TENANT_CLIENT_SECRET: then the run requests new tokens itself.',
    )
  return about.ok(summary)
}

/** `aud` can be a list or a single text (RFC 7519, section 4.1.3). */
function audiencesOf({ aud }: JsonObject): readonly string[] {
  return [aud].flat().filter((one) => typeof one === 'string')
}

function describe(payload: JsonObject): string {
  const { exp, scope } = payload
  const ends = timeOf(exp)
  const described = ['iss', 'exp', 'scope', 'aud', 'nbf', 'iat']
  const others = Object.keys(payload).filter((name) => !described.includes(name))
  const aud = audiencesOf(payload)
  return [
    aud.length === 0 ? 'names no audience' : `for ${clip(aud.join(', '), shownMax)}`,
    ...(typeof payload.iss === 'string' ? [`by ${clip(payload.iss, shownMax)}`] : []),
    ends === null ? 'names no expiry' : `until ${isoTime(ends)}`,
    typeof scope === 'string' || Array.isArray(scope)
      ? counted([scope].flat().join(' ').split(' ').filter(Boolean).length, 'scope')
      : 'names no scopes',
    ...(others.length === 0 ? [] : [`other claims: ${clip(others.join(', '), shownMax)}`]),
  ].join('; ')
}

// A Date object cannot represent a later time.
const timeMsMax = 8.64e15

function timeOf(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  return Math.max(-timeMsMax, Math.min(timeMsMax, seconds * 1000))
}
