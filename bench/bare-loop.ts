// Sends requests with undici alone, in its own thread.
import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

interface Order {
  readonly sent: readonly Sent[]
  /** Authorization header for requests with a token. The recorded requests contain only masked tokens. */
  readonly authorization: string
  readonly concurrency: number
}

/** In a shared thread, other uses of undici would slow the compiled code of both. */
export class BareLoop {
  readonly #worker = new Worker(new URL(import.meta.url), { workerData: 'bare loop' })

  /** @returns the average milliseconds for one request */
  async send(order: Order): Promise<number> {
    this.#worker.postMessage(order)
    const [msEach] = await once(this.#worker, 'message')
    return msEach
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

async function sendAll({ sent, authorization, concurrency }: Order): Promise<number> {
  const agent = new Agent({ connections: concurrency })
  let next = 0
  const from = performance.now()
  const sender = async (): Promise<void> => {
    for (let one = sent[next++]; one !== undefined; one = sent[next++]) {
      const { host: _, ...headers } = one.headers
      const { body } = await request(one.url, {
        dispatcher: agent,
        method: one.method as 'GET',
        headers: headers.authorization === undefined ? headers : { ...headers, authorization },
        body: one.body,
      })
      await body.text()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  const msEach = (performance.now() - from) / sent.length
  await agent.close()
  return msEach
}

if (workerData === 'bare loop')
  parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await sendAll(order)))
