// Sends requests with `Expect: 100-continue` (RFC 9110, section 10.1.1).
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { sleep } from '../../base/clock.ts'
import type { SentRequest } from '../../base/exchange.ts'
import { splitUrl } from './call.ts'
import { wantedFor } from './connector.ts'
import type { Reader } from './reader.ts'

// After this time, the client sends the body, because a server need not send 100.
const patienceMs = 1_000

export interface Line {
  readonly connect: buildConnector.connector
  readonly headersBytesMax: number
}

export function isExpecting({ headers, body }: SentRequest): boolean {
  return headers.expect !== undefined && body !== null
}

export function sendExpecting(line: Line, request: SentRequest, reader: Reader, otherwise: () => void): void {
  line.connect(wantedFor(request.url), (error, socket) => {
    if (error !== null) return reader.fail(error)
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') {
      socket.destroy()
      return otherwise()
    }
    if (reader.failed) return void socket.destroy()
    transmitOn(socket, line, request, reader)
  })
}

function transmitOn(socket: Socket, { headersBytesMax }: Line, request: SentRequest, reader: Reader): void {
  const { target } = splitUrl(request.url)
  const body = Buffer.from(request.body ?? '')
  const asked = new AbortController()
  const outgoing = httpRequest({
    ...{
      method: request.method,
      path: target,
      createConnection: () => socket,
      maxHeaderSize: headersBytesMax,
    },
    headers: { ...request.headers, 'content-length': body.length },
  })
  const controller = {
    abort: (error: Error) => outgoing.destroy(error),
  } as unknown as Dispatcher.DispatchController
  const send = (): void => {
    if (!asked.signal.aborted) outgoing.end(body)
    asked.abort()
  }
  reader.onRequestStart(controller)
  outgoing.on('continue', send).on('error', (error) => reader.fail(error))
  outgoing.on('response', (response) => {
    // A server can send its final response before it gets the body. The client then sends no body.
    asked.abort()
    reader.onResponseStart(controller, response.statusCode ?? 0, response.headers)
    response
      .on('data', (chunk: Buffer) => reader.onResponseData(controller, chunk))
      .on('error', (error) => reader.fail(error))
      .on('end', () => {
        reader.onResponseEnd()
        socket.destroy()
      })
  })
  outgoing.flushHeaders()
  void sleep(patienceMs, asked.signal).then(send)
}
