// A response being collected from undici's dispatcher: its head, its bytes, and what ends it early.
import type { Dispatcher } from 'undici'
import type { SentRequest } from '../../base/exchange.ts'
import { splitUrl } from './call.ts'
import { ExchangeError } from './failure.ts'

/** A response whose body still carries its content coding. */
export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Collects one response. The first of its end, an error, the time limit and a stop settles it. */
export class Reader implements Dispatcher.DispatchHandler {
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
