// Sends one delivery, with limits for slow, endless or hostile receivers.
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

// The sender closes the connection if the body of a response is longer.
const answerBytesMax = 16_384

export interface DeliveryRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Null: the receiver sent no response. */
export type ReceiverStatus = number | null

export function isReceived(status: ReceiverStatus): boolean {
  return status !== null && status >= 200 && status < 300
}

export class Sender {
  // The agent keeps no connections open, because a receiver may stop at any time.
  readonly #agent: Agent
  readonly #deliveryTimeoutMs: number

  /**
   * @param deliveryTimeoutMs the maximum time for the connection, the request and the response together
   * @param ca PEM text of an additional CA
   */
  constructor(deliveryTimeoutMs: number, ca: string | null) {
    this.#deliveryTimeoutMs = deliveryTimeoutMs
    this.#agent = new Agent({
      pipelining: 0,
      ...(ca === null ? {} : { connect: { ca: [...rootCertificates, ca] } }),
    })
  }

  /** Never throws. Follows no redirect, because a redirect could send the credentials to another server. */
  async send({ url, headers, body }: DeliveryRequest, signal: AbortSignal): Promise<ReceiverStatus> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#deliveryTimeoutMs)]),
      })
      // Ignores errors in the body, because only the status is needed.
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
