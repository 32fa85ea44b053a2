// Estimates the requests of a run for contracts without measured counts.
import { type Depth, depthOf } from '../../base/depth.ts'

// Measured with contracts of 200 to 640 clauses without suites.
const requestsPerCheck = { least: 3.8, broad: 2.2, example: 0.4 }

export function guessedRequests(checks: number, depth: Depth): number {
  const { breadth, examples } = depthOf(depth)
  const { least, broad, example } = requestsPerCheck
  return Math.round(
    checks * (least + breadth * broad + Math.max(0, examples - depthOf('default').examples) * example),
  )
}

/** Limit of a run without `--depth` for contracts without counts. Their deepest run needs about 25. */
export const requestsPerClauseMax = 4
