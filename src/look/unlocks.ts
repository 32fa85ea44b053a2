// What each thing that a tenant may lack would show: the clauses that get no verdict without it, as runs against the
// reference tenant were measured.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { today } from '../base/clock.ts'
import { excuseOf } from '../base/excuse.ts'
import { codeRoot } from '../base/package-root.ts'
import { isShipped } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'

/** `unlocks.json`, written by test/look/unlocks.test.ts: ids of clauses, by what was left out ("limited", "fixture.deleteOrder"). */
export interface Unlocks {
  readonly destructive: Readonly<Record<string, readonly string[]>>
  /** Of the fixtures: more waits for them where nothing may be made that can't be removed. */
  readonly reversible: Readonly<Record<string, readonly string[]>>
}

let loaded: Unlocks | null = null

export type Measurable = Pick<RunConfig, 'contract' | 'profile' | 'writes'>

/**
 * How many clauses get no verdict without that thing, those aside that the profile names as gaps; null where it was not
 * measured, as for any contract but the shipped one.
 */
export function withoutCount({ contract, profile, writes }: Measurable, thing: string): number | null {
  if (!isShipped(contract)) return null
  loaded ??= JSON.parse(readFileSync(join(codeRoot, 'src/look/unlocks.json'), 'utf8')) as Unlocks
  const { destructive, reversible } = loaded
  const ids = writes === 'destructive' ? destructive[thing] : (reversible[thing] ?? destructive[thing])
  return ids?.filter((id) => excuseOf(id, profile.gaps ?? [], today()) === null).length ?? null
}
