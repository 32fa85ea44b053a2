// Describes the difference of two reports in words.

import { counted } from '../../base/text/counted.ts'
import { worseIn } from '../model/diff.ts'
import type { ClauseChange, LatencyChange, ReportDiff } from '../model/report-diff.ts'
import { excuseInWords } from './outcome.ts'
import { duration } from './plain.ts'

type ClauseKind = {
  [K in keyof ReportDiff]: ReportDiff[K] extends readonly ClauseChange[] ? K : never
}[keyof ReportDiff]

export const clauseKinds: readonly (readonly [kind: ClauseKind, heading: string])[] = [
  ['newlyFailing', 'Newly failing'],
  ['noLongerObserved', 'No longer observed'],
  ['newlyExcused', 'Newly excused'],
  ['fixed', 'Fixed'],
  ['newlyObserved', 'Newly observed'],
  ['changed', 'Changed'],
  ['new', 'New'],
  ['gone', 'Gone'],
]

export function changesOf(diff: ReportDiff, kind: ClauseKind): readonly ClauseChange[] {
  return kind === 'changed' ? diff.changed.filter((change) => !isUnasked(change)) : diff[kind]
}

export function outcomeInWords({ before, after }: ReportDiff['outcome']): string {
  return before === after ? `${after}, as before` : `${before} → ${after}`
}

export const nothingChanged = 'No clause and no open point changed.'

export function whyChanged({ after, reason, excuse }: ClauseChange): string {
  if (after === 'pass') return ''
  return excuse === undefined ? reason : excuseInWords(excuse)
}

export function conditionsInWords(diff: ReportDiff): readonly string[] {
  const unasked = diff.changed.filter(isUnasked).length
  const line = `clauses selected in only one of the two runs: ${unasked}`
  return [...diff.conditions, ...(unasked === 0 ? [] : [line])]
}

function isUnasked({ before, after }: ClauseChange): boolean {
  return before === 'out-of-scope' || after === 'out-of-scope'
}

export function worseInWords(diff: ReportDiff): string | null {
  const worse = worseIn(diff)
  if (worse.length === 0) return null
  const unseen = worse.filter((change) => diff.noLongerObserved.includes(change)).length
  const failing = worse.length - unseen
  return [
    ...(failing === 0 ? [] : [`${counted(failing, 'clause')} newly ${failing === 1 ? 'fails' : 'fail'}`]),
    ...(unseen === 0 ? [] : [`${counted(unseen, 'MUST')} ${unseen === 1 ? 'is' : 'are'} no longer observed`]),
  ].join(', ')
}

export function medianInWords(medianMs: number): string {
  return medianMs < 100 ? `${Number(medianMs.toPrecision(3))} ms` : duration(medianMs)
}

export function factorInWords({ factor }: LatencyChange): string {
  return `${counted(factor, 'time')} as long`
}
