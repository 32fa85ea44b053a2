// multipleOf on decimals as they are written, next to what validators compute in binary floating point.

/** The exact decimal that a JavaScript number prints as: `digits` times ten to the power of `exponent`. */
function parts(value: number): { digits: bigint; exponent: number } {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

/** Whether `value` is a multiple of `divisor`, both read as the decimals that they print as. */
export function isMultiple(value: number, divisor: number): boolean {
  if (value === 0) return true
  const a = parts(value)
  const b = parts(divisor)
  if (b.digits === 0n) return false
  const exponent = Math.min(a.exponent, b.exponent)
  const left = a.digits * 10n ** BigInt(a.exponent - exponent)
  const right = b.digits * 10n ** BigInt(b.exponent - exponent)
  return left % right === 0n
}

/** Whether the quotient in floating point is a whole number: the test that Ajv and many others apply. */
export function isBinaryMultiple(value: number, divisor: number): boolean {
  return Number.isInteger(value / divisor)
}

/** `factor` times `unit`, correctly rounded: 3 times 0.1 is 0.3. */
export function times(factor: number, unit: number): number {
  const { digits, exponent } = parts(unit)
  return Number(`${BigInt(factor) * digits}e${exponent}`)
}

/** The least common multiple of two decimals. */
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
