// Counts the requests of a run until its first failure, for seeded faults of the reference tenant. Compares
// the number with a version that did not sort the checks, and with a random order.
import { library } from '../built.ts'
import { type Figure, median } from '../figure.ts'

/** Tries every n-th fault. */
const every = 25
const seed = 1
/** Median of the earlier version (commit 938513d), for 42 faults. It is the same on every machine. */
const medianBefore = 1_111

export async function measure(): Promise<readonly Figure[]> {
  const { tenantFaults } = await library()
  const faults = (await tenantFaults()).filter((_, place) => place % every === 0)
  const asListed: number[] = []
  const shuffled: number[] = []
  for (const { name } of faults) {
    asListed.push(await requestsUntilFailure(name, 'listed'))
    shuffled.push(await requestsUntilFailure(name, 'shuffled'))
  }
  const ratios = asListed.map((requests) => requests / medianBefore)
  return [
    {
      name: 'first-failure',
      what: `Requests until the first failure (median of ${faults.length} seeded faults), compared with an earlier version that did not sort the checks by the faults that they find.`,
      ratio: median(asListed) / medianBefore,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      pairs: faults.length,
      aim: { below: 0.5 },
      detail: {
        requestsMedian: median(asListed),
        requestsMedianBefore: medianBefore,
        requestsMedianShuffled: median(shuffled),
      },
    },
  ]
}

/** Returns the number of all requests if nothing fails. */
async function requestsUntilFailure(fault: string, order: 'listed' | 'shuffled'): Promise<number> {
  const { conformance } = await library()
  const over = new AbortController()
  let requests = 0
  let until: number | null = null
  await conformance({
    depth: 'default',
    ...{ environment: {}, seed, order, faults: [fault], signal: over.signal },
    onEvent: (event) => {
      if (event.type === 'exchange') requests += 1
      if (event.type !== 'observed' || event.failure === null || until !== null) return
      until = requests
      over.abort()
    },
  })
  return until ?? requests
}
