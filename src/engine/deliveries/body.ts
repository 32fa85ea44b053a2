// Reads the body of a delivery up to a limit, because a tenant may send without end.
import type { IncomingMessage } from 'node:http'

export interface Body {
  readonly text: string
  readonly whole: boolean
}

/** @returns null if the request was interrupted */
export function readBody(
  request: IncomingMessage,
  keptBytesMax: number,
  readBytesMax: number,
): Promise<Body | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let kept = 0
    let read = 0
    const body = (whole: boolean): Body => ({ text: Buffer.concat(chunks).toString('utf8'), whole })
    request.on('data', (chunk: Buffer) => {
      const room = keptBytesMax - kept
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      kept += Math.min(room, chunk.length)
      read += chunk.length
      if (read > readBytesMax) {
        request.pause()
        resolve(body(false))
      }
    })
    request.on('end', () => resolve(body(read <= keptBytesMax)))
    request.on('error', () => resolve(null))
    request.on('close', () => resolve(null))
  })
}
