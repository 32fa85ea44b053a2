// Describes the source of the variables, and the write mode with its reason.
import type { Json } from '../../base/json.ts'

export function describeCircumstances(options: Readonly<Record<string, Json>>): string[] {
  const { writes, writesFrom, environmentFile } = options
  return [
    ...(typeof environmentFile === 'string' ? [`variables of ${environmentFile}`] : []),
    ...(typeof writes === 'string'
      ? [`writes ${writes}${typeof writesFrom === 'string' ? ` (${writesFrom})` : ''}`]
      : []),
  ]
}
