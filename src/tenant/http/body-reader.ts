// The bytes of a request's body, of which no more are kept than may come.

/** The largest body that is read. */
export const bodyBytesMax = 1_048_576

/** The largest body of somebody who has not proven who it is: many may send at a time. */
export const strangersBodyBytesMax = 65_536

/** The body; null where it is larger than `bytesMax`, of which the rest is not read. */
export async function readBody({ body }: Request, bytesMax: number): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
