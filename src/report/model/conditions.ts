// Differences of two runs that may explain differences of their reports.
import type { Json } from '../../base/json.ts'
import { contractText } from './contract.ts'
import type { Comparable } from './report-diff.ts'

/** Options that choose checks and their targets. */
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

/** "profile: acme → none" */
export function conditionsOf(before: Comparable, after: Comparable): string[] {
  const [a, b] = [before.run.options, after.run.options]
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['target', placeOf(before), placeOf(after)],
    ['profile', before.target.profile, after.target.profile],
    ['contract', contractText(before) ?? contractText(after), contractText(after) ?? contractText(before)],
    ['version of the tool', before.tool.version, after.tool.version],
    ['strict', before.run.strict, after.run.strict],
    ['interrupted', before.run.interrupted, after.run.interrupted],
    // Older versions have no options, which may have been equal.
    ...(a === undefined || b === undefined
      ? []
      : options.map(([name, option]) => [option, text(a[name]), text(b[name])] as const)),
  ]
  return pairs.filter(([, a, b]) => a !== b).map(([name, a, b]) => `${name}: ${a ?? 'none'} → ${b ?? 'none'}`)
}

// Each run has its own embedded tenant and port.
function placeOf({ target }: Comparable): string {
  return target.embedded === true ? 'the embedded reference tenant' : target.baseUrl
}

function text(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(text).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
