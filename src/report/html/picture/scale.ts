// Converts values to positions on an axis, with marks.

export interface Scale {
  of(value: number): number
  readonly marks: readonly number[]
}

/** @param min a number greater than zero */
export function logScale(min: number, max: number, from: number, to: number): Scale {
  const low = Math.floor(Math.log10(min))
  const high = Math.max(low + 1, Math.ceil(Math.log10(max)))
  return {
    of(value) {
      const share = (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)
      return from + Math.min(1, share) * (to - from)
    },
    marks: Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1))),
  }
}

const marksMax = 8
const rounds = [1, 2, 5]

export function linearScale(max: number, from: number, to: number): Scale {
  const top = max > 0 ? max : 1
  const power = 10 ** Math.floor(Math.log10(top / marksMax))
  const step = [...rounds, 10].map((round) => round * power).find((one) => top / one <= marksMax) ?? top
  return {
    of: (value) => from + (Math.min(Math.max(value, 0), top) / top) * (to - from),
    marks: Array.from({ length: Math.floor(top / step) + 1 }, (_, index) =>
      Number((index * step).toPrecision(12)),
    ),
  }
}
