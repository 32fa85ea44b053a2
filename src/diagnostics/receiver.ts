// Checks that the receiver can listen, and that requests to its public address reach the receiver.
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { unguessable } from '../base/chance.ts'
import { reasonOf } from '../base/error.ts'
import { statusOf } from '../base/exchange.ts'
import { createClient } from '../client/index.ts'
import type { RunConfig } from '../engine/index.ts'
import { type Finding, question, splitRemedy } from './finding.ts'
import { clauseCountWithout } from './unlocks.ts'

const about = question('receiver', 'Can the tenant reach the event receiver?')
const answer = 204

export async function receiver(config: RunConfig): Promise<Finding> {
  const { listen, url, tls, blocker, settings } = config.receiver
  const unlocks = clauseCountWithout(config, 'receiver')
  if (blocker !== null) return about.warning(...splitRemedy(blocker, `Give ${settings.listen}.`), { unlocks })
  const path = `/${unguessable(16)}`
  const address = listen ?? { host: '127.0.0.1', port: 0 }
  const reply: RequestListener = ({ url: asked }, response) => {
    response.writeHead(asked?.endsWith(path) ? answer : 404).end()
  }
  const server =
    tls === null
      ? createServer(reply)
      : createSecureServer({ cert: tls.certificate, key: tls.key.reveal() }, reply)
  try {
    const port = await listening(server, address)
    const host = address.host.includes(':') ? `[${address.host}]` : address.host
    if (url === null)
      return about.ok(`the receiver listens at ${host}:${port} on the same machine as the tenant`)
    const { network } = config.connection
    const client = createClient({
      baseUrl: url,
      ...config.connection,
      mask: config.mask,
      // Trusts the receiver's certificate, because this check only tests the address.
      network: tls === null ? network : { ...network, ca: `${network.ca ?? ''}\n${tls.certificate}` },
      requestsMax: 2,
    })
    const exchange = await client
      .send({ method: 'GET', path, principal: 'none', operation: 'receiver', writes: false })
      .finally(() => client.close())
    if (statusOf(exchange) === answer) return about.ok(`${url} leads to the receiver at ${host}:${port}`)
    const got =
      exchange.failure === null ? `${statusOf(exchange)}` : splitRemedy(exchange.failure.message, '')[0]
    return about.warning(
      `a request from this machine to ${url} does not reach ${host}:${port}: ${got}`,
      `Correct ${settings.url}, or ${settings.listen}.`,
      { unlocks },
    )
  } catch (error) {
    return about.problem(
      'configuration',
      `the receiver cannot listen at ${address.host}:${address.port} (${reasonOf(error)})`,
      `Give another ${settings.listen}.`,
      { unlocks },
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function listening(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
