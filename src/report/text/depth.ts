// Describes the depth of a run in words.
import type { ChosenDepth } from '../../base/depth.ts'
import { counted } from '../../base/text/counted.ts'
import { duration } from './plain.ts'

export function depthInWords({ depth, reason, deeper }: ChosenDepth): string {
  const chosen = `${depth.endsWith('%') ? `${depth}, between default (0%) and deep (100%)` : depth}: ${reason}`
  if (deeper === undefined) return chosen
  const { requests, seconds } = deeper
  const costs = [
    ...(requests === null ? [] : [`about ${counted(requests, 'request')} more`]),
    ...(seconds === null || seconds === 0 ? [] : [`about ${duration(seconds * 1000)} longer`]),
  ]
  return `${chosen}. --depth ${deeper.depth} tries every case at every operation${costs.length === 0 ? '' : ` (${costs.join(', ')})`}.`
}
