// Masks values that look like secrets.
import { redacted } from './secret.ts'

// Forged tokens, or tokens returned unasked.
const jwtShaped = /(?:(?<![\w-])|(?<=%[0-9a-f]{2}))eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gi
// "$TENANT_" begins a shell variable.
const secretNames = 'access_token|refresh_token|id_token|client_secret|client_assertion'
const secretMember = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?!\\$TENANT_)(?:[^"\\\\]|\\\\.)*"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&\\s'"])(?:${secretNames})=)(?!["']?\\$TENANT_)[^&\\s'"]*`, 'gi')
const userInfo = /(\bhttps?:\/\/)[^/\s@?#]+@/gi

// Most texts need only this search.
const suspect = /eyJ|_token|client_(?:secret|assertion)|:\/\/[^/\s@?#]+@/i

export function withoutShapes(text: string): string {
  if (!suspect.test(text)) return text
  return text
    .replace(jwtShaped, redacted)
    .replace(secretMember, `$1"${redacted}"`)
    .replace(secretParameter, `$1${redacted}`)
    .replace(userInfo, `$1${redacted}@`)
}
