// Tests that resources of other clients stay unchanged, with all styles of ids and all write modes.
import { afterEach, describe, test } from 'vitest'
import { inhabited, leavesAll, styles } from '../safety/foreign.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The number of runs on one tenant. */
const runs = process.env.SAFETY_RUNS === undefined ? 2 : Number(process.env.SAFETY_RUNS)

describe.each(Object.entries(styles))('ids that are %s', (_, style) => {
  test.each(['none', 'reversible', 'destructive'] as const)(
    'with --writes %s all foreign resources stay unchanged, and nothing is added',
    async (writes) => {
      const tenant = await inhabited(style, closing)
      for (let seed = 1; seed <= runs; seed += 1) await leavesAll(tenant, { writes, seed })
    },
  )
})
