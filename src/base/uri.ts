// URIs, and the hosts in them.

/** Replaces a lone surrogate by U+FFFD, where encodeURIComponent would throw. */
export function uriEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** Returns `text` where decodeURIComponent would throw. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns null if invalid. After many calls, Node.js 20's `URL.canParse` rejects valid non-ASCII URLs. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Whether the text is meant as an http or https address. */
export function namesHttp(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/**
 * localhost and loopback addresses (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
 * @param host without brackets and port
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/** Names that no public server has (RFC 6761, 6762, 8375; ICANN reserves "internal"). */
export function isLocalName(host: string): boolean {
  return /\.(?:local|internal|home\.arpa|lan|test)$/.test(host)
}

/** @param hostname of a URL, in which IPv6 addresses have brackets */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
