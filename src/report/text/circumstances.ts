// Under what circumstances a run stands, in a few words: where its variables came from, what it may change and by whose word.
import type { Json } from '../../base/json.ts'

/** "variables of .env", "writes destructive (by default, as the address is a loopback one)"; only what the options tell. */
export function describeCircumstances(options: Readonly<Record<string, Json>>): string[] {
  const { writes, writesFrom, environmentFile } = options
  return [
    ...(typeof environmentFile === 'string' ? [`variables of ${environmentFile}`] : []),
    ...(typeof writes === 'string'
      ? [`writes ${writes}${typeof writesFrom === 'string' ? ` (${writesFrom})` : ''}`]
      : []),
  ]
}
