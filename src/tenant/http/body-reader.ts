// The bytes of a request's body, of which no more are kept than may come.
import { HTTPException } from 'hono/http-exception'
import type { Connection } from './connection.ts'

/** The largest body that is read. */
export const bodyBytesMax = 1_048_576

/** The largest body of somebody who has not proven who it is: many may send at a time. */
export const strangersBodyBytesMax = 65_536

/**
 * The body; null where it is larger than `bytesMax`, of which the rest is not read.
 * @throws HTTPException where whoever sends it leaves before it is read: nothing is carried out, and nobody is left to be answered
 */
export async function readBody(
  request: Request,
  { incoming }: Connection,
  bytesMax: number,
): Promise<Uint8Array | null> {
  // Read where it arrives: a stream of the web around it costs as much as all else that an answer takes.
  const source: AsyncIterable<Uint8Array> | null =
    incoming?.iterator({ destroyOnReturn: false }) ?? request.body
  if (source === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > bytesMax) return null
      chunks.push(chunk)
    }
  } catch (cause) {
    throw incoming === undefined ? cause : new HTTPException(400, { cause })
  }
  return Buffer.concat(chunks)
}
