// Finds suppressions that are expired or no longer necessary.
import { today } from '../base/clock.ts'
import { matchesGlob } from '../base/glob.ts'
import type { Suppression } from '../base/suppression.ts'
import { counted } from '../base/text/counted.ts'
import { isOpen } from '../base/verdict.ts'
import type { Profile } from '../profile/index.ts'
import type { Report, ReportClause } from '../report/index.ts'

export interface SuppressionReview {
  readonly stale: readonly string[]
  readonly told: readonly string[]
}

const toldBeforeDays = 30
const dayMs = 86_400_000

/**
 * Finds suppressions that are stale or end soon. For a shipped profile, only known failures can be stale.
 * @param day YYYY-MM-DD
 */
export function reviewSuppressions(
  report: Report,
  profile: Profile,
  knownFailures: readonly string[],
  day = today(),
  shipped = false,
): SuppressionReview {
  const { waivers = [], gaps = [] } = profile
  const todo = shipped
    ? { needless: 'this tenant is stricter than the shipped profile says', old: 'update tenant-conformance' }
    : { needless: 'remove it from the profile', old: 'renew or remove it' }
  const meant = ({ clause }: Pick<Suppression, 'clause'>): readonly ReportClause[] => {
    const all = report.clauses.filter(({ id }) => matchesGlob(id, clause))
    return all.some(({ verdict }) => verdict === 'out-of-scope') ? [] : all
  }
  // A quick run cannot prove that a suppression is needless.
  const tellsEnough = report.run.options.depth !== 'quick'
  const passes = (clause: string): boolean => {
    const all = meant({ clause })
    return tellsEnough && all.length > 0 && all.every(({ verdict }) => verdict === 'pass')
  }
  const waiversTold = waivers.flatMap(({ clause, expires }) => [
    ...(expires !== undefined && expires < day
      ? [`The waiver of ${clause} expired on ${expires}: ${todo.old}.`]
      : []),
    ...(passes(clause)
      ? [
          `The waiver of ${clause} is ${shipped ? 'not needed' : 'stale'}, because the clause passes: ${todo.needless}.`,
        ]
      : []),
  ])
  const baselineTold = knownFailures
    .filter(passes)
    .map((clause) => `The baseline is stale, because ${clause} passes: use a newer report as baseline.`)
  const gapsTold = gaps.flatMap((gap) => {
    const expired =
      gap.expires !== undefined && gap.expires < day
        ? [`The gap ${gap.clause} expired on ${gap.expires} and no longer excuses a clause: ${todo.old}.`]
        : []
    const all = meant(gap)
    const [observed] = all
    return observed === undefined || all.some(({ verdict }) => isOpen(verdict) || verdict === 'error')
      ? expired
      : [
          ...expired,
          `The gap ${gap.clause} is no longer needed, because ${all.length === 1 ? `the clause got a verdict (${observed.verdict})` : `all of its ${all.length} clauses got a verdict`}: ${todo.needless}.`,
        ]
  })
  const ending = (kind: string, all: readonly Suppression[]): string[] =>
    all.flatMap(({ clause, expires }) => {
      if (expires === undefined || expires < day) return []
      const days = Math.round((Date.parse(expires) - Date.parse(day)) / dayMs)
      return days > toldBeforeDays
        ? []
        : [
            `The ${kind} ${clause} ends ${days === 0 ? 'today' : `in ${counted(days, 'day')}, on ${expires}`}: ${shipped ? todo.old : 'renew it, or make it unnecessary'}.`,
          ]
    })
  const toldBefore = [...ending('waiver of', waivers), ...ending('gap', gaps)]
  if (shipped) return { stale: baselineTold, told: [...waiversTold, ...gapsTold, ...toldBefore] }
  const stale = [...waiversTold, ...baselineTold]
  return report.run.strict
    ? { stale: [...stale, ...gapsTold], told: toldBefore }
    : { stale, told: [...gapsTold, ...toldBefore] }
}
