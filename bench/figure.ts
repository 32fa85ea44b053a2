// The figure of a bench is a ratio: the cost of a subject divided by the cost of a reference.

export interface Figure {
  /** In kebab case, and stable. */
  readonly name: string
  readonly what: string
  /** Median of all pairs. */
  readonly ratio: number
  readonly spread: readonly [number, number]
  readonly pairs: number
  readonly aim: { readonly below: number } | { readonly atLeast: number } | null
  /** Absolute figures. Each name contains the unit, for example `medianMs`. */
  readonly detail: Readonly<Record<string, number | string>>
}

/**
 * Runs both functions alternately in pairs, and swaps their order with each pair. Each function returns its
 * cost.
 */
export async function paired(
  pairs: number,
  subject: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ratio: number; spread: readonly [number, number]; subject: number; reference: number }> {
  const measured: { readonly subject: number; readonly reference: number }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const own = await subject()
      measured.push({ subject: own, reference: await reference() })
    } else {
      const other = await reference()
      measured.push({ subject: await subject(), reference: other })
    }
  }
  const ratios = measured.map((one) => one.subject / one.reference)
  return {
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    subject: median(measured.map((one) => one.subject)),
    reference: median(measured.map((one) => one.reference)),
  }
}

/** Returns milliseconds. */
export function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

export function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN
}

/** Returns null if the figure has no aim. */
export function reaches({ ratio, aim }: Figure): boolean | null {
  if (aim === null) return null
  return 'below' in aim ? ratio < aim.below : ratio >= aim.atLeast
}
