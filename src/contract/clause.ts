// Clauses: the requirements of the specification, each with a stable id.
import type { ClauseInfo } from '../base/event.ts'
import type { Level } from '../base/verdict.ts'

/** A clause as a schema file states it. */
export interface ClauseSource {
  readonly id: string
  readonly level: Level
  readonly part?: string
  readonly statement: string
  /** The check of the engine's that judges it. */
  readonly law?: string
  /** Why no message of the API can show whether the clause holds. */
  readonly unobservable?: string
  /** Why what it speaks of may be nowhere, so that it is then not applicable. */
  readonly optional?: string
  /** Names of the profile's fixtures without which it can't be checked. */
  readonly fixtures?: readonly string[]
  /** Whether it can be judged where what answers is not the API: it speaks of where the API is. */
  readonly ofPlace?: boolean
}

/** One requirement. `id` is `<operation>.<name>` or `any.<name>`. */
export interface Clause extends ClauseInfo {
  readonly name: string
  /** The concern of a cross-cutting clause; null for a clause of an operation's own file. */
  readonly concern: string | null
  readonly unobservable: string | null
  /** Why what it speaks of may be nowhere; null where it has to be somewhere. */
  readonly optional: string | null
  /** Name of the engine's check that judges it; null where keywords or a suite do. */
  readonly law: string | null
  /** Names of the profile's fixtures without which it can't be checked. */
  readonly fixtures: readonly string[]
  /** Whether it speaks of where the API is, and so can be judged where something else answers. */
  readonly ofPlace: boolean
}

/** The clause that `source` states for `operation`. */
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
 * Id of the clause of an operation that a check of the engine's judges: the one that has the check's name, else the one that
 * names it as its law; null where there is none.
 * @param operation its name, or `any`
 */
export function clauseOfLaw(
  { clauses }: { readonly clauses: ReadonlyMap<string, Clause> },
  operation: string,
  law: string,
): string | null {
  const named = clauses.get(`${operation}.${law}`)
  if (named !== undefined) return named.id
  // Asked of every exchange, and of most for clauses that there are none of.
  let known = ofLaws.get(clauses)
  if (known === undefined) {
    known = new Map()
    for (const { id, operation: of, law: by } of clauses.values())
      if (by !== null && !known.has(`${of} ${by}`)) known.set(`${of} ${by}`, id)
    ofLaws.set(clauses, known)
  }
  return known.get(`${operation} ${law}`) ?? null
}

/** The clauses of contracts by their operation and law; those of a contract that was loaded never change. */
const ofLaws = new WeakMap<ReadonlyMap<string, Clause>, Map<string, string>>()
