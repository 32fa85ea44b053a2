// Likely causes: the failed clauses of a report in groups that one fault may explain, by chain, member, status and operation.
import type { Failure } from '../../base/event.ts'
import { bodyOf } from '../../base/exchange.ts'
import { at, tokenOf } from '../../base/json.ts'
import type { Causes } from './causes.ts'
import type { ReportClause } from './report.ts'
import { resultOf } from './result.ts'

/** Failed clauses that one fault may explain. */
export interface LikelyCause {
  /** What they share: a chain of the contract leads to the first of them, or they name one member, or got one status, or are of one operation. */
  readonly by: 'chain' | 'member' | 'status' | 'operation' | 'alone'
  /** The pointer, the status or the operation; the first clause's id where they share a chain, or it is alone. */
  readonly what: string
  /** The one to look at first is the first. */
  readonly clauses: readonly ReportClause[]
}

/** The failures that count, those of most clauses first. It is told, and changes no verdict. */
export function likelyCauses(clauses: readonly ReportClause[], causes: Causes): readonly LikelyCause[] {
  const failed = new Map(
    clauses
      .filter((clause) => ['fail', 'deviation'].includes(resultOf(clause)))
      .map((clause) => [clause.id, clause] as const),
  )
  const units = [...failed.values()]
    .filter(({ id }) => !failed.has(causes.leadOf(id) ?? ''))
    .map((lead) => [lead, ...causes.followersOf(lead.id).flatMap((id) => failed.get(id) ?? [])])
  const groups: LikelyCause[] = []
  let rest: readonly (readonly ReportClause[])[] = units
  for (const [by, keyOf] of shared) {
    // What a chain says is closer than that two got one status, or are of one operation: it may lead to others.
    const { together, apart } = gathered(rest, keyOf, by === 'member' ? Number.POSITIVE_INFINITY : 1)
    for (const [what, members] of together) groups.push({ by, what, clauses: members.flat() })
    rest = apart
  }
  for (const unit of rest)
    groups.push({ by: unit.length > 1 ? 'chain' : 'alone', what: unit[0]?.id ?? '', clauses: unit })
  return groups.toSorted(
    (a, b) =>
      b.clauses.length - a.clauses.length ||
      musts(b) - musts(a) ||
      strengths.indexOf(a.by) - strengths.indexOf(b.by),
  )
}

/** The member of the response that a failure speaks of, as a JSON pointer; null where it speaks of none that is there. */
export function memberOf({ expected, received, message, exchange }: Failure): string | null {
  if (exchange === null) return null
  const body = bodyOf(exchange)
  if (!body.ok || typeof body.value !== 'object') return null
  for (const text of [expected, received, message]) {
    const [path = ''] = /^[^\s":,{}]+(?=\s|$)/.exec(text) ?? []
    const pointer = pointerOf(path)
    if (path !== '' && at(body.value, pointer) !== undefined) return pointer
  }
  return null
}

// What says most about a cause comes first.
const strengths: readonly LikelyCause['by'][] = ['chain', 'member', 'status', 'operation', 'alone']

type KeyOf = (lead: ReportClause) => string | null

const shared: readonly (readonly [by: LikelyCause['by'], keyOf: KeyOf])[] = [
  [
    'member',
    ({ failures: [first] }) =>
      first === undefined ? null : (memberOf(first)?.replace(/\/\d+(?=\/|$)/g, '/*') ?? null),
  ],
  ['status', statusThatDecides],
  ['operation', ({ operation }) => operation],
]

// A server error is of the whole tenant; any other status means something else for each operation.
function statusThatDecides({ operation, failures: [first] }: ReportClause): string | null {
  const { exchange = null, received = '' } = first ?? {}
  if (exchange === null) return null
  if (exchange.response === null) return `no response (${exchange.failure?.kind ?? 'unknown'})`
  const { status } = exchange.response
  if (status >= 500) return String(status)
  return received.startsWith(String(status)) ? `${status} of ${operation}` : null
}

/** Units whose leads share a key; those that share it with none stay apart. */
function gathered(units: readonly (readonly ReportClause[])[], keyOf: KeyOf, lengthMax: number) {
  const byKey = new Map<string | null, (readonly ReportClause[])[]>()
  for (const unit of units) {
    const [lead] = unit
    const key = lead === undefined || unit.length > lengthMax ? null : keyOf(lead)
    byKey.set(key, [...(byKey.get(key) ?? []), unit])
  }
  const together: [string, readonly (readonly ReportClause[])[]][] = []
  const alone = new Set<readonly ReportClause[]>()
  for (const [key, members] of byKey) {
    if (key !== null && members.length > 1) together.push([key, members])
    else for (const unit of members) alone.add(unit)
  }
  return { together, apart: units.filter((unit) => alone.has(unit)) }
}

function musts({ clauses }: LikelyCause): number {
  return clauses.filter(({ level }) => level === 'MUST').length
}

// "keys[0].alg" and "keys.0.alg" are told alike.
function pointerOf(path: string): string {
  return path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((token) => `/${tokenOf(token)}`)
    .join('')
}
