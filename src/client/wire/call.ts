// A call: what the engine asks the client to send. Turned into the request exactly as it goes on the wire.

import { ConfigurationError } from '../../base/error.ts'
import type { Exchange, SentRequest } from '../../base/exchange.ts'
import { parsedUrl } from '../../base/uri.ts'
import { acceptEncoding } from './content-coding.ts'
import { userAgent } from './version.ts'

export interface Call {
  readonly method: string
  /** Already percent-encoded; relative to the base URL, or an absolute http(s) URL. Sent as it is, dot segments too. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** How the names of headers are written on the wire (RFC 9110, 5.1); default: in lower case. */
  readonly headerCase?: 'upper'
  readonly body?: string | null
  /** Whose token it carries: `full`, `limited`, `nonGlobal`, `none`, or the name of a forgery. */
  readonly principal: string
  /** The operation exercised, `token`, or `fixture:<name>`. */
  readonly operation: string
  /** The whole value of the Authorization header; null or absent sends none. */
  readonly authorization?: string | null
  /** Time limit of the whole exchange; default: the client's. */
  readonly timeoutMs?: number
  /** Limit of the response's body, on the wire and unpacked; default: the client's. */
  readonly bodyBytesMax?: number
  /** Whether it counts as a write in the traffic figures. */
  readonly writes: boolean
  /** How many checks go one after another from it on: the longest such chain goes first, as a run takes as long as that. 0, the default: none. */
  readonly chain?: number | undefined
  /** Whether it is sent again after a 429; default true. */
  readonly retryOnRateLimit?: boolean
  /** Whether the run can do without its answer: then a wait longer than the run's end ends this call alone; default false. */
  readonly dispensable?: boolean
  /** Removes what the run left on the tenant: sent even when the run is stopped, and from what the budget keeps for it. */
  readonly cleanUp?: boolean
  /** Sees each exchange before `onExchange` does: the place to make secrets in an answer unprintable. */
  readonly beforeReport?: (exchange: Exchange) => void
}

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/
const requestTarget = /^[\x21-\x7e]*$/

/**
 * The request that `call` stands for. Header names are lower-cased; `host`, `user-agent` and `accept-encoding` are added. Of a body with the
 * header `transfer-encoding: chunked` the length is not told.
 * @throws ConfigurationError where HTTP could not carry it (RFC 9110, 5.5), or where a token would leave the tenant's origin.
 */
export function requestOf(call: Call, baseUrl: string): SentRequest {
  const url = urlOf(call.path, baseUrl)
  const { origin, host } = splitUrl(url)
  const headers: Record<string, string> = { host, 'user-agent': userAgent, 'accept-encoding': acceptEncoding }
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name.toLowerCase()] = value
  const authorization = call.authorization ?? null
  if (authorization !== null) {
    if (origin !== splitUrl(baseUrl).origin)
      throw new ConfigurationError(
        `A token is never sent to ${origin}, which is not the tenant's origin: use a path relative to the base URL.`,
      )
    headers.authorization = authorization
  }
  for (const name of Object.keys(headers)) {
    if (headerName.test(name) && isSendable(headers[name] ?? '')) continue
    throw new ConfigurationError(
      `The value for the header ${JSON.stringify(name)} cannot be sent over HTTP: remove line ends and characters beyond Latin-1 from it.`,
    )
  }
  return {
    ...{ method: call.method, url, headers, body: call.body ?? null },
    ...(call.headerCase === undefined ? {} : { headerCase: call.headerCase }),
  }
}

// Most requests have the same few headers, one of which is a long token.
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

// A run asks several times for each request, most of which go to few addresses.
const splitBefore = new Map<string, Split>()
const splitKeptMax = 500
const splitCharactersMax = 500

/** An http(s) URL cut after its authority; nothing is normalised, so that `target` is sent as written. */
export function splitUrl(url: string): Split {
  const before = splitBefore.get(url)
  if (before !== undefined) return before
  const split = splitAnew(url)
  if (splitBefore.size >= splitKeptMax) splitBefore.clear()
  if (url.length <= splitCharactersMax) splitBefore.set(url, split)
  return split
}

function splitAnew(url: string): Split {
  // The host in the characters of RFC 3986, 3.2.2: it is sent in a header.
  const found = /^(https?:\/\/)([\w.:%[\]~!$&'()*+,;=-]+)(?=[/?#]|$)(.*)$/is.exec(url)
  const [, scheme, host, rest] = found ?? []
  if (scheme === undefined || host === undefined || rest === undefined || parsedUrl(url) === null)
    throw new ConfigurationError(
      'A URL must be absolute, start with http:// or https://, and hold no user name or password.',
    )
  if (!requestTarget.test(rest))
    throw new ConfigurationError(
      `The path ${JSON.stringify(rest)} must be percent-encoded before it is sent.`,
    )
  const target = rest.startsWith('/') ? rest : `/${rest}`
  return { origin: `${scheme.toLowerCase()}${host.toLowerCase()}`, host: host.toLowerCase(), target }
}

/**
 * The base URL without trailing slashes.
 * @throws ConfigurationError where it is not an absolute http(s) URL without credentials, query and fragment.
 */
export function checkedBaseUrl(baseUrl: string): string {
  const { target } = splitUrl(baseUrl)
  if (/[?#]/.test(target))
    throw new ConfigurationError(
      'The base URL must hold no query and no fragment: remove what follows the path.',
    )
  return baseUrl.replace(/\/+$/, '')
}

/** Whether requests can be sent below `url` as it is written. */
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
