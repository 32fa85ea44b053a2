// Reads the table with the measured requests of each check. Plans depend on this table.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { depths } from '../../base/depth.ts'
import { codeRoot } from '../../base/package-root.ts'
import type { WriteMode } from '../../base/write-mode.ts'
import { isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { type Count, countMembers, noCount } from '../session/request-count.ts'
import { distributionBeyond } from './case-distribution.ts'
import { type Costs, equalCosts } from './costs.ts'
import type { FixtureGraph } from './fixture-graph.ts'

export interface MeasuredMode {
  /** The figures of each scope, in the order of `countMembers`. */
  readonly counts: Readonly<Record<string, readonly number[]>>
  /** The scopes that send more requests if the run selects at most one operation. */
  readonly alone?: Readonly<Record<string, readonly number[]>>
  readonly deep?: Readonly<Record<string, readonly number[]>>
  readonly seconds: number
}

/** The content of `measured.json`, which test/real/plan.test.ts writes. */
export interface Measured {
  readonly examples: number
  readonly modes: Readonly<Record<WriteMode, MeasuredMode>>
  /** The kinds of seeded faults that each clause must find. Absent without a reference tenant. */
  readonly faults?: Readonly<Record<string, readonly number[]>>
}

let loaded: Measured | null = null

export function loadMeasured(): Measured {
  loaded ??= JSON.parse(readFileSync(join(codeRoot, 'src/engine/plan/measured.json'), 'utf8')) as Measured
  return loaded
}

/** With fewer selected operations or a greater depth, each operation gets more cases. */
export function modeFor(
  config: Pick<RunConfig, 'contract' | 'writes' | 'scope' | 'depth' | 'examples'>,
  measured = loadMeasured(),
): MeasuredMode {
  const mode = measured.modes[config.writes]
  const distribute = towards(mode.counts, mode.alone, distributionBeyond(config))
  const samples = (config.examples - measured.examples) / (depths.deep.examples - measured.examples)
  const counts = towards(distribute, mode.deep, Math.min(1, Math.max(0, samples)))
  return counts === mode.counts ? mode : { ...mode, counts }
}

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

export function samplesFactor(
  { examples, writes }: Pick<RunConfig, 'examples' | 'writes'>,
  measured: Measured,
): number {
  const counted = measured.modes[writes].deep === undefined ? measured.examples : depths.deep.examples
  return Math.max(1, Math.ceil(examples / counted))
}

/** Returns the requests of the scope, including one later removal for each resource that the scope leaves. */
export function costInPart(scope: string, mode: MeasuredMode): number {
  const sent = figureOf(scope, 'requests', mode)
  const counts = sent === 0 ? (mode.alone?.[scope] ?? []) : (mode.counts[scope] ?? [])
  const of = (member: keyof Count): number => counts[countMembers.indexOf(member)] ?? 0
  return of('requests') + Math.max(0, of('created') - of('deleted'))
}

export function figureOf(scope: string, member: keyof Count, mode: MeasuredMode, unknown = noCount): number {
  const figures = mode.counts[scope]
  return figures === undefined ? unknown[member] : (figures[countMembers.indexOf(member)] ?? 0)
}

/** Only the shipped contract has measured costs, because requests counted against a stub server vary. */
export function costsFor(
  {
    contract,
    writes,
    examples,
    scope: asked,
    depth,
  }: Pick<RunConfig, 'contract' | 'writes' | 'examples' | 'scope' | 'depth'>,
  graph: FixtureGraph,
): Costs {
  if (!isShipped(contract)) return equalCosts
  const measured = loadMeasured()
  const mode = modeFor({ contract, writes, scope: asked, depth, examples }, measured)
  const factor = samplesFactor({ examples, writes }, measured)
  return {
    of: (scope) => figureOf(scope, 'requests', mode) * (/ (?:random|stateful)$/.test(scope) ? factor : 1),
    needs: (scope) => graph.get(scope) ?? [],
  }
}
