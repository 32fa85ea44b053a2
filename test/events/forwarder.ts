// Sends events to the endpoints of streams: late, repeatedly, in batches or in another order.
import { setTimeout as wait } from 'node:timers/promises'
import type { Manner } from './manner.ts'

export interface Target {
  readonly url: string
  readonly authorization: string | null
}

export function forwarder(manner: Manner): (event: object, target: Target) => void {
  const { delayMs = 0, copies = 1, reversed = false, retriesMs = [20, 40] } = manner
  const givenUp = new Set<string>()
  const held: (() => void)[] = []
  const batches = new Map<string, object[]>()
  const post = async (body: string, { url }: Target, authorization: string | null): Promise<number> =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type':
          manner.payload === 'form' ? 'application/x-www-form-urlencoded' : 'application/cloudevents+json',
        ...(authorization === null ? {} : { authorization }),
      },
      body,
    }).then(
      (response) => response.status,
      () => 0,
    )
  const send = async (body: string, target: Target): Promise<void> => {
    await wait(delayMs)
    for (const pauseMs of [0, ...retriesMs]) {
      await wait(pauseMs)
      if (givenUp.has(target.url)) return
      let status = await post(body, target, manner.whenAsked ? null : target.authorization)
      if (status === 401 && manner.whenAsked) status = await post(body, target, target.authorization)
      if (status >= 200 && status < 300) return
      if (status >= 500 && manner.fault === 'given-up-after-failure') givenUp.add(target.url)
    }
  }
  const sendBatch = async (target: Target): Promise<void> => {
    await wait(200)
    const events = batches.get(target.url) ?? []
    batches.delete(target.url)
    await send(JSON.stringify(manner.batch === 'array' ? events : { events }), target)
  }
  return (event, target) => {
    if (manner.batch !== undefined) {
      const open = batches.get(target.url)
      if (open !== undefined) return void open.push(event)
      batches.set(target.url, [event])
      return void sendBatch(target)
    }
    const begin = (): void => {
      const body = manner.payload === 'form' ? 'event=1' : JSON.stringify(event)
      for (let copy = 0; copy < copies; copy += 1) void send(body, target)
    }
    if (!reversed) return begin()
    if (held.length === 0)
      void wait(200).then(async () => {
        for (const next of held.splice(0).reverse()) {
          next()
          await wait(10)
        }
      })
    held.push(begin)
  }
}
