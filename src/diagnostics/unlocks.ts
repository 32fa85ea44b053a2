// Counts clauses without a verdict for each missing prerequisite, as measured with the reference tenant.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { today } from '../base/clock.ts'
import { codeRoot } from '../base/package-root.ts'
import { suppressionOf } from '../base/suppression.ts'
import { isShipped } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'

/** `unlocks.json`, written by test/diagnostics/unlocks.test.ts: clause ids by supply ("limited", "fixture.deleteOrder"). */
export interface Unlocks {
  readonly destructive: Readonly<Record<string, readonly string[]>>
  /** Fixtures only. */
  readonly reversible: Readonly<Record<string, readonly string[]>>
}

let loaded: Unlocks | null = null

export type Measurable = Pick<RunConfig, 'contract' | 'profile' | 'writes'>

/** Leaves out gaps of the profile. Returns null for contracts that are not shipped. */
export function clauseCountWithout({ contract, profile, writes }: Measurable, thing: string): number | null {
  if (!isShipped(contract)) return null
  loaded ??= JSON.parse(readFileSync(join(codeRoot, 'src/diagnostics/unlocks.json'), 'utf8')) as Unlocks
  const { destructive, reversible } = loaded
  const ids = writes === 'destructive' ? destructive[thing] : (reversible[thing] ?? destructive[thing])
  return ids?.filter((id) => suppressionOf(id, profile.gaps ?? [], today()) === null).length ?? null
}
