// Changes of latency: by which factor an operation answers faster or slower than before.
import type { OperationMedian } from '../../base/event.ts'
import { mediansOf } from '../measure/measurements.ts'
import type { Comparable, LatencyChange, Median } from './report-diff.ts'

/** Fewer answers on a side say nothing of how long they take. */
const answersMin = 30
/** What is less is the noise of two runs. */
const factorMin = 2

/** The operations of both runs whose medians are apart by the factor, those first that became slowest. */
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
