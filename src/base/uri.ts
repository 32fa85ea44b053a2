// Encodes and parses addresses.

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

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
