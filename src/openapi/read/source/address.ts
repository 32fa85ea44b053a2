// Downloads the files of a document.
import { messageOf } from '../../../base/error.ts'
import { textOf } from '../../../base/files/encoding.ts'
import { limits } from './limits.ts'

export interface Received {
  readonly text: string
  /** Address after all redirects (RFC 3986, section 5.1.3). */
  readonly url: string
}

/** Follows redirects within one origin. */
export async function receivedFrom(
  address: string,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Received> {
  const { request } = await import('undici')
  const { origin } = new URL(address)
  let url = address
  for (let redirects = 0; redirects <= limits.redirectsMax; redirects += 1) {
    const { statusCode, headers, body } = await answered(request(url, { signal, headers: { accept: '*/*' } }))
    const location = headers.location
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump()
      const next = new URL(location, url)
      if (next.origin !== origin)
        throw new Error('the address redirects to another host: give the target address')
      url = next.href
      continue
    }
    if (statusCode !== 200) {
      await body.dump()
      throw new Error(`the request for the file got ${statusCode}`)
    }
    return { text: textOf(await answered(bytesOf(body, bytesMax))), url }
  }
  throw new Error(`the address redirects more than ${limits.redirectsMax} times`)
}

async function bytesOf(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`the file has more than ${bytesMax} bytes`)
  }
  return Buffer.concat(chunks, bytes)
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
      throw new Error('the file was not received in time')
    throw new Error(messageOf(error))
  }
}
