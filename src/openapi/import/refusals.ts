// Derives the tenant's refusals from the documented statuses.
import type { Refusals } from '../../contract/index.ts'

/**
 * Null means that the document does not state the refusal, so the run does not judge it. An empty list allows
 * any 4xx status.
 */
export function refusalsOf(statuses: readonly string[], secured: boolean): Refusals {
  const has = (...wanted: readonly string[]): boolean =>
    wanted.some((status) => statuses.includes(status)) ||
    statuses.includes('4XX') ||
    statuses.includes('default')
  const invalid = has('400', '422')
  return {
    malformed: invalid ? [] : null,
    invalid: invalid ? [] : null,
    mediaType: statuses.includes('415') ? [415] : null,
    unknown: has('404', '410') ? [] : null,
    conflict: has('409') ? [] : null,
    transition: has('409', '422') ? [] : null,
    unauthenticated: secured ? [] : null,
    forbidden: has('403') ? [] : null,
  }
}
