// Collects a response, piece by piece, from undici.
import type { Dispatcher } from 'undici'
import { tickMs } from '../../base/clock.ts'
import type { SentRequest } from '../../base/exchange.ts'
import { splitUrl } from './call.ts'
import { ExchangeError } from './failure.ts'

const withoutContent: readonly number[] = [204, 304]
const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'

export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

export class Reader implements Dispatcher.DispatchHandler {
  readonly result: Promise<Raw>
  answeredAtTick: number | null = null
  failed = false
  /** True if the tenant may have received a part of the request. */
  started = false
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
    // The promise can reject before a caller awaits it, which would end the process.
    this.result.catch(() => undefined)
  }

  send(dispatcher: Dispatcher, origin: string, request: SentRequest): void {
    const { target } = splitUrl(request.url)
    const { method, body } = request
    const { 'transfer-encoding': coding, expect: _, ...headers } = request.headers
    try {
      const options = {
        origin,
        path: target,
        method: method as Dispatcher.HttpMethod,
        headers: cased(headers, request),
        body: coding === 'chunked' && body !== null ? inPieces(body) : body,
      }
      dispatcher.dispatch(options, this)
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  expire(afterMs: number): void {
    const what = this.answeredAtTick !== null ? 'finish its response' : 'respond'
    this.fail(
      new ExchangeError(
        'timeout',
        `The tenant at ${this.#host} does not ${what} within ${afterMs} ms: find the cause, or raise the time limit.`,
      ),
    )
  }

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
    this.started = this.#failure === null
    if (this.#failure !== null) controller.abort(this.#failure)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.answeredAtTick = tickMs()
    this.#status = status
    this.#headers = areSingle(headers)
      ? headers
      : Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
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
        `The tenant at ${this.#host} returns more than ${this.#bodyBytesMax} bytes: make the tenant send less.`,
      ),
    )
  }

  onResponseEnd(): void {
    if (this.#settled) return
    this.#settled = true
    const [first] = this.#chunks
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    this.#resolve({ status: this.#status, headers: this.#headers, bytes })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // These responses have no body, so their content-length has no effect (RFC 9112, section 6.3).
    const isWhole = withoutContent.includes(this.#status) && 'code' in error && error.code === lengthMismatch
    if (isWhole) this.onResponseEnd()
    else this.fail(error)
  }
}

function areSingle(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): headers is Readonly<Record<string, string>> {
  return Object.values(headers).every((value) => typeof value === 'string')
}

function cased(
  headers: Record<string, string>,
  { headerCase }: Pick<SentRequest, 'headerCase'>,
): Record<string, string> {
  if (headerCase === undefined) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
}

// undici sends each piece as a chunk.
function inPieces(body: string): Buffer {
  const bytes = Buffer.from(body)
  // Cuts within a multi-byte character if possible, because servers must join the bytes before they decode.
  const within = bytes.findIndex((byte) => (byte & 0b1100_0000) === 0b1000_0000)
  const cut = within > 0 ? within : Math.ceil(bytes.length / 2)
  const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((piece) => piece.length > 0)
  async function* all(): AsyncGenerator<Buffer> {
    yield* pieces
  }
  return all() as unknown as Buffer
}
