// Regular expressions for texts of the tenant. Where V8 can do this, matching takes linear time.

export interface Pattern {
  test(text: string): boolean
  /** Different patterns need different texts, because Ajv reuses a pattern with an equal text. */
  toString(): string
}

interface Builtins {
  getBuiltinModule?(name: 'node:v8'): { setFlagsFromString(flag: string): void }
}

const { process } = globalThis as { process?: Builtins }
const v8 = process?.getBuiltinModule?.('node:v8')
// After much backtracking, V8 uses its linear engine, but only without the flag "u". Without surrogates, "u"
// has no effect.
const flag = 'enable-experimental-regexp-engine-on-excessive-backtracks'

/**
 * Sets V8's flag only during this test: for 1 MB, the linear engine needs seconds, the default one
 * milliseconds.
 */
function testLinearly(expression: RegExp, text: string): boolean {
  v8?.setFlagsFromString(`--${flag}`)
  try {
    return expression.test(text)
  } finally {
    v8?.setFlagsFromString(`--no-${flag}`)
  }
}

const surrogates = /[\ud800-\udfff]/

/** @throws SyntaxError if the source is invalid with the flag "u" */
export function linearPattern(source: string): Pattern {
  const exact = new RegExp(source, 'u')
  const plain = plainOf(source)
  if (plain === null) return exact
  return {
    test: (text) => (surrogates.test(text) ? exact.test(text) : testLinearly(plain, text)),
    toString: () => String(exact),
  }
}

/** Returns null if the flag "u" changes the meaning. */
function plainOf(source: string): RegExp | null {
  if (/\\[pPuk]/.test(source)) return null
  try {
    return new RegExp(source)
  } catch {
    return null
  }
}

/**
 * Returns whether matching can take exponential time, as for `(a+)+` with lookaround, which V8's linear
 * engine rejects.
 */
export function mayNotEnd(source: string): boolean {
  const isBeyondLinear = plainOf(source) === null || /\(\?<?[=!]|\\[1-9]/.test(source)
  return isBeyondLinear && repeatsChoices(source)
}

function repeatsChoices(source: string): boolean {
  const plain = source.replace(/\\./g, 'a').replace(/\[(?:[^\]])*\]/g, 'a')
  const open: boolean[] = []
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain[index] ?? ''
    if (character === '(') open.push(false)
    else if (character === ')') {
      const hasChoice = open.pop() === true
      const isRepeated = /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(index + 1))
      if (hasChoice && isRepeated) return true
      if ((hasChoice || isRepeated) && open.length > 0) open[open.length - 1] = true
    } else if (/[*+|{]/.test(character) && open.length > 0) open[open.length - 1] = true
  }
  return false
}
