// Clauses: requirements of the specification with stable ids.
import type { ClauseInfo } from '../base/event.ts'
import type { Level } from '../base/verdict.ts'

export interface ClauseSource {
  readonly id: string
  readonly level: Level
  readonly part?: string
  readonly statement: string
  /** Name of the built-in check. */
  readonly law?: string
  readonly unobservable?: string
  /** Why the clause may not apply. */
  readonly optional?: string
  readonly fixtures?: readonly string[]
  /** Can be judged although another service responds. */
  readonly ofPlace?: boolean
}

/** `id` is `<operation>.<name>` or `any.<name>`. */
export interface Clause extends ClauseInfo {
  readonly name: string
  /** Null for clauses in an operation's file. */
  readonly concern: string | null
  readonly unobservable: string | null
  /** Null if the clause always applies. */
  readonly optional: string | null
  /** Null if keywords or a suite judge the clause. */
  readonly law: string | null
  readonly fixtures: readonly string[]
  readonly ofPlace: boolean
}

export function clauseOf(source: ClauseSource, operation: string, concern: string | null): Clause {
  const name = source.id.startsWith('any.') ? source.id.slice(4) : source.id
  return {
    id: `${operation}.${name}`,
    name,
    level: source.level,
    part: source.part ?? '',
    operation,
    statement: source.statement,
    concern,
    unobservable: source.unobservable ?? null,
    optional: source.optional ?? null,
    law: source.law ?? null,
    fixtures: source.fixtures ?? [],
    ofPlace: source.ofPlace ?? false,
  }
}

/**
 * Finds the clause by its name, or by its rule.
 * @param operation a name, or `any`
 */
export function clauseOfRule(
  { clauses }: { readonly clauses: ReadonlyMap<string, Clause> },
  operation: string,
  rule: string,
): string | null {
  const named = clauses.get(`${operation}.${rule}`)
  if (named !== undefined) return named.id
  // Every exchange needs this index.
  let known = idsByRule.get(clauses)
  if (known === undefined) {
    known = new Map()
    for (const { id, operation: of, law: by } of clauses.values())
      if (by !== null && !known.has(`${of} ${by}`)) known.set(`${of} ${by}`, id)
    idsByRule.set(clauses, known)
  }
  return known.get(`${operation} ${rule}`) ?? null
}

/** Loaded contracts never change. */
const idsByRule = new WeakMap<ReadonlyMap<string, Clause>, Map<string, string>>()
