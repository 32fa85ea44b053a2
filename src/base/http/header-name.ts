// Names of HTTP headers.

/** RFC 9110, 5.1: a token. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}
