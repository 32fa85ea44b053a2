// Serves the admin address of the mock on 127.0.0.1.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { tenantFaults } from '../../tenant/index.ts'
import { AdminRefusal, adminHost, readAdminRequest } from './admin-request.ts'
import { type AdminContext, answer } from './endpoints.ts'

export interface Admin {
  readonly url: string
  close(): Promise<void>
}

/** @throws ConfigurationError if the port is not usable */
export async function startAdmin(
  port: number,
  parts: Pick<AdminContext, 'tenant' | 'mask' | 'onReset'>,
): Promise<Admin> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigurationError(`--admin-port is ${port}: a port is a whole number from 0 to 65535.`)
  const context = { ...parts, faults: await tenantFaults(), pace: parts.tenant.pace }
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 })
  server.maxConnections = 32
  server.on('request', (request, response) => {
    const answered = async (): Promise<unknown> => answer(readAdminRequest(request), context)
    answered().then(
      (body) => send(response, 200, body),
      (error: unknown) => send(response, statusOf(error), { error: messageOf(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ConfigurationError(
          `Cannot listen on the admin address ${adminHost}:${port} (${messageOf(error)}): give another --admin-port, or 0 for any free port.`,
        ),
      ),
    )
    server.listen(port, adminHost, resolve)
  })
  return {
    url: `http://${adminHost}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function statusOf(error: unknown): number {
  if (error instanceof AdminRefusal) return error.status
  return error instanceof ConfigurationError ? 404 : 500
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...(status === 413 ? { Connection: 'close' } : {}),
    })
    .end(`${JSON.stringify(body)}\n`)
}
