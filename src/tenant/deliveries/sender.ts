// Sends one delivery, with limits for slow, endless or hostile receivers.
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

// The size that is read before the connection is closed.
const answerBytesMax = 16_384

export interface DeliveryRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Null: no response in time. */
export type ReceiverStatus = number | null

export function isReceived(status: ReceiverStatus): boolean {
  return status !== null && status >= 200 && status < 300
}

export class Sender {
  // Does not keep connections, because receivers may stop at any time.
  readonly #agent: Agent
  readonly #timeoutMs: number

  /**
   * @param timeoutMs limit from connecting to the end of the response
   * @param ca an additional CA in PEM
   */
  constructor(timeoutMs: number, ca: string | null) {
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({
      pipelining: 0,
      ...(ca === null ? {} : { connect: { ca: [...rootCertificates, ca] } }),
    })
  }

  /** Never throws. Follows no redirect, because a redirect would send credentials elsewhere. */
  async send({ url, headers, body }: DeliveryRequest, signal: AbortSignal): Promise<ReceiverStatus> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]),
      })
      // Errors of the body do not matter.
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
