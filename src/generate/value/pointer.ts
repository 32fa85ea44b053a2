// JSON pointers (RFC 6901).
import { nameOf, tokenOf } from '../../base/json.ts'

export function child(pointer: string, key: string | number): string {
  return `${pointer}/${tokenOf(String(key))}`
}

export function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => nameOf(token))
}
