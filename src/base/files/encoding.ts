// Decodes UTF-8 files (RFC 8259, section 8.1). Detects UTF-16, because Windows shells write UTF-16.
import { isUtf8 } from 'node:buffer'

const byteOrderMark = '\ufeff'

/** @throws Error that names the encoding if the bytes are not UTF-8 */
export function textOf(bytes: Buffer): string {
  requireNoWideCharacters(bytes)
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8: save it as UTF-8')
  return withoutMark(bytes.toString('utf8'))
}

/** @throws Error for UTF-16 and UTF-32 */
export function requireNoWideCharacters(bytes: Buffer): void {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Error('it is UTF-16: save it as UTF-8')
  // In UTF-16, one byte of an ASCII character is zero.
  if (first === 0 || second === 0)
    throw new Error('it begins with NUL bytes, as UTF-16 does: save it as UTF-8')
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}
