// Merges verdicts, and computes the outcome of a run.
import { describe, expect, test } from 'vitest'
import {
  decide,
  exitCodes,
  ifUnobserved,
  type Judged,
  mergeVerdicts,
  outcomeOf,
  unobservedReason,
  type Verdict,
  verdicts,
} from './verdict.ts'

describe('merging', () => {
  test('the stronger of two verdicts counts, in any order', () => {
    const strength: readonly Verdict[] = [
      'error',
      'fail',
      'inconclusive',
      'not-run',
      'pass',
      'not-applicable',
      'out-of-scope',
    ]
    expect(verdicts).toEqual(strength)
    for (const [index, stronger] of strength.entries())
      for (const weaker of strength.slice(index)) {
        expect(mergeVerdicts([stronger, weaker])).toBe(stronger)
        expect(mergeVerdicts([weaker, stronger])).toBe(stronger)
      }
  })

  test('no verdict means not-run', () => {
    expect(mergeVerdicts([])).toBe('not-run')
  })
})

describe('deciding', () => {
  test('a pass needs an observation', () => {
    expect(decide(['pass'], 0)).toBe('inconclusive')
    expect(decide(['pass'], 1)).toBe('pass')
    expect(decide(['pass', 'not-applicable'], 0)).toBe('inconclusive')
  })

  test.each<[Verdict, Verdict[]]>([
    ['fail', ['pass', 'fail']],
    ['error', ['fail', 'error']],
    ['not-applicable', ['not-applicable']],
    ['not-run', []],
  ])('%s stays with and without observations', (expected, said) => {
    expect(decide(said, 0)).toBe(expected)
    expect(decide(said, 3)).toBe(expected)
  })
})

describe('the outcome', () => {
  const must = (verdict: Verdict): Judged => ({ level: 'MUST', verdict, operation: 'shelves.get' })
  const should = (verdict: Verdict): Judged => ({ level: 'SHOULD', verdict, operation: 'shelves.get' })
  const waived = (judged: Judged): Judged => ({ ...judged, waived: { reason: 'known' } })

  test.each<[Verdict, string]>([
    ['error', 'incomplete'],
    ['fail', 'non-conformant'],
    ['inconclusive', 'incomplete'],
    ['not-run', 'incomplete'],
    ['pass', 'conformant'],
    ['not-applicable', 'conformant'],
    ['out-of-scope', 'conformant'],
  ])('a MUST with %s beside a passed MUST: %s', (verdict, outcome) => {
    expect(outcomeOf([must('pass'), must(verdict)])).toBe(outcome)
    expect(outcomeOf([must(verdict), must('pass')])).toBe(outcome)
    expect(outcomeOf([must('pass'), should(verdict)])).toBe('conformant')
    expect(outcomeOf([must('pass'), should(verdict)], { strict: true })).toBe(outcome)
  })

  test('a failure outweighs an open clause', () => {
    expect(outcomeOf([must('inconclusive'), must('fail'), must('error')])).toBe('non-conformant')
  })

  test('a waived failure changes nothing, but another failure does', () => {
    expect(outcomeOf([must('pass'), waived(must('fail'))])).toBe('conformant')
    expect(outcomeOf([must('fail'), waived(must('fail'))])).toBe('non-conformant')
    expect(outcomeOf([must('inconclusive'), waived(must('fail'))])).toBe('incomplete')
    expect(outcomeOf([must('pass'), waived(should('fail'))], { strict: true })).toBe('conformant')
  })

  test('clauses of the whole tenant do not replace those of its operations', () => {
    const ofTenant = { ...must('pass'), operation: 'any' }
    expect(outcomeOf([ofTenant])).toBe('conformant')
    expect(outcomeOf([ofTenant, must('out-of-scope')])).toBe('conformant')
    expect(outcomeOf([ofTenant, must('not-applicable')])).toBe('incomplete')
    expect(outcomeOf([ofTenant, must('not-applicable'), must('pass')])).toBe('conformant')
  })

  test('a run is incomplete if it judged no counted clause', () => {
    expect(outcomeOf([])).toBe('incomplete')
    expect(outcomeOf([must('out-of-scope'), should('out-of-scope')])).toBe('incomplete')
    expect(outcomeOf([must('not-applicable')])).toBe('incomplete')
    expect(outcomeOf([must('not-applicable'), should('pass')])).toBe('incomplete')
  })

  test('a scope without a MUST is judged by its other clauses', () => {
    expect(outcomeOf([should('pass'), must('out-of-scope')])).toBe('conformant')
    expect(outcomeOf([should('pass'), should('inconclusive')])).toBe('incomplete')
    expect(outcomeOf([should('fail')])).toBe('conformant')
    expect(outcomeOf([should('fail')], { strict: true })).toBe('non-conformant')
  })
})

test('a clause that no shard observed gets the verdict of a single run', () => {
  for (const verdict of verdicts) {
    const alone = { verdict, reason: 'nothing: was sent' }
    expect(ifUnobserved(unobservedReason(alone))).toEqual(alone)
  }
  expect(ifUnobserved('not selected: --skip x')).toBeNull()
})

test('exit codes of the command line do not change', () => {
  expect(exitCodes).toEqual({
    conformant: 0,
    'non-conformant': 1,
    usage: 2,
    incomplete: 3,
    stale: 4,
    internal: 70,
    interrupted: 130,
  })
})
