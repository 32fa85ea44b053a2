// Content codings (RFC 9110, 8.4.1) taken off a body, with a limit on what comes out of them.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { messageOf } from '../../base/error.ts'
import { ExchangeError } from './failure.ts'

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  ['x-gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  ['deflate', deflate],
  ['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress)],
])

// Nobody needs more; each further one multiplies the work that a small body can cause.
const codingsMax = 3

/**
 * `bytes` without the codings that Content-Encoding names. A coding that we do not know is left on.
 * @throws ExchangeError `too-large` where more than `bodyBytesMax` bytes come out, `malformed` where a coding is broken.
 */
export async function decoded(bytes: Buffer, contentEncoding: string, bodyBytesMax: number): Promise<Buffer> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  let body = bytes
  for (const coding of codings.reverse().slice(0, codingsMax)) {
    const decode = decoders.get(coding)
    if (decode === undefined || body.length === 0) break
    try {
      body = await decode(body, { maxOutputLength: bodyBytesMax })
    } catch (error) {
      if (error instanceof RangeError)
        throw new ExchangeError(
          'too-large',
          `The tenant's body unpacks to more than ${bodyBytesMax} bytes: make it send less.`,
        )
      throw new ExchangeError(
        'malformed',
        `The tenant's body is not valid ${coding} (${messageOf(error)}): correct its Content-Encoding.`,
      )
    }
  }
  return body
}

// RFC 9110, 8.4.1.2: deflate means the zlib format, and some senders leave its frame away.
async function deflate(bytes: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  const first = bytes[0] ?? 0
  return (first & 0x0f) === 8
    ? promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)(bytes, options)
    : promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)(bytes, options)
}
