// The arithmetic of `multipleOf`: exact, and with the rounding errors of validators.

function parts(value: number): { digits: bigint; exponent: number } {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

export function isMultiple(value: number, divisor: number): boolean {
  if (value === 0) return true
  // For integers, % is exact, and much faster.
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const a = parts(value)
  const b = parts(divisor)
  if (b.digits === 0n) return false
  const exponent = Math.min(a.exponent, b.exponent)
  const left = a.digits * 10n ** BigInt(a.exponent - exponent)
  const right = b.digits * 10n ** BigInt(b.exponent - exponent)
  return left % right === 0n
}

/** Some validators ignore a remainder below this limit. */
const tolerance = 1e-7

/** Returns whether every validator accepts the value as a multiple. */
export function isPlainMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor
  const remainder = value % divisor
  return (
    isMultiple(value, divisor) &&
    Number.isInteger(quotient) &&
    // Larger numbers have an exponent, which `parseInt` in some validators does not read.
    Math.abs(quotient) < 1e21 &&
    (Math.abs(remainder) < tolerance || Math.abs(divisor - remainder) < tolerance)
  )
}

export function isFarFromMultiple(value: number, divisor: number): boolean {
  return (
    !isMultiple(value, divisor) &&
    !Number.isInteger(value / divisor) &&
    distance(value, divisor) > 2 * tolerance
  )
}

function distance(value: number, divisor: number): number {
  const remainder = Math.abs(value % divisor)
  return Math.min(remainder, Math.abs(divisor - remainder))
}

/** Multiplies decimals, so that 3 times 0.1 is exactly 0.3. */
export function times(factor: number, unit: number): number {
  const { digits, exponent } = parts(unit)
  return Number(`${BigInt(factor) * digits}e${exponent}`)
}

export function commonMultiple(a: number, b: number): number {
  const left = parts(a)
  const right = parts(b)
  const exponent = Math.min(left.exponent, right.exponent)
  const x = left.digits * 10n ** BigInt(left.exponent - exponent)
  const y = right.digits * 10n ** BigInt(right.exponent - exponent)
  return Number(`${(x / divisorOf(x, y)) * y}e${exponent}`)
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b)
}
