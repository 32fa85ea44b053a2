// Sends one delivery, and limits slow, endless or hostile receivers.
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

// Read before the connection is closed.
const answerBytesMax = 16_384

export interface DeliveryRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Null: no timely response. */
export type ReceiverStatus = number | null

export function isReceived(status: ReceiverStatus): boolean {
  return status !== null && status >= 200 && status < 300
}

export class Sender {
  // Receivers may end at any time, so connections are not kept.
  readonly #agent: Agent
  readonly #timeoutMs: number

  /**
   * @param timeoutMs from connecting to the end of the response
   * @param ca PEM of an additional CA
   */
  constructor(timeoutMs: number, ca: string | null) {
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({
      pipelining: 0,
      ...(ca === null ? {} : { connect: { ca: [...rootCertificates, ca] } }),
    })
  }

  /** Never throws. Follows no redirects: they would carry credentials elsewhere. */
  async send({ url, headers, body }: DeliveryRequest, signal: AbortSignal): Promise<ReceiverStatus> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]),
      })
      // The body may fail.
      await answer.body.dump({ limit: answerBytesMax }).catch(() => undefined)
      return answer.statusCode
    } catch {
      return null
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}
