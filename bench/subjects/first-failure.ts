// Counts the requests that a run sends until its first failure, for seeded faults of the reference tenant.
// Compares the present order of checks with the former order, in which checks were not sorted by the faults
// that they find. A random order shows the effect of the sorting.
import { library } from '../built.ts'
import { type Figure, median } from '../figure.ts'

/** The bench tries every n-th fault. */
const every = 25
const seed = 1
/**
 * The median at commit 938513d, for the 42 faults that existed there. The number of requests is equal on
 * every machine, so the bench does not measure it again.
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
      what: `The number of requests until the first failure (the median of ${faults.length} faults), divided by the median of the earlier version.`,
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

/** Stops the run at its first failure. If nothing fails, returns the number of all requests. */
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
