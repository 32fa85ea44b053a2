// Exact numbers: JSON numbers with more digits than a double holds, read and written without losing one (RFC 8259, 6).

/** A JSON number that no double stands for: 9007199254740993, or 1e400. Every other number of JSON is a `number`. */
export class ExactNumber {
  /** As the sender wrote it. */
  readonly text: string

  constructor(text: string) {
    this.text = text
    made = true
  }

  /** The nearest double that is finite: what a validator of JSON Schema can read. */
  get nearest(): number {
    return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, Number(this.text)))
  }

  /** Whether both are the same number, however they are written. */
  equals(other: ExactNumber): boolean {
    return this.text === other.text || canonical(this.text) === canonical(other.text)
  }

  toString(): string {
    return this.text
  }

  /** `JSON.stringify` can't write digits that no double has; `jsonText` can. */
  toJSON(): string {
    return this.text
  }
}

// Most runs never meet one: they pay for no search.
let made = false

// A number of at most 15 digits without an exponent is what its double says. Strings may look so as well: that costs time alone.
const suspicious = /(?:^|[[:,])\s*-?(?:[\d.]{16}|[\d.]+[eE])/
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

/**
 * The value of a JSON text, with every digit of its numbers.
 * @throws SyntaxError where it is no JSON; RangeError where it is nested too deeply to be read
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!suspicious.test(text)) return value
  // Escapes could hide the mark in the text; they are gone from the value.
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

/** The JSON text of a value, with every digit of its numbers; "undefined" for none. @param indent as `JSON.stringify` takes it */
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

/** The value with the nearest double in place of each exact number. */
export function withDoubles(value: unknown): unknown {
  if (!made || typeof value !== 'object' || value === null) return value
  if (value instanceof ExactNumber) return value.nearest
  if (Array.isArray(value)) return value.map(withDoubles)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDoubles(inner)]))
}

/** Whether the double that a number's text is read as is that number: 0.1 is, as a double is written as the shortest text that names it. */
function isDouble(text: string): boolean {
  const double = Number(text)
  return Number.isFinite(double) && canonical(text) === canonical(String(double))
}

/** One text for all ways to write a number: its sign, its digits without zeros at either end, and the power of ten behind them. */
function canonical(text: string): string {
  const { sign, digits, exponent } = decimalOf(text)
  return digits === '' ? '0' : `${sign}${digits}e${exponent}`
}

interface Decimal {
  readonly sign: '' | '-'
  /** Without zeros at either end; empty for zero. */
  readonly digits: string
  /** Of the power of ten that the digits are multiplied with. */
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

/** Below 0, 0 or above 0 for a lesser, equal or greater number, as sorting wants it. */
export function compareNumbers(one: number | ExactNumber, other: number | ExactNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [decimalOf(String(one)), decimalOf(String(other))]
  const [signA, signB] = [a, b].map(({ sign, digits }) => (digits === '' ? 0 : sign === '-' ? -1 : 1)) as [
    number,
    number,
  ]
  if (signA !== signB) return signA - signB
  // The place of the first digit, and then digit by digit.
  const [topA, topB] = [a, b].map(({ digits, exponent }) => exponent + BigInt(digits.length)) as [
    bigint,
    bigint,
  ]
  if (topA !== topB) return topA > topB ? signA : -signA
  return a.digits === b.digits ? 0 : a.digits > b.digits ? signA : -signA
}

// Letters that stand nowhere in the text, so that nobody can send them.
function markBeyond(text: string): string {
  let mark = 'exact'
  while (text.includes(mark)) mark += 'x'
  return `${mark}:`
}
