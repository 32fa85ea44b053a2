// One request on the wire and its answer read, within limits of time and size; nothing is followed, nothing repeated.
import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { sleep } from '../base/clock.ts'
import type { ReceivedResponse, SentRequest, TransportFailure } from '../base/exchange.ts'
import { splitUrl } from './call.ts'
import { decoded } from './content-coding.ts'
import { ExchangeError, failureOf } from './failure.ts'
import type { Stop } from './stop.ts'

export interface Limits {
  /** For the whole exchange: connection, headers and body. */
  readonly timeoutMs: number
  /** For the body, on the wire and unpacked. */
  readonly bodyBytesMax: number
}

export interface Received {
  readonly response: ReceivedResponse | null
  readonly failure: TransportFailure | null
  /** Whether any response had begun when it failed. */
  readonly answered: boolean
}

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Sends `request` once. Never rejects. */
export async function transmit(
  dispatcher: Dispatcher,
  request: SentRequest,
  limits: Limits,
  stop: Stop,
): Promise<Received> {
  const { origin, host } = splitUrl(request.url)
  const reader = new Reader(host, limits.bodyBytesMax)
  const over = new AbortController()
  void sleep(limits.timeoutMs, over.signal).then(() => reader.expire(limits.timeoutMs))
  const forget = stop.onStop(() => reader.fail(new ExchangeError('stopped', stoppedMessage)))
  try {
    if (!reader.failed) reader.send(dispatcher, origin, request)
    const raw = await reader.result
    const body = await decoded(raw.bytes, raw.headers['content-encoding'] ?? '', limits.bodyBytesMax)
    const response = {
      status: raw.status,
      headers: raw.headers,
      body: body.toString('utf8'),
      bodyBytes: raw.bytes.length,
      wellFormed: isUtf8(body),
    }
    return { response, failure: null, answered: true }
  } catch (error) {
    const { answered } = reader
    const failure = failureOf(error, { host, secure: origin.startsWith('https'), answered })
    return { response: null, failure, answered }
  } finally {
    forget()
    over.abort()
  }
}

export const stoppedMessage =
  'The run was stopped before the tenant answered: run it again to have this checked.'

/** Collects one response. The first of its end, an error, the time limit and a stop settles it. */
class Reader implements Dispatcher.DispatchHandler {
  readonly result: Promise<Raw>
  answered = false
  failed = false
  readonly #host: string
  readonly #bodyBytesMax: number
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #settled = false
  #failure: Error | null = null
  #controller: Dispatcher.DispatchController | null = null
  #resolve: (raw: Raw) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(host: string, bodyBytesMax: number) {
    this.#host = host
    this.#bodyBytesMax = bodyBytesMax
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // It may fail before anybody awaits it.
    this.result.catch(() => undefined)
  }

  send(dispatcher: Dispatcher, origin: string, request: SentRequest): void {
    const { target } = splitUrl(request.url)
    const { method, headers, body } = request
    try {
      const options = {
        origin,
        path: target,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers },
        body,
      }
      dispatcher.dispatch(options, this)
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  expire(timeoutMs: number): void {
    const what = this.answered ? 'finish its answer' : 'answer'
    this.fail(
      new ExchangeError(
        'timeout',
        `The tenant at ${this.#host} does not ${what} within ${timeoutMs} ms: see what keeps it, or raise the time limit.`,
      ),
    )
  }

  /** Ends the exchange; a connection that is still being made is given up once it stands, before anything is sent. */
  fail(error: Error): void {
    if (this.#settled) return
    this.#settled = true
    this.failed = true
    this.#failure = error
    this.#chunks.length = 0
    this.#reject(error)
    this.#controller?.abort(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#failure !== null) controller.abort(this.#failure)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.answered = true
    this.#status = status
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    )
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    this.#bytes += chunk.length
    if (this.#bytes <= this.#bodyBytesMax) return void this.#chunks.push(chunk)
    this.fail(
      new ExchangeError(
        'too-large',
        `The tenant at ${this.#host} answers with more than ${this.#bodyBytesMax} bytes: make it send less.`,
      ),
    )
  }

  onResponseEnd(): void {
    if (this.#settled) return
    this.#settled = true
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }
}
