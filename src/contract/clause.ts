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
  /** The reason why the clause may not apply to a tenant. */
  readonly optional?: string
  readonly fixtures?: readonly string[]
  /** True: the clause can be judged although another service responds at the base URL. */
  readonly ofPlace?: boolean
}

/** `id` is `<operation>.<name>` or `any.<name>`. */
export interface Clause extends ClauseInfo {
  readonly name: string
  /** Null for clauses in an operation's file. */
  readonly concern: string | null
  readonly unobservable: string | null
  /** Null if the clause must apply to every tenant. */
  readonly optional: string | null
  /** Name of the built-in rule. Null if keywords or a suite judge the clause. */
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
 * Returns the id of the clause with the rule's name, or of a clause that the rule checks.
 * @param operation a name, or `any`
 */
export function clauseOfRule(
  { clauses }: { readonly clauses: ReadonlyMap<string, Clause> },
  operation: string,
  rule: string,
): string | null {
  const named = clauses.get(`${operation}.${rule}`)
  if (named !== undefined) return named.id
  // Cached: every exchange needs this index.
  let known = idsByRule.get(clauses)
  if (known === undefined) {
    known = new Map()
    for (const { id, operation: of, law: by } of clauses.values())
      if (by !== null && !known.has(`${of} ${by}`)) known.set(`${of} ${by}`, id)
    idsByRule.set(clauses, known)
  }
  return known.get(`${operation} ${rule}`) ?? null
}

/** A loaded contract never changes, so this cache needs no invalidation. */
const idsByRule = new WeakMap<ReadonlyMap<string, Clause>, Map<string, string>>()
