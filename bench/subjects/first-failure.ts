// Counts the requests that a run sends until its first failure, for seeded faults of the reference tenant.
// Compares the number with an earlier version, which did not sort the checks by the faults that they find.
// Also measures a random order of checks.
import { library } from '../built.ts'
import { type Figure, median } from '../figure.ts'

/** The bench tries every n-th fault. */
const every = 25
const seed = 1
/**
 * The median of the earlier version (commit 938513d), for 42 faults. Every machine needs the same number of
 * requests, so the bench does not measure this version again.
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
