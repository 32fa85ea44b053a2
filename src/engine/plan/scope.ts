// Decides which clauses a run checks, and which option excludes each other clause.
import { matchesGlob } from '../../base/glob.ts'
import { type Level, notAskedReason } from '../../base/verdict.ts'
import type { Clause } from '../../contract/index.ts'

export interface Shard {
  readonly index: number
  readonly count: number
}

export interface Scope {
  /** Ids of clauses, prefixes of ids, or ids in which `*` stands for any characters. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly level: Level | null
  /** Part numbers of the specification. For example, "4" includes 4.1. */
  readonly parts: readonly string[]
  readonly operations: readonly string[]
  readonly tags: readonly string[]
}

export const wholeScope: Scope = { only: [], skip: [], level: null, parts: [], operations: [], tags: [] }

export function isMeant(id: string, pattern: string): boolean {
  return pattern.includes('*') ? matchesGlob(id, pattern) : id.startsWith(pattern)
}

/** Returns the option that excludes the clause, as the user wrote it. Null if no option excludes it. */
export function leftOutBy(clause: Clause, scope: Scope): string | null {
  const { id, level, part, operation, concern } = clause
  const lacks = (option: string, given: readonly string[], holds: (one: string) => boolean): string | null =>
    given.length > 0 && !given.some(holds) ? `${option} ${given.join(',')}` : null
  const skipped = scope.skip.find((pattern) => isMeant(id, pattern))
  return (
    lacks('--only', scope.only, (pattern) => isMeant(id, pattern)) ??
    (skipped === undefined ? null : `--skip ${skipped}`) ??
    lacks('--level', scope.level === null ? [] : [scope.level], (one) => one === level) ??
    lacks('--part', scope.parts, (one) => part === one || part.startsWith(`${one}.`)) ??
    lacks('--operation', scope.operations, (one) => one === operation) ??
    lacks('--tag', scope.tags, (one) => one === concern)
  )
}

/** Returns the excluded clauses of the profile, with reasons. The option `--only` excludes none of them. */
export function leftOutOfProfile(
  clauses: readonly Clause[],
  selected: readonly Clause[],
  scope: Scope,
): readonly (readonly [id: string, reason: string])[] {
  const operations = new Set(selected.map(({ operation }) => operation))
  return clauses.flatMap((clause): (readonly [string, string])[] => {
    const { id, operation } = clause
    const by = leftOutBy(clause, { ...scope, only: [] })
    if (by !== null) return [[id, `${notAskedReason}${by}`]]
    return operation === 'any' || operations.has(operation)
      ? []
      : [[id, `no clause of ${operation} was selected`]]
  })
}
