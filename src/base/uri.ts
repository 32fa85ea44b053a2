// Text in an address.

/**
 * `text` as one segment of a path, whatever a tenant put into it: a lone surrogate, which UTF-8 cannot hold, becomes
 * U+FFFD, where encodeURIComponent would throw.
 */
export function uriEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** What `text` stands for; `text` itself where it is not percent-encoded UTF-8, where decodeURIComponent would throw. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The URL that `text` is, by itself or as seen from `base`; null where it is none. `URL.canParse` of Node.js 20 says so of URLs beyond ASCII as well, once
 * it has been called often.
 */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
