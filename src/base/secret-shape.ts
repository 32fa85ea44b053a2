// What has the shape of a secret, or stands where one does.
import { redacted } from './secret.ts'

// The mask knows the values that we hold. The patterns below catch what it cannot know: a token that a
// forgery made from a real one by changing a single character, and one that a tenant hands out unasked.
const jwtShaped = /(?:(?<![\w-])|(?<=%[0-9a-f]{2}))eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gi
// A value that begins with "$TENANT_" is a variable of a shell line, to be filled in by whoever replays it.
const secretNames = 'access_token|refresh_token|id_token|client_secret|client_assertion'
const secretMember = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?!\\$TENANT_)(?:[^"\\\\]|\\\\.)*"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&\\s'"])(?:${secretNames})=)(?!["']?\\$TENANT_)[^&\\s'"]*`, 'gi')
const userInfo = /(\bhttps?:\/\/)[^/\s@?#]+@/gi

// What none of these stands in, none of the patterns above matches: most texts are looked through once instead of four times.
const suspect = /eyJ|_token|client_(?:secret|assertion)|:\/\/[^/\s@?#]+@/i

/** `text` without what has the shape of a secret or stands where one does. */
export function withoutShapes(text: string): string {
  if (!suspect.test(text)) return text
  return text
    .replace(jwtShaped, redacted)
    .replace(secretMember, `$1"${redacted}"`)
    .replace(secretParameter, `$1${redacted}`)
    .replace(userInfo, `$1${redacted}@`)
}
