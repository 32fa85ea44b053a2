// One delivery on the wire: a POST that a slow, endless or hostile receiver can't hold up.
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

// What is read of an answer before the connection is cut.
const answerBytesMax = 16_384

export interface Parcel {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The status of the answer, or null where there was none in time. */
export type Receipt = number | null

export class Sender {
  // Nothing is kept open between deliveries: a receiver may end at any time.
  readonly #agent: Agent
  readonly #timeoutMs: number

  /**
   * @param timeoutMs how long one attempt may take, from connecting to the end of the answer
   * @param ca PEM of an authority that is trusted besides the public ones
   */
  constructor(timeoutMs: number, ca: string | null) {
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({
      pipelining: 0,
      ...(ca === null ? {} : { connect: { ca: [...rootCertificates, ca] } }),
    })
  }

  /** Sends a parcel; never throws. Redirects are not followed: they would carry credentials elsewhere. */
  async send({ url, headers, body }: Parcel, signal: AbortSignal): Promise<Receipt> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]),
      })
      // An answer whose body does not end counts all the same: its status has been read.
      await answer.body.dump({ limit: answerBytesMax }).catch(() => undefined)
      return answer.statusCode
    } catch {
      return null
    }
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}
