// Depths: how many requests a run spends.

export interface DepthOf {
  /** Random samples of each property. */
  readonly examples: number
  /** Null for no limit. */
  readonly requestsMax: number | null
  /** Share of the operations that get each shared case. */
  readonly breadth: number
}

/** `quick`: smoke test; `default`: the least that checks every clause; `deep`: each case at every operation. See docs/depths.md. */
export const depths = {
  quick: { examples: 1, requestsMax: 300, breadth: 0 },
  default: { examples: 4, requestsMax: null, breadth: 0 },
  deep: { examples: 50, requestsMax: null, breadth: 1 },
} as const satisfies Readonly<Record<string, DepthOf>>

/** A percentage lies between `default` and `deep`. */
export type Depth = keyof typeof depths | `${number}%`

export const depthNames = Object.keys(depths) as readonly (keyof typeof depths)[]

export interface ChosenDepth {
  readonly depth: Depth
  readonly reason: string
  readonly deeper?: {
    readonly depth: Depth
    /** Number of further requests; null without a measurement. */
    readonly requests: number | null
    /** Null if the tenant's speed is unknown. */
    readonly seconds: number | null
  }
}

/** More operations find more faults per request. */
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
