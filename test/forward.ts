// Functions that several proxies of the tests share.
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'

/** A request as the proxy received it. */
export interface Asked {
  readonly method: string
  readonly path: string
  /** Names and values in turn: the first name, the first value, the second name and so on. */
  readonly headers: readonly string[]
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** The headers. Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Headers that belong to one connection. A proxy does not pass them on.
const ofConnection: readonly string[] = [
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'expect',
]

export function pass(origin: string, { method, path, headers, body }: Asked): Promise<Answer> {
  const kept = headersOf(headers).filter(([name]) => ![...ofConnection, 'host'].includes(name.toLowerCase()))
  const length = body === '' ? [] : [['content-length', String(Buffer.byteLength(body))] as const]
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(origin)
    const own = ['host', host]
    const outgoing = send(
      { hostname, port, method, path, headers: [...own, ...[...kept, ...length].flat()] },
      (answer) => {
        textOf(answer).then(
          (text) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: Object.fromEntries(
                headersOf(answer.rawHeaders)
                  .map(([name, value]) => [name.toLowerCase(), value] as const)
                  .filter(([name]) => !ofConnection.includes(name)),
              ),
              body: text,
            }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function give(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers)
  response.end(body)
}

/** Returns null if the request has no such header. The name must be in lower case. */
export function headerOf({ headers }: Asked, name: string): string | null {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name)
  return at < 0 ? null : (headers[at + 1] ?? '')
}

/** Null removes the header. */
export function withHeader(asked: Asked, name: string, value: string | null): Asked {
  const kept = asked.headers.flatMap((one, index) =>
    index % 2 === 0 && one.toLowerCase() !== name ? [one, asked.headers[index + 1] ?? ''] : [],
  )
  return { ...asked, headers: value === null ? kept : [...kept, name, value] }
}

function headersOf(raw: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ])
}

export async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
