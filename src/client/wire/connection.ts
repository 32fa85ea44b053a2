// Opens one connection as a run does, to examine the server.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { TransportFailure } from '../../base/exchange.ts'
import type { ConnectionOptions } from '../client.ts'
import { createConnector, wantedFor } from './connector.ts'
import { failureOf } from './failure.ts'

interface ShownCertificate {
  readonly protocol: string
  /** Milliseconds since the epoch. Null if unknown. */
  readonly validToMs: number | null
  readonly issuer: string
}

export type Connected =
  | {
      readonly ok: true
      /** Address of the tenant, or of a proxy. */
      readonly address: string | null
      readonly certificate: ShownCertificate | null
    }
  | { readonly ok: false; readonly failure: TransportFailure }

/** Opens the connection, but sends no request. Never rejects because of a network error. */
export async function tryConnection(address: string, connection: ConnectionOptions): Promise<Connected> {
  const wanted = wantedFor(address)
  const { protocol, host = '' } = wanted
  const connector = createConnector(connection)
  try {
    const socket = await new Promise<Socket>((resolve, reject) => {
      connector.connect(wanted, (...made) => (made[0] === null ? resolve(made[1]) : reject(made[0])))
    })
    const connected = {
      ok: true,
      address: socket.remoteAddress ?? null,
      certificate: socket instanceof TLSSocket ? shownBy(socket) : null,
    } as const
    socket.on('error', () => undefined).destroy()
    return connected
  } catch (error) {
    return { ok: false, failure: failureOf(error, { host, secure: protocol === 'https:', answered: false }) }
  } finally {
    await connector.close()
  }
}

function shownBy(socket: TLSSocket): ShownCertificate {
  const { valid_to: validTo, issuer } = socket.getPeerCertificate()
  const validToMs = Date.parse(validTo ?? '')
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    validToMs: Number.isNaN(validToMs) ? null : validToMs,
    issuer: [issuer?.O ?? issuer?.CN ?? 'an unnamed authority'].flat().join(', '),
  }
}
