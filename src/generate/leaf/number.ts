// Draws numbers within bounds, and multiples of a step.
import fc from 'fast-check'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { type Shares, SortedArbitrary } from '../arbitrary/shares.ts'
import type { Branch } from '../branch/branch.ts'
import { commonMultiple, isFarFromMultiple, isPlainMultiple, times } from '../value/decimal.ts'
import { inFormat, outOfFormat } from '../value/format.ts'
import { kindOf, kinds } from '../value/kind.ts'
import { fewMax, type Leaf } from './leaf.ts'

const safe = Number.MAX_SAFE_INTEGER

export function numberLeaf(branch: Branch, shares: Shares | null = null): Leaf | null {
  const accepts = (value: number): boolean => acceptsNumber(branch, value)
  const unit = unitOf(branch)
  const sources = unit === null ? freeSources(branch) : stepSource(branch, unit, shares === null)
  if (Array.isArray(sources)) {
    const passing = sources
      .map((each) => each.map(positiveZero))
      .filter((each) => yields(new BoundedFilter(each, accepts)))
    const [first, ...others] = passing
    if (first === undefined) return null
    const near = shares === null ? null : onBounds(branch, unit, accepts)
    const any = fc.oneof({ withCrossShrink: true }, first, ...others)
    const all = shares === null || near === null ? any : new SortedArbitrary(shares, any, near)
    return { arbitrary: new BoundedFilter(all, accepts), values: null }
  }
  const values = sources.values.map(positiveZero).filter(accepts)
  return values.length === 0 ? null : { arbitrary: fc.constantFrom(...values), values }
}

function onBounds(
  branch: Branch,
  unit: number | null,
  accepts: (value: number) => boolean,
): fc.Arbitrary<number> | null {
  const step = unit ?? 0.01
  const near = [branch.min, branch.min + step, branch.max, branch.max - step]
  const values = near.filter(Number.isFinite).map((value) => Number(value.toPrecision(15)))
  const found = [...new Set(values)].filter(accepts)
  return found.length === 0 ? null : fc.constantFrom(...found)
}

/** Refuses numbers on which decimal and binary arithmetic disagree. */
export function acceptsNumber(branch: Branch, value: number): boolean {
  const { min, max, multiples, notMultiples } = branch
  return (
    (kindOf(value) & branch.kinds) !== 0 &&
    (branch.minExclusive ? value > min : value >= min) &&
    (branch.maxExclusive ? value < max : value <= max) &&
    multiples.every((each) => isPlainMultiple(value, each)) &&
    notMultiples.every((each) => isFarFromMultiple(value, each)) &&
    branch.formats.every((each) => inFormat(each, value)) &&
    branch.notFormats.every((each) => outOfFormat(each, value)) &&
    !branch.excluded.includes(value)
  )
}

export function unitOf(branch: Branch): number | null {
  const steps = [...branch.multiples]
  const whole = branch.formats.some((format) => format === 'int32' || format === 'int64')
  if ((branch.kinds & kinds.fraction) === 0 || whole) steps.push(1)
  const [first, ...others] = steps
  if (first === undefined) return null
  return others.reduce((unit, step) => commonMultiple(unit, step), first)
}

function positiveZero(value: number): number {
  return value === 0 ? 0 : value
}

function stepSource(
  branch: Branch,
  unit: number,
  withBounds: boolean,
): fc.Arbitrary<number>[] | { values: number[] } {
  const reach = branch.formats.includes('int32') ? 2 ** 31 : safe
  const low = Math.max(Math.floor(branch.min / unit) - 1, -reach)
  const high = Math.min(Math.ceil(branch.max / unit) + 1, reach)
  // Beyond the safe integers, every double is a whole number.
  if (low >= safe || high <= -safe) return doubles(branch)
  if (high - low <= fewMax) {
    const values = Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => times(low + index, unit))
    return { values: values.sort((a, b) => Math.abs(a) - Math.abs(b)) }
  }
  const anywhere = fc.integer({ min: low, max: high })
  const near = (withBounds ? anywhere : fc.noBias(anywhere)).map((factor) => times(factor, unit))
  const bounds = nearest(branch, low, high).map((factor) => times(factor, unit))
  // Far from zero, few multiples of a decimal have an exact double.
  const small = { min: Math.max(low, -20), max: Math.min(high, 20) }
  return [
    ...(small.min <= small.max ? [fc.integer(small).map((factor) => times(factor, unit))] : []),
    near,
    fc.noBias(anywhere).map((factor) => times(factor, unit)),
    ...(!withBounds || bounds.length === 0 ? [] : [fc.constantFrom(...bounds)]),
  ]
}

function nearest(branch: Branch, low: number, high: number): number[] {
  const lows = Number.isFinite(branch.min) ? [low, low + 1, low + 2] : []
  const highs = Number.isFinite(branch.max) ? [high, high - 1, high - 2] : []
  return [...lows, ...highs].filter((factor) => Math.abs(factor) < safe)
}

// C's number parser reports smaller numbers as out of range.
const normalMin = 2 ** -1022

function isNormal(value: number): boolean {
  return value === 0 || Math.abs(value) >= normalMin
}

function doubles(branch: Branch): fc.Arbitrary<number>[] {
  const min = Math.max(branch.min, -Number.MAX_VALUE)
  const max = Math.min(branch.max, Number.MAX_VALUE)
  if (min > max) return []
  // Does not shrink these doubles, because doubles near zero shrink slowly.
  const all = fc.noShrink(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
  return [max >= normalMin || min <= -normalMin ? all.filter(isNormal) : all]
}

function freeSources(branch: Branch): fc.Arbitrary<number>[] | { values: number[] } {
  if (branch.min === branch.max) return { values: [branch.min] }
  const decimals = [0, 1, 2, 6].flatMap((digits) => {
    const scale = 10 ** digits
    const reach = safe / scale
    if (branch.min > reach || branch.max < -reach) return []
    const min = Math.ceil(Math.max(branch.min, -reach) * scale)
    const max = Math.floor(Math.min(branch.max, reach) * scale)
    return min > max ? [] : [fc.integer({ min, max }).map((value) => value / scale)]
  })
  return [...decimals, ...doubles(branch)]
}
