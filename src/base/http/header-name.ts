// Names of HTTP headers.

/** Returns whether the name is a token (RFC 9110, section 5.1). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}
