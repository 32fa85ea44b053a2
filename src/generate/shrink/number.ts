// Finds simpler numbers: whole numbers before fractions, small before large.
import { times } from '../value/decimal.ts'
import { nearing } from './steps.ts'

function costOf(value: number): readonly [number, number, number] {
  const digits = Number.isInteger(value) ? 0 : String(value).length
  return [digits, Math.abs(value), value < 0 ? 1 : 0]
}

export function isSimplerNumber(a: number, b: number): boolean {
  const [left, right] = [costOf(a), costOf(b)]
  const index = left.findIndex((each, at) => each !== right[at])
  return index >= 0 && (left[index] ?? 0) < (right[index] ?? 0)
}

/**
 * @param least the simplest allowed number
 * @param unit step between allowed numbers, or null
 */
export function* smallerNumbers(value: number, least: number, unit: number | null): IterableIterator<number> {
  for (const candidate of candidates(value, least, unit)) {
    if (isSimplerNumber(candidate, value)) yield candidate
  }
}

function* candidates(value: number, least: number, unit: number | null): IterableIterator<number> {
  yield least
  yield 0
  if (value < 0) yield -value
  if (Math.abs(value) > 1) {
    for (const power of nearing(Math.floor(Math.log2(Math.min(Math.abs(value), Number.MAX_VALUE))))) {
      yield Math.sign(value) * 2 ** power
    }
  }
  const step = unit ?? 1
  if (!Number.isInteger(value) && unit === null) {
    yield* [Math.trunc(value), Math.ceil(value), Math.floor(value)]
    for (const digits of [1, 2, 4]) {
      for (const round of [Math.round, Math.floor, Math.ceil])
        yield round(value * 10 ** digits) / 10 ** digits
    }
  }
  const start = Math.abs(least) > Math.abs(value) ? 0 : least
  const distance = Math.floor(Math.abs(value - start) / step)
  if (!Number.isSafeInteger(distance)) {
    yield* [1, 2, 4].map((digits) => Number(value.toPrecision(digits)))
    return
  }
  const base = Math.round(start / step)
  for (const steps of nearing(distance)) yield times(value < start ? base - steps : base + steps, step)
}
