// The table of what checks were counted to send: by it runs are planned, divided and fitted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { depths } from '../../base/depth.ts'
import { codeRoot } from '../../base/package-root.ts'
import type { WriteMode } from '../../base/write-mode.ts'
import { isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { type Count, countMembers, noCount } from '../session/request-count.ts'
import { type Costs, equalCosts, withNeeds } from './costs.ts'
import { dealtBeyond } from './dealing.ts'

/** Under which reads are counted that provoke a 429, where none was met: see suites/cross.rate-limit.ts. */
export const burst = 'fixture burst'
/** As many as these may be. */
export const burstRequests = 600
// As many as they were at the reference tenant in a part of a run: one that tells what is left shows soon whether a 429 will come.
const burstUsual = 190

/** What was counted in a run of all checks against the reference tenant, in one write mode. */
export interface MeasuredMode {
  /** By scope: the figures of `Count`, in the order of `countMembers`. */
  readonly counts: Readonly<Record<string, readonly number[]>>
  /**
   * The same where one operation alone is asked for, or none: it is dealt what else others try, and nobody else shows what a check can take from
   * others. Of scopes that send more then.
   */
  readonly alone?: Readonly<Record<string, readonly number[]>>
  /** The same at the depth `deep`. Of scopes that send another number then; absent where that was not counted. */
  readonly deep?: Readonly<Record<string, readonly number[]>>
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** Seconds that the run took by itself, with a tenant that answers at once. */
  readonly seconds: number
}

/** `measured.json`, written by test/real/plan.test.ts. */
export interface Measured {
  /** Samples per property with which it was measured. */
  readonly examples: number
  readonly modes: Readonly<Record<WriteMode, MeasuredMode>>
  /** Of the reference tenant's seeded faults those that each clause owns, each by a number for its kind; absent where there is no such tenant. */
  readonly faults?: Readonly<Record<string, readonly number[]>>
}

let loaded: Measured | null = null

/** The table of the shipped contract. */
export function loadMeasured(): Measured {
  loaded ??= JSON.parse(readFileSync(join(codeRoot, 'src/engine/plan/measured.json'), 'utf8')) as Measured
  return loaded
}

/**
 * What a run of that configuration is counted with: the less operations are asked for, and the deeper it is, the more is dealt to each of them;
 * and the more samples, the nearer it comes to a deep run.
 */
export function modeFor(
  config: Pick<RunConfig, 'contract' | 'writes' | 'scope' | 'depth' | 'examples'>,
  measured = loadMeasured(),
): MeasuredMode {
  const mode = measured.modes[config.writes]
  const dealt = towards(mode.counts, mode.alone, dealtBeyond(config))
  const samples = (config.examples - measured.examples) / (depths.deep.examples - measured.examples)
  const counts = towards(dealt, mode.deep, Math.min(1, Math.max(0, samples)))
  return counts === mode.counts ? mode : { ...mode, counts }
}

/** Counts on the way from some to others, of which those that are missing are the same. */
function towards(
  from: MeasuredMode['counts'],
  to: MeasuredMode['counts'] | undefined,
  share: number,
): MeasuredMode['counts'] {
  if (share === 0 || to === undefined) return from
  const changed = Object.entries(to).map(([scope, there]) => {
    const here = from[scope] ?? []
    return [
      scope,
      there.map((count, place) => Math.round((here[place] ?? 0) * (1 - share) + count * share)),
    ] as const
  })
  return { ...from, ...Object.fromEntries(changed) }
}

/** How many times as much random checks send as the table tells, for samples beyond those that were counted. */
export function samplesFactor(
  { examples, writes }: Pick<RunConfig, 'examples' | 'writes'>,
  measured: Measured,
): number {
  const counted = measured.modes[writes].deep === undefined ? measured.examples : depths.deep.examples
  return Math.max(1, Math.ceil(examples / counted))
}

/**
 * What a scope costs a run that takes only some checks: what it sends, by itself where it sends nothing as others show it all, and the removal of
 * what it leaves to the end.
 */
export function costInPart(scope: string, mode: MeasuredMode): number {
  const sent = figureOf(scope, 'requests', mode)
  const counts = sent === 0 ? (mode.alone?.[scope] ?? []) : (mode.counts[scope] ?? [])
  const of = (member: keyof Count): number => counts[countMembers.indexOf(member)] ?? 0
  return of('requests') + Math.max(0, of('created') - of('deleted'))
}

/** What was counted in a scope. @param unknown for one that is not in the table */
export function figureOf(scope: string, member: keyof Count, mode: MeasuredMode, unknown = noCount): number {
  const figures = mode.counts[scope]
  return figures === undefined ? unknown[member] : (figures[countMembers.indexOf(member)] ?? 0)
}

/** Those scopes with all that they need. */
export function closure(scopes: readonly string[], mode: MeasuredMode): ReadonlySet<string> {
  return withNeeds(scopes, { needs: (scope) => mode.needs[scope] ?? [] })
}

/** What its shards are divided by: the table of the shipped contract; what is counted against a stub may differ from run to run. */
export function costsFor({
  contract,
  writes,
  examples,
  scope: asked,
  depth,
}: Pick<RunConfig, 'contract' | 'writes' | 'examples' | 'scope' | 'depth'>): Costs {
  if (!isShipped(contract)) return equalCosts
  const measured = loadMeasured()
  const mode = modeFor({ contract, writes, scope: asked, depth, examples }, measured)
  const factor = samplesFactor({ examples, writes }, measured)
  const provoked = writes === 'destructive' ? burstUsual : 0
  const countOf = (scope: string): number => (scope === burst ? provoked : figureOf(scope, 'requests', mode))
  return {
    of: (scope) => countOf(scope) * (/ (?:random|stateful)$/.test(scope) ? factor : 1),
    needs: (scope) => mode.needs[scope] ?? [],
  }
}
