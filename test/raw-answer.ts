// Generates responses as bytes: valid responses of HTTP/1.1 (RFC 9112), each with the values that a reader
// must find, and broken responses.
import fc, { type Arbitrary } from 'fast-check'

/** The bytes of a response, and the values that a reader must find in them. */
export interface RawAnswer {
  readonly bytes: Buffer
  readonly status: number
  readonly body: string
  /**
   * True if the end of the connection ends the body. A part of such a response looks like a complete
   * response.
   */
  readonly endsByClose: boolean
}

const crlf = '\r\n'
const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/)
const field = fc.stringMatching(/^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]{0,20}[\x21-\x7e\x80-\xff])?$/)
// Excludes the headers that frame a body, because the grammar sets them.
const free = token.filter(
  (name) =>
    !/^(?:content-length|transfer-encoding|content-encoding|connection|upgrade|keep-alive|trailer)$/i.test(
      name,
    ),
)
const line = fc.tuple(free, fc.constantFrom(':', ': ', ':\t', ':  '), fc.option(field, { nil: '' }))
const lines = fc.array(
  line.map(([name, colon, value]) => `${name}${colon}${value}${crlf}`),
  { maxLength: 5 },
)
const body = fc.oneof(
  fc.constantFrom('', '{}', '[]', 'null', '{"keys":[]}', '<html></html>', `{"id":"${'a'.repeat(26)}"}`),
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

/** Divides a body into chunks (RFC 9112, section 7.1), with extensions and trailers. */
function inChunks(bytes: Buffer, sizes: readonly number[], extension: string, trailer: string): Buffer {
  const parts: Buffer[] = []
  let rest = bytes
  for (const size of [...sizes, bytes.length]) {
    const part = rest.subarray(0, size)
    if (part.length === 0) continue
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}${crlf}`), part, Buffer.from(crlf))
    rest = rest.subarray(part.length)
  }
  return Buffer.concat([...parts, Buffer.from(`0${crlf}${trailer}${crlf}`)])
}

export const validAnswer: Arbitrary<RawAnswer> = fc
  .record({
    // Excludes special statuses: 1xx is interim, 204 and 304 have no body, and 429 asks for a retry.
    status: fc.integer({ min: 200, max: 599 }).filter((one) => ![204, 304, 429].includes(one)),
    reason: fc.constantFrom('', 'OK', 'Not \xff here', 'x'.repeat(300)),
    interim: fc.constantFrom('', '', `HTTP/1.1 103 Early Hints${crlf}link: </a>${crlf}${crlf}`),
    lines,
    body,
    framing: fc.constantFrom('length', 'length', 'chunked', 'close'),
    sizes: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    extension: fc.constantFrom('', ';a', ';a=b'),
    trailer: fc.constantFrom('', `x-trailer: 1${crlf}`),
  })
  .map(({ status, reason, interim, lines: own, body: text, framing, sizes, extension, trailer }) => {
    const bytes = Buffer.from(text)
    const framed =
      framing === 'chunked'
        ? (['transfer-encoding: chunked', inChunks(bytes, sizes, extension, trailer)] as const)
        : framing === 'length'
          ? ([`content-length: ${bytes.length}`, bytes] as const)
          : (['connection: close', bytes] as const)
    const head = `${interim}HTTP/1.1 ${status} ${reason}${crlf}${own.join('')}${framed[0]}${crlf}${crlf}`
    return {
      bytes: Buffer.concat([Buffer.from(head, 'latin1'), framed[1]]),
      status,
      body: bytes.toString('utf8'),
      endsByClose: framing === 'close',
    }
  })

/** Bytes of HTTP/1.1 that are broken at one position, or that are no HTTP. */
export const brokenAnswer: Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(
      validAnswer.filter(({ endsByClose }) => !endsByClose),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([{ bytes }, share]) => bytes.subarray(0, Math.floor(share * (bytes.length - 1)))),
  fc
    .tuple(
      fc.constantFrom(
        'HTTP/1.1 abc OK',
        'HTTP/1.1 20 OK',
        'HTTP/1.1 1000 OK',
        'HTTP/1.1  200 OK',
        'HTTP/9.9 200 OK',
        'HTP/1.1 200 OK',
        'http/1.1 200 OK',
        '200 OK',
        'GET / HTTP/1.1',
        '\x16\x03\x01\x02\x00',
        '\0\0\0\0',
        'SSH-2.0-OpenSSH_9.2',
        '220 mail.example ESMTP',
        'PRI * HTTP/2.0',
      ),
      lines,
      body,
    )
    .map(([start, own, text]) => Buffer.from(`${start}${crlf}${own.join('')}${crlf}${text}`, 'latin1')),
  fc
    .tuple(
      fc.constantFrom(
        'x\x01y: 1',
        'x y: 1',
        ': 1',
        'x: a\0b',
        'content-length: 2\r\ncontent-length: 3',
        'content-length: -1',
        'content-length: 2x',
        'content-length: 99999999999999999999999',
        'content-length: 2\r\ntransfer-encoding: chunked',
        'transfer-encoding: chunked\r\n\r\nzz',
        'transfer-encoding: chunked\r\n\r\nfffffffffffffffff',
        'transfer-encoding: chunked\r\n\r\n-1',
        'transfer-encoding: chunked\r\n\r\n5\r\nabc',
        'content-encoding: gzip\r\ncontent-length: 2',
        `x: ${'y'.repeat(70_000)}`,
      ),
      lines,
    )
    .map(([bad, own]) =>
      Buffer.from(`HTTP/1.1 200 OK${crlf}${own.join('')}${bad}${crlf}${crlf}{}`, 'latin1'),
    ),
)

/** Bytes of a response that is valid, broken or partly replaced. */
export const anyAnswer: Arbitrary<Buffer> = fc.oneof(
  validAnswer.map(({ bytes }) => bytes),
  brokenAnswer,
  fc
    .tuple(validAnswer, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([{ bytes }, place, others]) => {
      const spoilt = Buffer.from(bytes)
      spoilt.set(others.subarray(0, spoilt.length), place % Math.max(1, spoilt.length - others.length))
      return spoilt
    }),
)
