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
  const failed = clauses.filter(({ verdict }) => verdict === 'fail')
  const leads = new Map<string, string>()
  for (const clause of failed) leadIn(clause, failed, leads, new Set())
  return {
    leadOf(id) {
      const lead = leads.get(id)
      return lead === undefined || lead === id ? null : lead
    },
    followersOf: (id) => failed.map((one) => one.id).filter((own) => own !== id && leads.get(own) === id),
  }
}

function leadIn(
  clause: Failed,
  failed: readonly Failed[],
  leads: Map<string, string>,
  asked: Set<string>,
): string {
  const known = leads.get(clause.id)
  if (known !== undefined) return known
  asked.add(clause.id)
  const cause = failed.find((other) => !asked.has(other.id) && showsIn(other, clause, failed))
  const lead = cause === undefined ? clause.id : leadIn(cause, failed, leads, asked)
  leads.set(clause.id, lead)
  return lead
}

/** Whether the failure of `cause` probably shows in that of `clause` as well. */
function showsIn(cause: Failed, clause: Failed, failed: readonly Failed[]): boolean {
  // What a profile declares is the specification's matter first.
  if (clause.part === 'profile') return cause.part !== 'profile' && cause.operation === clause.operation
  const stands = Object.entries(clause.chains ?? {}).some(([chain, place]) => {
    const other = cause.chains?.[chain]
    return other !== undefined && other < place
  })
  // The same requirement of two operations: what serves both of them fails it.
  const isTwin = cause.operation !== clause.operation && nameOf(cause) === nameOf(clause)
  return stands || (isTwin && failed.indexOf(cause) < failed.indexOf(clause))
}

function nameOf({ id, operation }: Failed): string {
  return id.slice(operation.length + 1)
}
