// The encoding of a text file: UTF-8, with or without a byte order mark (RFC 8259, 8.1). Windows shells also write UTF-16.
import { isUtf8 } from 'node:buffer'

const byteOrderMark = '\ufeff'

/**
 * The text of a UTF-8 file, without its byte order mark.
 * @throws Error that says in a few words in which other encoding it is
 */
export function textOf(bytes: Buffer): string {
  requireNoWideCharacters(bytes)
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8: save it as UTF-8')
  return withoutMark(bytes.toString('utf8'))
}

/** @throws Error where the bytes are UTF-16 or UTF-32, as far as their beginning shows */
export function requireNoWideCharacters(bytes: Buffer): void {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Error('it is UTF-16: save it as UTF-8')
  // Without a byte order mark: one of the two bytes of an ASCII character is zero.
  if (first === 0 || second === 0)
    throw new Error('it begins with NUL bytes, as UTF-16 does: save it as UTF-8')
}

/** `text` without the byte order mark that it may begin with. */
export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}
