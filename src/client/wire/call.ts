// Converts a call of the engine to an HTTP request.

import { ConfigurationError } from '../../base/error.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../../base/exchange.ts'
import { isHeaderName } from '../../base/http/header-name.ts'
import { tool } from '../../base/tool.ts'
import { parsedUrl, withoutSlash } from '../../base/uri.ts'
import { acceptEncoding } from './content-coding.ts'
import { type CallCredential, withoutReplaced } from './credentials.ts'

/** Header User-Agent (RFC 9110, section 10.1.5). */
const userAgent = `${tool.name}/${tool.version}`

export interface Call {
  readonly method: string
  /** Percent-encoded path relative to the base URL, or an absolute URL. The client sends it unchanged. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The default is lower case (RFC 9110, section 5.1). */
  readonly headerCase?: 'upper'
  readonly body?: string | null
  /** Text for reports, instead of a body with secrets. */
  readonly shownBody?: string
  readonly principal: string
  readonly operation: string
  /** Complete value of the header Authorization. */
  readonly authorization?: string | null
  readonly credentials?: readonly CallCredential[]
  readonly bodyBytesMax?: number
  readonly writes: boolean
  /**
   * Number of remaining checks in a queue that runs one check at a time, otherwise 0. High numbers start
   * first.
   */
  readonly chain?: number | undefined
  /** The default is true. */
  readonly retryOnRateLimit?: boolean
  /** If true, a requested wait that is too long fails only this call, and not the run. */
  readonly dispensable?: boolean
  /** If true, the client sends the call even after a stop, from the reserve for clean-up. */
  readonly cleanUp?: boolean
  readonly shownResponse?: (response: ReceivedResponse) => ReceivedResponse
  readonly beforeReport?: (exchange: Exchange) => void
}

const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/
const requestTarget = /^[\x21-\x7e]*$/

/**
 * Converts header names to lower case. With `transfer-encoding: chunked`, sends no Content-Length.
 * @throws ConfigurationError if HTTP cannot carry the call (RFC 9110, section 5.5), or if another origin
 * would get a token
 */
export function requestOf(call: Call, baseUrl: string): SentRequest {
  const url = urlOf(call.path, baseUrl)
  const { origin, host } = splitUrl(url)
  const headers: Record<string, string> = { host, 'user-agent': userAgent, 'accept-encoding': acceptEncoding }
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name.toLowerCase()] = value
  const { authorization = null, credentials = [] } = call
  if ((authorization !== null || credentials.length > 0) && origin !== splitUrl(baseUrl).origin)
    throw new ConfigurationError(
      `A token is never sent to ${origin}, which is not the tenant's origin: use a path relative to the base URL.`,
    )
  if (authorization !== null) headers.authorization = authorization
  requireSendable(Object.entries(headers))
  requireSendable(credentials.flatMap((one) => (one.in === 'header' ? [[one.name, one.value]] : [])))
  const request = {
    ...{ method: call.method, url, headers, body: call.body ?? null },
    ...(call.headerCase === undefined ? {} : { headerCase: call.headerCase }),
  }
  return withoutReplaced(request, credentials)
}

function requireSendable(headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) {
    if (isHeaderName(name) && isSendable(value)) continue
    throw new ConfigurationError(
      `The header ${JSON.stringify(name)} cannot be sent over HTTP: correct the name, or remove control characters and characters beyond Latin-1 from the value.`,
    )
  }
}

// Cached, because most headers repeat.
const sendableBefore = new Set<string>()
const sendableKeptMax = 100

function isSendable(value: string): boolean {
  if (sendableBefore.has(value)) return true
  if (!headerValue.test(value)) return false
  if (sendableBefore.size >= sendableKeptMax) sendableBefore.clear()
  sendableBefore.add(value)
  return true
}

interface Split {
  readonly origin: string
  readonly host: string
  readonly target: string
}

// Cached, because a run uses few URLs.
const splitBefore = new Map<string, Split>()
const splitKeptMax = 500
const splitCharactersMax = 500

/** Does not normalise the path, so unusual paths remain unchanged. */
export function splitUrl(url: string): Split {
  const before = splitBefore.get(url)
  if (before !== undefined) return before
  const split = splitAnew(url)
  if (splitBefore.size >= splitKeptMax) splitBefore.clear()
  if (url.length <= splitCharactersMax) splitBefore.set(url, split)
  return split
}

function splitAnew(url: string): Split {
  // In lower case, because the host is also a header (RFC 3986, section 3.2.2).
  const found = /^(https?:\/\/)([\w.:%[\]~!$&'()*+,;=-]+)(?=[/?#]|$)(.*)$/is.exec(url)
  const [, scheme, host, rest] = found ?? []
  if (scheme === undefined || host === undefined || rest === undefined || parsedUrl(url) === null)
    throw new ConfigurationError(
      'A URL must be absolute, start with http:// or https://, and contain no user name or password.',
    )
  if (!requestTarget.test(rest))
    throw new ConfigurationError(
      `The path ${JSON.stringify(rest)} must be percent-encoded before it is sent.`,
    )
  const target = rest.startsWith('/') ? rest : `/${rest}`
  return { origin: `${scheme.toLowerCase()}${host.toLowerCase()}`, host: host.toLowerCase(), target }
}

/**
 * Removes trailing slashes.
 * @throws ConfigurationError unless the text is an absolute http(s) URL without credentials, query and
 * fragment
 */
export function checkedBaseUrl(baseUrl: string): string {
  const { target } = splitUrl(baseUrl)
  if (/[?#]/.test(target))
    throw new ConfigurationError(
      'The base URL must contain no query and no fragment: remove what follows the path.',
    )
  return withoutSlash(baseUrl)
}

export function isBaseUrl(url: string): boolean {
  try {
    checkedBaseUrl(url)
    return true
  } catch {
    return false
  }
}

function urlOf(path: string, baseUrl: string): string {
  if (/^https?:\/\//i.test(path)) return path
  if (path === '' || /^[/?]/.test(path)) return `${baseUrl}${path}`
  return `${baseUrl}/${path}`
}
