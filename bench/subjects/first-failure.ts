// How many requests a run sends until it sees that something is wrong, for seeded faults of the reference tenant: as it orders its
// checks, beside what it took before they were ordered by what they find; a random order tells how much of it the order does.
import { library } from '../built.ts'
import { type Figure, median } from '../figure.ts'

/** Every so manieth fault. */
const every = 25
const seed = 1
/**
 * The median at commit 938513d, of the 42 of these faults that it knew. Of requests, which are as many on any machine: so it need not be measured
 * in the same run.
 */
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
      what: `Requests until the first failure (median of ${faults.length} seeded faults), beside what it took before checks were ordered by what they find.`,
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

/** The run is stopped there; where nothing fails, all that it sent. */
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
