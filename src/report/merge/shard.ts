// Checks that the reports are all shards of one run.

import { ConfigurationError } from '../../base/error.ts'
import { counted } from '../../base/text/counted.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
import { leftToAnotherReason } from '../../base/verdict.ts'
import type { NamedReport, Report } from '../model/report.ts'

export interface Shard {
  readonly index: number
  readonly count: number
}

export function shardOf({ run }: Pick<Report, 'run'>): Shard | null {
  const { shard } = run.options
  const [, index, count] = (typeof shard === 'string' && /^(\d{1,9})\/(\d{1,9})$/.exec(shard)) || []
  return index === undefined ? null : { index: Number(index), count: Number(count) }
}

export function requireAllShards(all: readonly NamedReport[]): void {
  const seen = new Map<number, string>()
  let first: { readonly name: string; readonly shard: Shard } | null = null
  for (const { name, report } of all) {
    const shard = shardOf(report)
    if (shard === null) {
      const [other] = all.flatMap((one) => shardOf(one.report) ?? [])
      throw new ConfigurationError(
        `${name} is not a shard, but another report is shard ${other === undefined ? '' : text(other)}: merge only the shards of one run.`,
      )
    }
    first ??= { name, shard }
    if (shard.count !== first.shard.count)
      throw new ConfigurationError(
        `${first.name} is shard ${text(first.shard)} and ${name} is shard ${text(shard)}, but their numbers of shards differ: run all shards with the same number.`,
      )
    const twin = seen.get(shard.index)
    if (twin !== undefined)
      throw new ConfigurationError(`${twin} and ${name} are both shard ${text(shard)}: give each shard once.`)
    seen.set(shard.index, name)
  }
  if (first !== null) requireNoneMissing(first.shard.count, seen)
  requireNoneLeft(all)
}

function requireNoneLeft(all: readonly NamedReport[]): void {
  const isLeft = ({ verdict, reason }: Report['clauses'][number]): boolean =>
    verdict === 'out-of-scope' && reason.startsWith(leftToAnotherReason)
  const [left, ...others] = all.map(
    ({ report }) => new Set(report.clauses.filter(isLeft).map(({ id }) => id)),
  )
  const id = [...(left ?? [])].find((one) => others.every((other) => other.has(one)))
  if (id !== undefined)
    throw new ConfigurationError(
      `Each of the ${counted(all.length, 'shard')} left ${id} to another shard, and none checked it: run all shards again with the same version, options and profile.`,
    )
}

const missingShownMax = 5

function requireNoneMissing(count: number, seen: ReadonlyMap<number, string>): void {
  const missing = count - seen.size
  if (missing <= 0) return
  const named: string[] = []
  for (let index = 1; named.length < Math.min(missing, missingShownMax); index += 1)
    if (!seen.has(index)) named.push(text({ index, count }))
  const more = missing > named.length ? [`${missing - named.length} more`] : []
  throw new ConfigurationError(
    `Shard ${listInWords([...named, ...more], 'and')} ${missing === 1 ? 'is' : 'are'} missing: give the reports of all ${counted(count, 'shard')}.`,
  )
}

function text({ index, count }: Shard): string {
  return `${index}/${count}`
}
