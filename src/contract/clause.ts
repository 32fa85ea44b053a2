// A clause is one requirement of the specification, with a stable id.
import type { ClauseInfo } from '../base/event.ts'
import type { Level } from '../base/verdict.ts'

export interface ClauseSource {
  readonly id: string
  readonly level: Level
  readonly part?: string
  readonly statement: string
  readonly law?: string
  readonly unobservable?: string
  /** Explains why the clause may not apply to a tenant. */
  readonly optional?: string
  readonly fixtures?: readonly string[]
  /** True if the clause also applies to responses of a server other than the tenant. */
  readonly ofPlace?: boolean
}

export interface Clause extends ClauseInfo {
  readonly name: string
  /** Name of the cross-cutting concern. Null if the file of an operation contains the clause. */
  readonly concern: string | null
  readonly unobservable: string | null
  readonly optional: string | null
  /** Name of the built-in rule that checks the clause. Null if a keyword or a suite checks the clause. */
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
 * Finds a clause by its name, or by the name of its rule.
 * @param operation name of the operation, or `any`
 */
export function clauseOfRule(
  { clauses }: { readonly clauses: ReadonlyMap<string, Clause> },
  operation: string,
  rule: string,
): string | null {
  const named = clauses.get(`${operation}.${rule}`)
  if (named !== undefined) return named.id
  // Indexed, because a run calls this function for every exchange.
  let known = idsByRule.get(clauses)
  if (known === undefined) {
    known = new Map()
    for (const { id, operation: of, law: by } of clauses.values())
      if (by !== null && !known.has(`${of} ${by}`)) known.set(`${of} ${by}`, id)
    idsByRule.set(clauses, known)
  }
  return known.get(`${operation} ${rule}`) ?? null
}

const idsByRule = new WeakMap<ReadonlyMap<string, Clause>, Map<string, string>>()
