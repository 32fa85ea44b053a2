// Reads the body of a request, up to a limit.
import { HTTPException } from 'hono/http-exception'
import type { Connection } from './connection.ts'

export const bodyBytesMax = 1_048_576

/** For requests without a valid token. Small, because anyone can send many such requests. */
export const strangersBodyBytesMax = 65_536

/**
 * Returns null if the body is longer than `bytesMax`.
 * @throws HTTPException if the sender disconnects
 */
export async function readBody(
  request: Request,
  { incoming }: Connection,
  bytesMax: number,
): Promise<Uint8Array | null> {
  // Reads the Node.js stream, because reading a web stream would double the time of a request.
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
