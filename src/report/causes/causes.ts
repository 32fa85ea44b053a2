// Groups failed clauses with a probable common cause: a lead, and its followers.

import type { ReportClause } from '../model/report.ts'
import { explains, type Symptom, symptomOf } from './symptom.ts'

type Failed = Pick<
  ReportClause,
  'id' | 'operation' | 'part' | 'level' | 'verdict' | 'waived' | 'chains' | 'failures'
>

export interface Causes<Clause extends Failed = ReportClause> extends Leads {
  readonly groups: readonly (readonly [lead: Clause, ...followers: Clause[]])[]
}

export interface Leads {
  /** Returns null for a lead, and for a clause that did not fail. */
  leadOf(id: string): string | null
  followersOf(id: string): readonly string[]
}

/** Changes no verdict. */
export function causesOf<Clause extends Failed>(clauses: readonly Clause[]): Causes<Clause> {
  const failed = clauses.filter(({ verdict }) => verdict === 'fail')
  const groups = [
    ...grouped(inOrder(failed.filter(({ waived }) => waived === undefined))),
    ...grouped(inOrder(failed.filter(({ waived }) => waived !== undefined))),
  ]
  const followers = new Map(groups.map(([lead, ...own]) => [lead.id, own.map(({ id }) => id)]))
  const leads = new Map([...followers].flatMap(([lead, own]) => own.map((id) => [id, lead] as const)))
  return {
    groups,
    leadOf: (id) => leads.get(id) ?? null,
    followersOf: (id) => followers.get(id) ?? [],
  }
}

export function countingGroups<Clause extends Failed>({ groups }: Causes<Clause>): Causes<Clause>['groups'] {
  return groups.filter(([{ waived }]) => waived === undefined)
}

function grouped<Clause extends Failed>(clauses: readonly Clause[]): readonly [Clause, ...Clause[]][] {
  const groups: { readonly symptom: Symptom | undefined; readonly clauses: [Clause, ...Clause[]] }[] = []
  for (const clause of clauses) {
    const symptoms = clause.failures.map((failure) => symptomOf(clause, failure))
    const group = groups.find(
      ({ symptom }) =>
        symptom !== undefined && symptoms.length > 0 && symptoms.every((own) => explains(symptom, own)),
    )
    if (group === undefined) groups.push({ symptom: symptoms[0], clauses: [clause] })
    else group.clauses.push(clause)
  }
  return groups.map(({ clauses: own }) => own)
}

/** Sorts by importance, and then by the chains of the contract: causes come before consequences. */
function inOrder<Clause extends Failed>(failed: readonly Clause[]): readonly Clause[] {
  const weight = ({ level, part }: Clause): number =>
    (part === 'profile' ? 2 : 0) + (level === 'MUST' ? 0 : 1)
  return byChains(failed.toSorted((a, b) => weight(a) - weight(b)))
}

function byChains<Clause extends Failed>(clauses: readonly Clause[]): readonly Clause[] {
  const ofChain = new Map<string, Clause[]>()
  for (const clause of clauses)
    for (const chain of Object.keys(clause.chains ?? {}))
      ofChain.set(chain, [...(ofChain.get(chain) ?? []), clause])
  const ordered = new Set<Clause>()
  const visited = new Set<Clause>()
  const visit = (clause: Clause): void => {
    if (visited.has(clause)) return
    visited.add(clause)
    for (const [chain, position] of Object.entries(clause.chains ?? {}))
      for (const other of ofChain.get(chain) ?? [])
        if ((other.chains?.[chain] ?? position) < position) visit(other)
    ordered.add(clause)
  }
  for (const clause of clauses) visit(clause)
  return [...ordered]
}
