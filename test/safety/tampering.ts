// What lies between a run and a tenant: answers are given otherwise than the tenant gave them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/base/json.ts'
import type { Tenant } from '../../src/index.ts'

/** What a hostile tenant, or a cache before it, makes of an answer. */
export type Tamper = (exchange: {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: JsonObject
}) => JsonObject | null | Promise<JsonObject | null>

/**
 * A proxy that answers some requests otherwise than the tenant did; the paths that were asked for.
 * @param closing receives how it is closed
 */
export async function proxied(
  tenant: Tenant,
  tamper: Tamper,
  closing: (() => Promise<unknown>)[],
): Promise<{ baseUrl: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url}`)
    const passed = Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        ['authorization', 'content-type', 'accept'].includes(entry[0]) && typeof entry[1] === 'string',
    )
    const answer = await fetch(`${tenant.authUrl}${url}`, {
      method,
      headers: Object.fromEntries(passed),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    const text = await answer.text()
    const body = text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {}
    const path = url.replace('/api/v2', '')
    const instead = await tamper({ method, path, status: answer.status, body })
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(answer.headers.has('www-authenticate')
        ? { 'www-authenticate': answer.headers.get('www-authenticate') ?? '' }
        : {}),
    })
    response.end(answer.status === 204 ? undefined : instead === null ? text : JSON.stringify(instead))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`, asked }
}
