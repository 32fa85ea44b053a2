// Reads and writes JSON numbers without loss of digits (RFC 8259, section 6).

/** A number that a double cannot represent, for example 9007199254740993 or 1e400. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
    made = true
  }

  /** The nearest finite double. Validators compare only doubles. */
  get nearest(): number {
    return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, Number(this.text)))
  }

  equals(other: ExactNumber): boolean {
    return this.text === other.text || canonical(this.text) === canonical(other.text)
  }

  toString(): string {
    return this.text
  }

  /** JSON.stringify writes a string: only `jsonText` writes all digits. */
  toJSON(): string {
    return this.text
  }
}

// The first `ExactNumber` sets this to true. Before, `jsonText` need not search for such numbers.
let made = false

// Numbers that a double may not represent. A match within a string only costs time.
const suspicious = /(?:^|[[:,])\s*-?(?:[\d.]{16}|[\d.]+[eE])/
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

/** @throws SyntaxError for invalid JSON; RangeError for too deep nesting */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!suspicious.test(text)) return value
  // Uses `value`, and not `text`, because an escape in `text` can hide the mark.
  const mark = markBeyond(JSON.stringify(value))
  let found = false
  const marked = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"') || isDouble(token)) return token
    found = true
    return `"${mark}${token}"`
  })
  if (!found) return value
  return JSON.parse(marked, (_, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith(mark) ? new ExactNumber(inner.slice(mark.length)) : inner,
  )
}

/** Writes every digit of every number. Returns "undefined" for undefined. */
export function jsonText(value: unknown, indent?: number): string {
  if (value === undefined) return 'undefined'
  const text = JSON.stringify(value, null, indent)
  if (!made) return text
  const mark = markBeyond(text)
  const marked = JSON.stringify(
    value,
    function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
      const own = this[key]
      return own instanceof ExactNumber ? `${mark}${own.text}` : inner
    },
    indent,
  )
  return marked.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')
}

export function withDoubles(value: unknown): unknown {
  if (!made || typeof value !== 'object' || value === null) return value
  if (value instanceof ExactNumber) return value.nearest
  if (Array.isArray(value)) return value.map(withDoubles)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDoubles(inner)]))
}

/** Returns whether the nearest double prints as the same number: true for 0.1, false for 9007199254740993. */
function isDouble(text: string): boolean {
  const double = Number(text)
  return Number.isFinite(double) && canonical(text) === canonical(String(double))
}

/** Returns equal texts for equal numbers. */
function canonical(text: string): string {
  const { sign, digits, exponent } = decimalOf(text)
  return digits === '' ? '0' : `${sign}${digits}e${exponent}`
}

interface Decimal {
  readonly sign: '' | '-'
  readonly digits: string
  readonly exponent: bigint
}

function decimalOf(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.replace(/^-/, '').split(/[eE]/)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  const exponent =
    BigInt(power.replace('+', '')) - BigInt(fraction.length) + BigInt(all.length - digits.length)
  return { sign: text.startsWith('-') ? '-' : '', digits, exponent }
}

export function compareNumbers(one: number | ExactNumber, other: number | ExactNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [decimalOf(String(one)), decimalOf(String(other))]
  const [signA, signB] = [a, b].map(({ sign, digits }) => (digits === '' ? 0 : sign === '-' ? -1 : 1)) as [
    number,
    number,
  ]
  if (signA !== signB) return signA - signB
  const [topA, topB] = [a, b].map(({ digits, exponent }) => exponent + BigInt(digits.length)) as [
    bigint,
    bigint,
  ]
  if (topA !== topB) return topA > topB ? signA : -signA
  return a.digits === b.digits ? 0 : a.digits > b.digits ? signA : -signA
}

// Returns a mark that `text` does not contain.
function markBeyond(text: string): string {
  let mark = 'exact'
  while (text.includes(mark)) mark += 'x'
  return `${mark}:`
}
