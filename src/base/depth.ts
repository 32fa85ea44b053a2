// Depths: how many cases a run tries.

export interface DepthOf {
  /** Number of random samples of each property. */
  readonly examples: number
  /** Null if the number of requests has no limit. */
  readonly requestsMax: number | null
  /** Share of the operations that try each case, from 0 to 1. With 0, one operation tries each case. */
  readonly breadth: number
}

/**
 * `quick` is a smoke test. `default` is the smallest depth that checks every clause. `deep` tries each case
 * at every operation. See docs/depths.md.
 */
export const depths = {
  quick: { examples: 1, requestsMax: 300, breadth: 0 },
  default: { examples: 4, requestsMax: null, breadth: 0 },
  deep: { examples: 50, requestsMax: null, breadth: 1 },
} as const satisfies Readonly<Record<string, DepthOf>>

/** A percentage is a depth between `default` (0%) and `deep` (100%). */
export type Depth = keyof typeof depths | `${number}%`

export const depthNames = Object.keys(depths) as readonly (keyof typeof depths)[]

export interface ChosenDepth {
  readonly depth: Depth
  readonly reason: string
  readonly deeper?: {
    readonly depth: Depth
    /** Number of additional requests. Null if the contract was not measured. */
    readonly requests: number | null
    /** Null if the tenant's speed is unknown. */
    readonly seconds: number | null
  }
}

/** Up to this percentage, only the breadth grows: it finds more faults per request than samples. */
const wholeBreadthAt = 50

export function depthAt(percent: number): Depth {
  if (percent <= 0) return 'default'
  return percent >= 100 ? 'deep' : `${percent}%`
}

export function depthNamed(text: string): Depth | null {
  const name = depthNames.find((one) => one === text)
  if (name !== undefined) return name
  return /^(?:100|[1-9]?\d)%$/.test(text) ? depthAt(Number.parseInt(text, 10)) : null
}

export function depthOf(depth: Depth): DepthOf {
  const name = depthNames.find((one) => one === depth)
  if (name !== undefined) return depths[name]
  const percent = Number.parseInt(depth, 10)
  const { default: least, deep } = depths
  const further = Math.max(0, percent - wholeBreadthAt) / (100 - wholeBreadthAt)
  return {
    examples: Math.round(least.examples + further * (deep.examples - least.examples)),
    requestsMax: null,
    breadth: Math.min(1, percent / wholeBreadthAt),
  }
}
