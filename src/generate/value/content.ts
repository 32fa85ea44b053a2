// Encodings and JSON within strings (JSON Schema Validation, section 8).
import type { Json } from '../../base/json.ts'

/**
 * `padded`: the length of a padded text is a multiple of this number. With 1, the encoding has no padding.
 */
interface Code {
  readonly alphabet: string
  readonly bits: number
  readonly padded: number
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphanumerics = `${capitals}${capitals.toLowerCase()}0123456789`

// Encodings of RFC 4648.
const codes: Readonly<Record<string, Code>> = {
  base64: { alphabet: `${alphanumerics}+/`, bits: 6, padded: 4 },
  base64url: { alphabet: `${alphanumerics}-_`, bits: 6, padded: 1 },
  base32: { alphabet: `${capitals}234567`, bits: 5, padded: 8 },
  base32hex: { alphabet: `0123456789${capitals.slice(0, 22)}`, bits: 5, padded: 8 },
  base16: { alphabet: '0123456789ABCDEF', bits: 4, padded: 1 },
}
const identities = ['7bit', '8bit', 'binary']

export function isEncoding(name: string): boolean {
  const encoding = name.toLowerCase()
  return Object.hasOwn(codes, encoding) || identities.includes(encoding) || encoding === 'quoted-printable'
}

/** The JSON types of RFC 8259 and RFC 6839. */
export function isJsonType(mediaType: string): boolean {
  return /^[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i.test(mediaType)
}

export function encoded(text: string, name: string | null): string {
  const encoding = name?.toLowerCase() ?? '8bit'
  const code = Object.hasOwn(codes, encoding) ? codes[encoding] : undefined
  const bytes = new TextEncoder().encode(text)
  if (code !== undefined) return inCode(bytes, code)
  return encoding === 'quoted-printable' ? quoted(bytes) : text
}

/**
 * Returns undefined if the text has another encoding, is not canonical (RFC 4648), or contains bytes that are
 * not UTF-8.
 */
export function decoded(text: string, name: string | null): string | undefined {
  const encoding = name?.toLowerCase() ?? '8bit'
  const code = Object.hasOwn(codes, encoding) ? codes[encoding] : undefined
  if (code === undefined && encoding !== 'quoted-printable') return text
  const bytes = code === undefined ? unquoted(text) : outOfCode(text, code)
  try {
    return bytes === null
      ? undefined
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function inCode(bytes: Uint8Array, { alphabet, bits, padded }: Code): string {
  let text = ''
  let held = 0
  let count = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    count += 8
    while (count >= bits) {
      count -= bits
      text += alphabet[(held >> count) & (2 ** bits - 1)]
    }
    held &= 2 ** count - 1
  }
  if (count > 0) text += alphabet[(held << (bits - count)) & (2 ** bits - 1)]
  return text + '='.repeat((padded - (text.length % padded)) % padded)
}

function outOfCode(text: string, code: Code): Uint8Array | null {
  const bytes: number[] = []
  let held = 0
  let count = 0
  for (const character of text.replace(/=+$/, '')) {
    const value = code.alphabet.indexOf(character)
    if (value < 0) return null
    held = ((held << code.bits) | value) & 0xffff
    count += code.bits
    if (count < 8) continue
    count -= 8
    bytes.push((held >> count) & 0xff)
  }
  const found = Uint8Array.from(bytes)
  return inCode(found, code) === text ? found : null
}

// Quoted-printable (RFC 2045, section 6.7).
function quoted(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) =>
    byte >= 0x21 && byte <= 0x7e && byte !== 0x3d
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  const lines: string[] = ['']
  for (const each of characters) {
    const line = lines.at(-1) ?? ''
    if (line.length + each.length > 75) lines.push(each)
    else lines[lines.length - 1] = line + each
  }
  return lines.join('=\r\n')
}

function unquoted(text: string): Uint8Array | null {
  const joined = text.replace(/=\r\n/g, '')
  if (!/^(?:[\x21-\x3c\x3e-\x7e]|=[0-9A-F]{2})*$/.test(joined)) return null
  const bytes = joined.match(/=..|./g) ?? []
  return Uint8Array.from(bytes, (each) =>
    each.length === 3 ? Number.parseInt(each.slice(1), 16) : each.charCodeAt(0),
  )
}
