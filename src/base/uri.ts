// URIs, and the hosts in them.

/** encodeURIComponent throws for lone surrogates. U+FFFD replaces them. */
export function uriEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** Returns `text` unchanged if decodeURIComponent throws. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns null for an invalid URL. After many calls, `URL.canParse` of Node.js 20 rejects valid non-ASCII
 * URLs.
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
 * RFC 1122, 3.2.1.3; RFC 4291, 2.5.3.
 * @param host without brackets and port
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/** RFC 6761, 6762 and 8375; ICANN reserves "internal". */
export function isLocalName(host: string): boolean {
  return /\.(?:local|internal|home\.arpa|lan|test)$/.test(host)
}

/** @param hostname of a URL */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
