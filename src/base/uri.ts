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
