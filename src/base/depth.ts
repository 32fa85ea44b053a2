// Depths of a run: how much it tries, by what it is for.

export interface DepthOf {
  /** Random samples for each property. */
  readonly examples: number
  /** Requests that it is fitted to; null for as many as its checks need. */
  readonly requestsMax: number | null
}

/** `quick`: a smoke gate for each commit; `default`: the gate of a release; `deep`: a night. What each finds: docs/depths.md. */
export const depths = {
  quick: { examples: 1, requestsMax: 300 },
  default: { examples: 4, requestsMax: null },
  deep: { examples: 50, requestsMax: null },
} as const satisfies Readonly<Record<string, DepthOf>>

export type Depth = keyof typeof depths

export const depthNames = Object.keys(depths) as readonly Depth[]
