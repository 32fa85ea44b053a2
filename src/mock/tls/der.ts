// Encodes the parts of DER (ITU-T X.690) that certificates need.

export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => element(0x31, ...parts)
export const octets = (content: Uint8Array): Buffer => element(0x04, content)
export const yes = element(0x01, Buffer.from([0xff]))
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text))

/** A zero byte precedes a first byte of 0x80 or more, which would mark a negative number. */
export function integer(bytes: Uint8Array): Buffer {
  return element(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0]), bytes] : [bytes]))
}

export function bits(content: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), content)
}

/** @param dotted for example "2.5.29.17" */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

/** Encodes a time until the year 2049 (RFC 5280, section 4.1.2.5.1). */
export function utcTime(iso: string): Buffer {
  return element(0x17, Buffer.from(`${iso.slice(2, 19).replace(/\D/g, '')}Z`))
}

// Encodes a number in base 128. The first bit is set in all bytes except the last.
function inSevens(number: number): number[] {
  const low = number & 0x7f
  return number < 0x80 ? [low] : [...inSevens(number >> 7).map((byte) => byte | 0x80), low]
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
