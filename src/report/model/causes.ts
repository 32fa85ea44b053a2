// Causes: which of the failed clauses of a report is told first, and which probably follow from it.
import type { ReportClause } from './report.ts'

type Failed = Pick<ReportClause, 'id' | 'operation' | 'part' | 'verdict' | 'chains'>

/** Of the failed clauses, by id. */
export interface Causes {
  /** The clause whose failure probably shows in that one as well; null for one that leads. */
  leadOf(id: string): string | null
  /** The clauses that probably follow from one that leads, in the order of the report. */
  followersOf(id: string): readonly string[]
}

/** What the chains of the contract say of the failures among those clauses. It is told, and changes no verdict. */
export function causesOf(clauses: readonly Failed[]): Causes {
  const failures = new Failures(clauses.filter(({ verdict }) => verdict === 'fail'))
  const leads = new Map<string, string>()
  for (const clause of failures.all) leadIn(clause, failures, leads, new Set())
  const followers = new Map<string, string[]>()
  for (const [id, lead] of leads) {
    if (lead === id) continue
    const own = followers.get(lead)
    if (own === undefined) followers.set(lead, [id])
    else own.push(id)
  }
  const places = new Map(failures.all.map(({ id }, place) => [id, place]))
  for (const own of followers.values()) own.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return {
    leadOf(id) {
      const lead = leads.get(id)
      return lead === undefined || lead === id ? null : lead
    },
    followersOf: (id) => followers.get(id) ?? [],
  }
}

/** The failed clauses, found by what joins them: of thousands each has to do with few. */
class Failures {
  /** In the order of the report. */
  readonly all: readonly Failed[]
  readonly #places = new Map<Failed, number>()
  readonly #byChain = new Map<string, Failed[]>()
  readonly #byName = new Map<string, Failed[]>()
  readonly #byOperation = new Map<string, Failed[]>()

  constructor(all: readonly Failed[]) {
    this.all = all
    const put = (map: Map<string, Failed[]>, key: string, clause: Failed): void => {
      const own = map.get(key)
      if (own === undefined) map.set(key, [clause])
      else own.push(clause)
    }
    for (const [place, clause] of all.entries()) {
      this.#places.set(clause, place)
      for (const chain of Object.keys(clause.chains ?? {})) put(this.#byChain, chain, clause)
      put(this.#byName, nameOf(clause), clause)
      if (clause.part !== 'profile') put(this.#byOperation, clause.operation, clause)
    }
  }

  /** The first whose failure probably shows in that of `clause` as well, of those not asked. */
  causeOf(clause: Failed, asked: ReadonlySet<string>): Failed | undefined {
    const first = (among: readonly Failed[], shows: (other: Failed) => boolean): Failed[] => {
      const found = among.find((other) => !asked.has(other.id) && shows(other))
      return found === undefined ? [] : [found]
    }
    // What a profile declares is the specification's matter first.
    if (clause.part === 'profile') return first(this.#byOperation.get(clause.operation) ?? [], () => true)[0]
    const found = [
      ...Object.entries(clause.chains ?? {}).flatMap(([chain, place]) =>
        first(this.#byChain.get(chain) ?? [], (other) => (other.chains?.[chain] ?? place) < place),
      ),
      // The same requirement of two operations: what serves both of them fails it.
      ...first(
        this.#byName.get(nameOf(clause)) ?? [],
        (other) => other.operation !== clause.operation && this.#placeOf(other) < this.#placeOf(clause),
      ),
    ]
    return found.toSorted((a, b) => this.#placeOf(a) - this.#placeOf(b))[0]
  }

  #placeOf(clause: Failed): number {
    return this.#places.get(clause) ?? 0
  }
}

function leadIn(clause: Failed, failures: Failures, leads: Map<string, string>, asked: Set<string>): string {
  const known = leads.get(clause.id)
  if (known !== undefined) return known
  asked.add(clause.id)
  const cause = failures.causeOf(clause, asked)
  const lead = cause === undefined ? clause.id : leadIn(cause, failures, leads, asked)
  leads.set(clause.id, lead)
  return lead
}

function nameOf({ id, operation }: Failed): string {
  return id.slice(operation.length + 1)
}
