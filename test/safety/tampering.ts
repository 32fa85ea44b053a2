// A proxy that changes responses.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/base/json.ts'
import type { Tenant } from '../../src/index.ts'
import { give, pass, textOf } from '../forward.ts'

/** Returns the body that a hostile tenant or a cache would return. Returns null for an unchanged response. */
export type Tamper = (exchange: {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: JsonObject
}) => JsonObject | null | Promise<JsonObject | null>

/**
 * Starts a proxy that records the paths of requests.
 * @param closing receives a function that closes the proxy
 */
export async function proxied(
  tenant: Tenant,
  tamper: Tamper,
  closing: (() => Promise<unknown>)[],
): Promise<{ baseUrl: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', rawHeaders } = request
    asked.push(`${method} ${url}`)
    const sent = { method, path: url, headers: rawHeaders, body: await textOf(request) }
    const answer = await pass(tenant.authUrl, sent)
    const body = answer.body.startsWith('{') ? (JSON.parse(answer.body) as JsonObject) : {}
    const path = url.replace('/api/v2', '')
    const instead = await tamper({ method, path, status: answer.status, body })
    give(response, instead === null ? answer : { ...answer, body: JSON.stringify(instead) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`, asked }
}
