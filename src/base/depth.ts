// Depths of a run: how much it tries, by what it is for.

export interface DepthOf {
  /** Random samples for each property. */
  readonly examples: number
  /** Requests that the depth is fitted to; null for as many as its checks need. */
  readonly requestsMax: number | null
  /** How far a case that several operations share goes round: 0 for to one of them, 1 for to all. */
  readonly breadth: number
}

/**
 * `quick`: a smoke gate for each commit; `default`: the least that checks every clause; `deep`: each case at every operation. What each finds:
 * docs/depths.md.
 */
export const depths = {
  quick: { examples: 1, requestsMax: 300, breadth: 0 },
  default: { examples: 4, requestsMax: null, breadth: 0 },
  deep: { examples: 50, requestsMax: null, breadth: 1 },
} as const satisfies Readonly<Record<string, DepthOf>>

/** A name, or how far it is from `default` to `deep`: "40%". */
export type Depth = keyof typeof depths | `${number}%`

export const depthNames = Object.keys(depths) as readonly (keyof typeof depths)[]

/** Half of the way takes the cases to all operations, as that finds more for each request; the other half draws more samples. */
const wholeBreadthAt = 50

/** The depth so far from `default` to `deep`. */
export function depthAt(percent: number): Depth {
  if (percent <= 0) return 'default'
  return percent >= 100 ? 'deep' : `${percent}%`
}

/** What a depth is. @returns null where there is none of that name */
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
