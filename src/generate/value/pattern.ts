// Compiles and caches patterns, if possible with the flag u (JSON Schema Core, section 6.4).
import { linearPattern, type Pattern } from '../../base/schemas/linear-pattern.ts'
import { GenerateError } from '../generate-error.ts'

interface Compiled {
  readonly pattern: RegExp
  readonly linear: Pattern
}

const compiled = new Map<string, Compiled>()
const patternsMax = 2000

/** @throws GenerateError for an invalid pattern */
export function matches(source: string, text: string): boolean {
  return required(source).linear.test(text)
}

export function isPattern(source: string): boolean {
  return found(source) !== undefined
}

/** @throws GenerateError for a pattern that is invalid both with and without the flag u */
export function compile(source: string): RegExp {
  return required(source).pattern
}

function required(source: string): Compiled {
  const known = found(source)
  if (known === undefined)
    throw new GenerateError(`${JSON.stringify(source)} is not a regular expression (ECMA-262)`, '')
  return known
}

function found(source: string): Compiled | undefined {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const pattern = made(source, 'u') ?? made(source, '')
  if (pattern === undefined) return undefined
  if (compiled.size >= patternsMax) compiled.clear()
  const both = { pattern, linear: pattern.unicode ? linearPattern(source) : pattern }
  compiled.set(source, both)
  return both
}

function made(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}
