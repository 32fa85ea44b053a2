// Adds API keys and HTTP Basic credentials to a request. Exchanges contain only their names.
import type { SentCredential, SentRequest } from '../../base/exchange.ts'
import { uriDecoded, uriEncoded } from '../../base/uri.ts'

export interface CallCredential extends SentCredential {
  /** For `basic`, the complete value of the header Authorization. */
  readonly value: string
}

export function withoutReplaced(request: SentRequest, credentials: readonly SentCredential[]): SentRequest {
  if (credentials.length === 0) return request
  const { credentials: _, ...rest } = request
  const replaced = namesIn('header', credentials).map((name) => name.toLowerCase())
  const headers = Object.entries(request.headers).filter(([name]) => !replaced.includes(name))
  return {
    ...rest,
    url: withoutParameters(request.url, namesIn('query', credentials)),
    headers: Object.fromEntries(headers),
    credentials: credentials.map(({ in: place, name, shown }) => ({ in: place, name, shown })),
  }
}

export function withCredentials(request: SentRequest, credentials: readonly CallCredential[]): SentRequest {
  if (credentials.length === 0) return request
  let { url } = request
  const headers: Record<string, string> = { ...request.headers }
  for (const { in: place, name, value } of credentials) {
    if (place === 'header') headers[name.toLowerCase()] = value
    else if (place === 'basic') headers.authorization = value
    else if (place === 'query') url = withParameter(url, `${uriEncoded(name)}=${uriEncoded(value)}`)
    else headers.cookie = withCookie(headers.cookie, name, value)
  }
  return { ...request, url, headers }
}

function namesIn(place: SentCredential['in'], credentials: readonly SentCredential[]): readonly string[] {
  return credentials.flatMap((one) => (one.in === place ? [one.name] : []))
}

function withParameter(url: string, parameter: string): string {
  if (!url.includes('?')) return `${url}?${parameter}`
  return `${url}${/[?&]$/.test(url) ? '' : '&'}${parameter}`
}

function withoutParameters(url: string, names: readonly string[]): string {
  const at = url.indexOf('?')
  if (at < 0 || names.length === 0) return url
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => !names.includes(uriDecoded(pair.split('=', 1)[0] ?? '')))
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`
}

// Characters of a cookie value (RFC 6265, section 4.1.1).
const cookieOctets = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/

function withCookie(others: string | undefined, name: string, value: string): string {
  const kept = (others ?? '').split(/;\s*/).filter((one) => one !== '' && !one.startsWith(`${name}=`))
  return [...kept, `${name}=${cookieOctets.test(value) ? value : uriEncoded(value)}`].join('; ')
}
