// Masks values that look like secrets, and recognises words of a secret that reveal nothing.
import { redacted } from './secret.ts'

// Forged tokens, and tokens that a tenant returns unexpectedly.
const jwtShaped = /(?:(?<![\w-])|(?<=%[0-9a-f]{2}))eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gi
// Values that begin with "$TENANT_" are names of shell variables, and no secrets.
const secretNames = 'access_token|refresh_token|id_token|client_secret|client_assertion'
const secretMember = new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?!\\$TENANT_)(?:[^"\\\\]|\\\\.)*"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&\\s'"])(?:${secretNames})=)(?!["']?\\$TENANT_)[^&\\s'"]*`, 'gi')
const userInfo = /(\bhttps?:\/\/)[^/\s@?#]+@/gi

const suspect = /eyJ|_token|client_(?:secret|assertion)|:\/\/[^/\s@?#]+@/i

export function withoutShapes(text: string): string {
  if (!suspect.test(text)) return text
  return text
    .replace(jwtShaped, redacted)
    .replace(secretMember, `$1"${redacted}"`)
    .replace(secretParameter, `$1${redacted}`)
    .replace(userInfo, `$1${redacted}@`)
}

// A few words, such as "new-tenant" of "new-tenant-key-1", reveal nothing. Words with blanks can be a
// passphrase.
const words = /^[A-Z]?[a-z]+(?:[-_.][A-Z]?[a-z]+)*$/
const wordCharacter = /[a-z\d]/i

/** Returns whether `part` consists of at most half of the words of a secret. */
export function isOfWords(part: string, secrets: Iterable<string>): boolean {
  if (!words.test(part)) return false
  let isContained = false
  for (const secret of secrets) {
    if (2 * wordCount(part) > wordCount(secret) && secret.includes(part)) return false
    for (let at = secret.indexOf(part); at >= 0; at = secret.indexOf(part, at + 1)) {
      isContained = true
      if (isInWord(secret, at) || isInWord(secret, at + part.length)) return false
    }
  }
  return isContained
}

function wordCount(text: string): number {
  return text.split(/[^A-Za-z\d]+/).filter((word) => word !== '').length
}

function isInWord(text: string, at: number): boolean {
  return wordCharacter.test(text[at - 1] ?? '') && wordCharacter.test(text[at] ?? '')
}
