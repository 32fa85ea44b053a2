// Reads and checks the requests to the admin address of the mock.
import type { IncomingMessage } from 'node:http'
import { type Json, parse } from '../../base/json.ts'
import { isLoopbackHost, parsedUrl, uriDecoded } from '../../base/uri.ts'
import { hostOf } from '../front/host-check.ts'

export class AdminRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const adminHost = '127.0.0.1'

const bodyBytesMax = 65_536

export interface AdminRequest {
  readonly method: string
  /** The first segment of the path. It is empty for the path `/`. */
  readonly resource: string
  readonly name: string | null
  readonly query: URLSearchParams
  /** @throws AdminRefusal for a body that is too long or not JSON */
  body(): Promise<Json>
}

/** @throws AdminRefusal for requests from web pages, and for paths with more than two segments */
export function readAdminRequest(request: IncomingMessage): AdminRequest {
  requireOwn(request)
  const url = parsedUrl(request.url ?? '/', `http://${adminHost}`)
  const [, resource = '', name, further] = url?.pathname.split('/') ?? []
  if (url === null || further !== undefined) throw new AdminRefusal(404, 'Unknown path')
  return {
    ...{ method: request.method ?? '', resource, query: url.searchParams },
    name: name === undefined ? null : uriDecoded(name),
    body: () => bodyOf(request),
  }
}

// Refuses requests from web pages, because a web page must not control the mock.
function requireOwn({ headers }: IncomingMessage): void {
  const named = hostOf(headers.host)
  if (named === null || !isLoopbackHost(named))
    throw new AdminRefusal(421, `Unknown host name: use the address http://${adminHost}`)
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none')
    throw new AdminRefusal(403, 'Web pages in a browser must not use this address')
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax)
      throw new AdminRefusal(413, `A body must not have more than ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  const parsed = parse(Buffer.concat(chunks).toString())
  if (!parsed.ok) throw new AdminRefusal(400, 'The body is not JSON')
  return parsed.value
}
