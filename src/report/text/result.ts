// The signs and headings of results.
import type { Result } from '../model/result.ts'

export const signs: Readonly<Record<Result, string>> = {
  pass: '✓',
  fail: '✗',
  error: '⚠',
  deviation: '!',
  waived: '~',
  gap: '~',
  inconclusive: '?',
  'not-run': '○',
  'not-applicable': '–',
  'out-of-scope': '·',
}

export const headings: Readonly<Record<Result, string>> = {
  fail: 'Failed',
  error: 'Errors of the checker',
  deviation: 'Deviations (failed SHOULDs)',
  inconclusive: 'Inconclusive',
  'not-run': 'Not run',
  waived: 'Waived failures',
  gap: 'Gaps',
  pass: 'Passed',
  'not-applicable': 'Not applicable',
  'out-of-scope': 'Out of scope',
}
