// Stub servers that send broken or endless bodies.
import { sleep } from '../../base/clock.ts'
import type { StubHandler } from './fixed-responses.ts'

const json = { 'content-type': 'application/json' }
const dripMs = 200

const fixed =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): StubHandler =>
  (request, response) => {
    request.resume()
    response.writeHead(200, { ...json, ...headers }).end(body)
  }

export const bodies: readonly (readonly [string, StubHandler])[] = [
  ['truncated-json', fixed('{"id":"cannedcannedcannedcannedca","name":"tru')],
  ['invalid-utf8', fixed(Buffer.from([...Buffer.from('{"id":"'), 0xff, 0xfe, 0xc0, ...Buffer.from('"}')]))],
  ['broken-gzip', fixed('{"id":"no gzip at all"}', { 'content-encoding': 'gzip' })],
  [
    'short-body',
    (request, response) => {
      request.resume()
      response.writeHead(200, { ...json, 'content-length': '100' })
      response.write('{"id":"')
      response.socket?.end()
    },
  ],
  [
    'endless-body',
    (request, response) => {
      request.resume()
      response.writeHead(200, json)
      response.write('{"id":"')
      const more = 'x'.repeat(65_536)
      // Waits for the event `drain`, because the memory would otherwise grow without limit.
      const pour = (): void => {
        while (!response.destroyed && response.write(more));
      }
      response.on('drain', pour)
      pour()
    },
  ],
  [
    'dripping-body',
    async (request, response) => {
      request.resume()
      response.writeHead(200, json)
      response.write('{"id":"')
      while (!response.destroyed) {
        response.write('x')
        await sleep(dripMs)
      }
    },
  ],
  [
    'headers-only',
    (request, response) => {
      request.resume()
      response.writeHead(200, json)
      response.flushHeaders()
    },
  ],
]
