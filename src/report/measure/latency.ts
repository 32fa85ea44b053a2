// Measures durations: counts on a logarithmic scale, and some single durations.

export interface Latency {
  readonly count: number
  readonly minMs: number
  readonly maxMs: number
  /** Step `n` starts at 10^(n/20) milliseconds. */
  readonly steps: Readonly<Record<string, number>>
  /** Some of the durations in milliseconds, evenly distributed over the run. */
  readonly points: readonly number[]
}

const stepsPerDecade = 20
const shortestMs = 0.01
const pointsMax = 100

export class LatencyTally {
  #count = 0
  #minMs = Number.POSITIVE_INFINITY
  #maxMs = 0
  readonly #steps = new Map<number, number>()
  #points: number[] = []
  #stride = 1

  add(durationMs: number): void {
    if (this.#count % this.#stride === 0) this.#keep(rounder(durationMs))
    this.#count += 1
    this.#minMs = Math.min(this.#minMs, durationMs)
    this.#maxMs = Math.max(this.#maxMs, durationMs)
    const step = stepOf(durationMs)
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1)
  }

  get latency(): Latency {
    return {
      count: this.#count,
      minMs: this.#count === 0 ? 0 : rounder(this.#minMs),
      maxMs: rounder(this.#maxMs),
      steps: Object.fromEntries([...this.#steps].sort(([a], [b]) => a - b)),
      points: this.#points,
    }
  }

  #keep(durationMs: number): void {
    this.#points.push(durationMs)
    if (this.#points.length <= pointsMax) return
    this.#points = this.#points.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }
}

export function mergeLatencies(all: readonly Latency[]): Latency {
  const steps: Record<string, number> = {}
  for (const latency of all)
    for (const [step, count] of Object.entries(latency.steps)) steps[step] = (steps[step] ?? 0) + count
  const points = all.flatMap((latency) => latency.points)
  const stride = Math.ceil(points.length / pointsMax)
  const measured = all.filter(({ count }) => count > 0)
  return {
    count: measured.reduce((sum, { count }) => sum + count, 0),
    minMs: measured.length === 0 ? 0 : Math.min(...measured.map(({ minMs }) => minMs)),
    maxMs: Math.max(0, ...measured.map(({ maxMs }) => maxMs)),
    steps: Object.fromEntries(Object.entries(steps).sort(([a], [b]) => Number(a) - Number(b))),
    points: points.filter((_, index) => index % stride === 0),
  }
}

/**
 * Returns milliseconds. The error is at most one step of the scale (12%).
 * @param share a number from 0 to 1
 */
export function quantileMs({ count, steps, minMs, maxMs }: Latency, share: number): number {
  if (share <= 0) return minMs
  if (share >= 1) return maxMs
  const wanted = share * count
  let passed = 0
  for (const [step, held] of Object.entries(steps).sort(([a], [b]) => Number(a) - Number(b))) {
    passed += held
    if (passed >= wanted)
      return Math.min(maxMs, Math.max(minMs, rounder(10 ** ((Number(step) + 0.5) / stepsPerDecade))))
  }
  return maxMs
}

function stepOf(durationMs: number): number {
  return Math.floor(Math.log10(Math.max(shortestMs, durationMs)) * stepsPerDecade)
}

// The clocks of shared machines are not more accurate than three digits.
function rounder(durationMs: number): number {
  return Number(durationMs.toPrecision(3))
}
