// The bytes of a request's body, of which no more are kept than may come.

/** The largest body that is read. */
export const bodyBytesMax = 1_048_576

/** The body; null where it is larger than `bodyBytesMax`, of which the rest is not read. */
export async function readBody({ body }: Request): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
