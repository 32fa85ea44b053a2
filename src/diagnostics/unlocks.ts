// Finds the clauses that get no verdict while a prerequisite is missing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { today } from '../base/clock.ts'
import { codeRoot } from '../base/package-root.ts'
import { suppressionOf } from '../base/suppression.ts'
import { isShipped } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'

/** The test test/diagnostics/unlocks.test.ts writes `unlocks.json`. */
export interface Unlocks {
  readonly destructive: Readonly<Record<string, readonly string[]>>
  readonly reversible: Readonly<Record<string, readonly string[]>>
}

let loaded: Unlocks | null = null

export type Measurable = Pick<RunConfig, 'contract' | 'profile' | 'writes'>

export function clauseCountWithout(config: Measurable, thing: string): number | null {
  return clauseIdsWithout(config, thing)?.length ?? null
}

/** Omits clauses that a gap of the profile lists. Returns null if the table has no entry. */
export function clauseIdsWithout(
  { contract, profile, writes }: Measurable,
  thing: string,
): readonly string[] | null {
  if (!isShipped(contract)) return null
  loaded ??= JSON.parse(readFileSync(join(codeRoot, 'src/diagnostics/unlocks.json'), 'utf8')) as Unlocks
  const { destructive, reversible } = loaded
  const ids = writes === 'destructive' ? destructive[thing] : (reversible[thing] ?? destructive[thing])
  return ids?.filter((id) => suppressionOf(id, profile.gaps ?? [], today()) === null) ?? null
}
