// Removes content codings such as gzip (RFC 9110, section 8.4.1), up to a maximum size.
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { clip } from '../../base/clip.ts'
import { messageOf } from '../../base/error.ts'
import { ExchangeError } from './failure.ts'

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
type Unpack = (
  bytes: Buffer,
  options: { maxOutputLength: number },
  then: (error: Error | null, result: Buffer) => void,
) => void

// Missing before Node.js 22.15.
const { zstdDecompress } = zlib as { readonly zstdDecompress?: Unpack }

const asked: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(zlib.gunzip)],
  ['deflate', deflate],
  ['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(zlib.brotliDecompress)],
  ...(zstdDecompress === undefined ? [] : [['zstd', promisify(zstdDecompress)] as const]),
])

const decoders: ReadonlyMap<string, Decode> = new Map([
  ...asked,
  ['x-gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(zlib.gunzip)],
  ['identity', async (bytes) => bytes],
])

/** Header Accept-Encoding (RFC 9110, section 12.5.3). */
export const acceptEncoding = [...asked.keys()].join(', ')

// Low, because each coding multiplies the work.
const codingsMax = 3

const codingCharactersMax = 40

/**
 * Removes all codings. Keeps UTF-8 text with an unknown coding, for example the wrong coding "UTF-8".
 * @throws ExchangeError `too-large` for more than `bodyBytesMax` bytes, `malformed` for broken data, `unread`
 * for an unknown coding
 */
export async function decoded(bytes: Buffer, contentEncoding: string, bodyBytesMax: number): Promise<Buffer> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  let body = bytes
  for (const [index, coding] of codings.reverse().entries()) {
    if (body.length === 0) break
    const decode = index < codingsMax ? decoders.get(coding) : undefined
    if (decode === undefined) {
      if (isUtf8(body)) break
      throw new ExchangeError(
        'unread',
        `The tenant's body has the content coding ${JSON.stringify(clip(coding, codingCharactersMax))}, which the run cannot read and did not request: make the tenant respect Accept-Encoding (${acceptEncoding}).`,
      )
    }
    try {
      body = await decode(body, { maxOutputLength: bodyBytesMax })
    } catch (error) {
      if (error instanceof RangeError)
        throw new ExchangeError(
          'too-large',
          `The tenant's body unpacks to more than ${bodyBytesMax} bytes: make the tenant send less.`,
        )
      throw new ExchangeError(
        'malformed',
        `The tenant's body is not valid ${coding} (${messageOf(error)}): correct the Content-Encoding of the response.`,
      )
    }
  }
  return body
}

// Some senders omit the zlib header (RFC 9110, section 8.4.1.2).
async function deflate(bytes: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  const first = bytes[0] ?? 0
  return (first & 0x0f) === 8
    ? promisify<Buffer, { maxOutputLength: number }, Buffer>(zlib.inflate)(bytes, options)
    : promisify<Buffer, { maxOutputLength: number }, Buffer>(zlib.inflateRaw)(bytes, options)
}
