// Estimates the number of requests of a run, for contracts without a measurement.
import { type Depth, depthOf } from '../../base/depth.ts'

// Measured with contracts of 200 to 640 clauses that have no suites.
const requestsPerCheck = { least: 3.8, broad: 2.2, example: 0.4 }

export function guessedRequests(checks: number, depth: Depth): number {
  const { breadth, examples } = depthOf(depth)
  const { least, broad, example } = requestsPerCheck
  return Math.round(
    checks * (least + breadth * broad + Math.max(0, examples - depthOf('default').examples) * example),
  )
}

/** The limit for a run without `--depth`. A deep run needs about 25 requests for each clause. */
export const requestsPerClauseMax = 4
