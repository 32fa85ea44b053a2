// RFC 6901 JSON pointers: how a member's or an element's place is written.

/** The pointer of the member or element `key` of what lies at `pointer`. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The reference tokens of a pointer, unescaped. */
export function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
