// RFC 6901 JSON pointers: how a member's or an element's place is written.
import { nameOf, tokenOf } from '../../base/json.ts'

/** The pointer of the member or element `key` of what lies at `pointer`. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${tokenOf(String(key))}`
}

/** The reference tokens of a pointer, unescaped. */
export function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => nameOf(token))
}
