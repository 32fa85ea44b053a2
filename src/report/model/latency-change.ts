// Finds the operations that became faster or slower.
import type { OperationMedian } from '../../base/event.ts'
import { mediansOf } from '../measure/measurements.ts'
import type { Comparable, LatencyChange, Median } from './report-diff.ts'

/** A median of fewer responses is not reliable. */
const answersMin = 30
/** A smaller factor can be accidental. */
const factorMin = 2

export function latencyChanges(before: Timed, after: Timed): LatencyChange[] {
  const old = new Map(timesOf(before).map((one) => [one.operation, one]))
  return timesOf(after)
    .flatMap(({ operation, ...now }) => {
      const then = old.get(operation)
      if (then === undefined || Math.min(then.answers, now.answers) < answersMin) return []
      const factor = now.medianMs / then.medianMs
      if (!Number.isFinite(factor) || Math.max(factor, 1 / factor) < factorMin) return []
      return [{ operation, before: medianOf(then), after: now, factor: Number(factor.toPrecision(2)) }]
    })
    .sort((a, b) => b.factor - a.factor)
}

type Timed = Pick<Comparable, 'medians' | 'measurements'>

function timesOf({ medians, measurements }: Timed): readonly OperationMedian[] {
  return medians ?? (measurements === undefined ? [] : mediansOf(measurements))
}

function medianOf({ answers, medianMs }: OperationMedian): Median {
  return { answers, medianMs }
}
