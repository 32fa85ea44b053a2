// Reads requests to the admin address.
import type { IncomingMessage } from 'node:http'
import { type Json, parse } from '../../base/json.ts'
import { parsedUrl, uriDecoded } from '../../base/uri.ts'
import { hostOf, isLoopbackHost } from '../front/host-check.ts'
import { Refused } from './refused.ts'

export const adminHost = '127.0.0.1'

const bodyBytesMax = 65_536

export interface Asked {
  readonly method: string
  /** "" for `/`. */
  readonly room: string
  readonly name: string | null
  readonly query: URLSearchParams
  /** @throws Refused */
  body(): Promise<Json>
}

/** @throws Refused for browsers and longer paths */
export function askedBy(request: IncomingMessage): Asked {
  requireOwn(request)
  const url = parsedUrl(request.url ?? '/', `http://${adminHost}`)
  const [, room = '', name, further] = url?.pathname.split('/') ?? []
  if (url === null || further !== undefined) throw new Refused(404, 'There is no such path')
  return {
    ...{ method: request.method ?? '', room, query: url.searchParams },
    name: name === undefined ? null : uriDecoded(name),
    body: () => bodyOf(request),
  }
}

// Web pages must not control the mock.
function requireOwn({ headers }: IncomingMessage): void {
  const named = hostOf(headers.host)
  if (named === null || !isLoopbackHost(named)) throw new Refused(421, `This is http://${adminHost}`)
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none')
    throw new Refused(403, 'No page of a browser may use this address')
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Refused(413, `A body has at most ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  const parsed = parse(Buffer.concat(chunks).toString())
  if (!parsed.ok) throw new Refused(400, 'The body is not JSON')
  return parsed.value
}
