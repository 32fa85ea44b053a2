// Sends one request and reads its response. Follows no redirect and repeats no request.
import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import type { ReceivedResponse, SentRequest, TransportFailure } from '../../base/exchange.ts'
import type { ClientSettings } from '../../base/options/run-options.ts'
import type { Stop } from '../stop.ts'
import { splitUrl } from './call.ts'
import { decoded } from './content-coding.ts'
import type { Deadlines } from './deadlines.ts'
import { isExpecting, type Line, sendExpecting } from './expecting.ts'
import { ExchangeError, failureOf } from './failure.ts'
import { Reader } from './reader.ts'
import { excessOf } from './structure.ts'

export interface Limits extends ClientSettings {
  readonly deadlines: Deadlines
  readonly bodyBytesMax: number
}

export interface Received {
  readonly response: ReceivedResponse | null
  readonly failure: TransportFailure | null
  readonly answeredAtTick: number | null
}

export interface Wire extends Line {
  readonly dispatcher: Dispatcher
}

/** Never rejects: every error becomes a failure. */
export async function transmit(
  wire: Wire,
  request: SentRequest,
  limits: Limits,
  stop: Stop,
): Promise<Received> {
  const { origin, host } = splitUrl(request.url)
  const reader = new Reader(host, limits.bodyBytesMax)
  const inTime = limits.deadlines.add(limits.timeoutMs, () => reader.expire(limits.timeoutMs))
  const forget = stop.onStop(() => reader.fail(new ExchangeError('stopped', stoppedMessage)))
  try {
    const send = (): void => reader.send(wire.dispatcher, origin, request)
    if (isExpecting(request)) sendExpecting(wire, request, reader, send)
    else if (!reader.failed) send()
    const raw = await reader.result
    const coding = raw.headers['content-encoding'] ?? ''
    const body = coding === '' ? raw.bytes : await decoded(raw.bytes, coding, limits.bodyBytesMax)
    const text = body.toString('utf8')
    const excess = excessOf(text)
    if (excess !== null)
      throw new ExchangeError(
        'too-large',
        `The tenant at ${host} returns ${excess}: make the tenant send less.`,
      )
    const response = {
      status: raw.status,
      headers: raw.headers,
      body: text,
      bodyBytes: raw.bytes.length,
      wellFormed: isUtf8(body),
    }
    return { response, failure: null, answeredAtTick: reader.answeredAtTick }
  } catch (error) {
    const { answeredAtTick } = reader
    const answered = answeredAtTick !== null
    const unsent = reader.started ? {} : { unsent: true as const }
    const failure = { ...failureOf(error, { host, secure: origin.startsWith('https'), answered }), ...unsent }
    return { response: null, failure, answeredAtTick }
  } finally {
    forget()
    inTime()
  }
}

export const stoppedMessage =
  'The run was stopped before the tenant responded: start the run again to check this.'
