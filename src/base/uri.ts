// URIs, and the hosts within them.

/** Replaces lone surrogates with U+FFFD, because encodeURIComponent throws for them. */
export function uriEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns null for an invalid URL. Does not use `URL.canParse`: after many calls in Node.js 20, this function
 * rejects valid non-ASCII URLs.
 */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

export function namesHttp(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/**
 * Returns whether the host is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
 * @param host host without brackets and port
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/**
 * Returns whether the name is local (RFC 6761, RFC 6762, RFC 8375; "internal" is reserved, and "lan" is
 * common).
 */
export function isLocalName(host: string): boolean {
  return /\.(?:local|internal|home\.arpa|lan|test)$/.test(host)
}

/** @param hostname for example `[::1]` */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
