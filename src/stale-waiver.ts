// Stale waivers: an excuse that is no longer needed, or no longer holds, must not stay.
import { today } from './base/clock.ts'
import { loadContract } from './contract/index.ts'
import { loadProfile, type Profile } from './profile/index.ts'
import type { Report } from './report/index.ts'

/** One sentence for each waiver that is expired, and for each waived or known failure that passes. */
export function staleWaivers(
  report: Report,
  source: string | Profile | null,
  knownFailures: readonly string[],
): readonly string[] {
  const profile = typeof source === 'string' || source === null ? loadProfile(source, loadContract()) : source
  const passes = (id: string): boolean =>
    report.clauses.some((clause) => clause.id === id && clause.verdict === 'pass')
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
