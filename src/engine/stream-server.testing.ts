// An HTTP server of event streams, whose responses tests configure.
import type { IncomingMessage } from 'node:http'
import { isObject, type JsonObject, parse } from '../base/json.ts'
import { serve } from '../client/wire/loopback.testing.ts'
import { stream } from './exchange.testing.ts'

export interface Asked {
  readonly method: string
  /** Empty for a creation. */
  readonly id: string
  readonly body: JsonObject
  readonly token: string
  readonly streams: number
}

/** Null closes the connection. Undefined leaves the response to the server. */
export type Answer = { readonly status: number; readonly body?: JsonObject } | null | undefined

/**
 * Starts the server and returns its base URL.
 * @param answer may change the stored values or return another response
 */
export async function serveStreams(
  answer: (asked: Asked, stored: JsonObject) => Answer = () => undefined,
): Promise<string> {
  const streams = new Map<string, JsonObject>()
  const origin = await serve(async (incoming, response) => {
    const { method = '', url = '' } = incoming
    const id = /event-streams\/(.+)$/.exec(url)?.[1] ?? ''
    const body = await bodyOf(incoming)
    const number = String(streams.size)
    const set = {
      id: `es${number.padStart(24, '0')}`,
      // Each resource needs a different time. A real clock would make the test wait.
      created_at: `2026-01-02T03:04:05.${number.padStart(3, '0')}Z`,
    }
    const stored = method === 'POST' ? { ...stream, ...set, ...body } : { ...streams.get(id), ...body }
    const token = incoming.headers.authorization ?? ''
    const asked = { method, id, body, token, streams: streams.size }
    const own = answer(asked, stored)
    if (own === null) return void response.destroy()
    if (own === undefined || own.status < 300) streams.set(String(stored.id), stored)
    const { status, body: said = stored } = own ?? { status: method === 'POST' ? 201 : 200 }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  return `${origin}/api/v2`
}

async function bodyOf(incoming: IncomingMessage): Promise<JsonObject> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  const parsed = parse(text)
  return parsed.ok && isObject(parsed.value) ? parsed.value : {}
}
