// Groups failed clauses by common cause.
import { explains, type Look, lookOf } from './alike.ts'
import type { ReportClause } from './report.ts'

type Failed = Pick<
  ReportClause,
  'id' | 'operation' | 'part' | 'level' | 'verdict' | 'waived' | 'chains' | 'failures'
>

export interface Causes<Clause extends Failed = ReportClause> extends Leads {
  /** The lead is the one to read first. */
  readonly groups: readonly (readonly [lead: Clause, ...followers: Clause[]])[]
}

export interface Leads {
  /** Null for a lead, or a clause that did not fail. */
  leadOf(id: string): string | null
  followersOf(id: string): readonly string[]
}

/** The lead's first failure explains all failures of its followers. Affects only the presentation, no verdict. */
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

/** Without waived failures. */
export function countingGroups<Clause extends Failed>({ groups }: Causes<Clause>): Causes<Clause>['groups'] {
  return groups.filter(([{ waived }]) => waived === undefined)
}

function grouped<Clause extends Failed>(clauses: readonly Clause[]): readonly [Clause, ...Clause[]][] {
  const groups: { readonly look: Look | undefined; readonly clauses: [Clause, ...Clause[]] }[] = []
  for (const clause of clauses) {
    const looks = clause.failures.map((failure) => lookOf(clause, failure))
    const group = groups.find(
      ({ look }) => look !== undefined && looks.length > 0 && looks.every((own) => explains(look, own)),
    )
    if (group === undefined) groups.push({ look: looks[0], clauses: [clause] })
    else group.clauses.push(clause)
  }
  return groups.map(({ clauses: own }) => own)
}

/** By weight, then by the contract's chains (causes first), then as given. */
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
    for (const [chain, place] of Object.entries(clause.chains ?? {}))
      for (const other of ofChain.get(chain) ?? []) if ((other.chains?.[chain] ?? place) < place) visit(other)
    ordered.add(clause)
  }
  for (const clause of clauses) visit(clause)
  return [...ordered]
}
