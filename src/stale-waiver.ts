// Stale waivers: an excuse that is no longer needed, or no longer holds, must not stay.
import { today } from './base/clock.ts'
import { type Profile, waives } from './profile/index.ts'
import type { Report } from './report/index.ts'

/**
 * One sentence for each waiver that is expired, and for each waived or known failure that passes. A waiver of several
 * clauses is needed as long as one of them does not pass.
 * @param profile that of the run
 */
export function staleWaivers(
  report: Report,
  profile: Profile,
  knownFailures: readonly string[],
): readonly string[] {
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]))
  const passes = (clause: string): boolean => {
    const waived = [...verdicts].filter(([id]) => waives({ clause }, id))
    return waived.length > 0 && waived.every(([, verdict]) => verdict === 'pass')
  }
  return [
    ...(profile.waivers ?? []).flatMap(({ clause, expires }) => [
      ...(expires !== undefined && expires < today()
        ? [`The waiver of ${clause} expired on ${expires}: renew or remove it.`]
        : []),
      ...(passes(clause)
        ? [`The waiver of ${clause} is stale, as the clause passes: remove it from the profile.`]
        : []),
    ]),
    ...knownFailures
      .filter(passes)
      .map((clause) => `The baseline is stale, as ${clause} passes: make a new one.`),
  ]
}
