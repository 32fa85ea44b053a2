// Lists different conditions of two runs, which can explain different reports.
import { contractText } from './contract.ts'
import type { Comparable } from './report-diff.ts'
import { optionText, tenantText } from './run-fact.ts'

const options = [
  ['writes', '--writes'],
  ['only', '--only'],
  ['skip', '--skip'],
  ['level', '--level'],
  ['parts', '--part'],
  ['operations', '--operation'],
  ['tags', '--tag'],
  ['shard', '--shard'],
  ['depth', '--depth'],
  ['examples', '--examples'],
  ['faults', '--fault'],
  ['like', '--like'],
] as const

export function conditionsOf(before: Comparable, after: Comparable): string[] {
  const [a, b] = [before.run.options, after.run.options]
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    [
      'target',
      tenantText(before.target, before.target.baseUrl),
      tenantText(after.target, after.target.baseUrl),
    ],
    ['profile', before.target.profile, after.target.profile],
    ['contract', contractText(before) ?? contractText(after), contractText(after) ?? contractText(before)],
    ['version of the tool', before.tool.version, after.tool.version],
    ['strict', before.run.strict, after.run.strict],
    ['interrupted', before.run.interrupted, after.run.interrupted],
    // Reports of older versions contain no options.
    ...(a === undefined || b === undefined
      ? []
      : options.map(([name, option]) => [option, optionText(a[name]), optionText(b[name])] as const)),
  ]
  return pairs.filter(([, a, b]) => a !== b).map(([name, a, b]) => `${name}: ${a ?? 'none'} → ${b ?? 'none'}`)
}
