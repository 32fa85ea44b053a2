// Compiles and caches patterns, with flag u if possible (Core 6.4).
import { linearPattern, type Pattern } from '../../base/schemas/linear-pattern.ts'
import { GenerateError } from '../generate-error.ts'

const compiled = new Map<string, RegExp>()
const patternsMax = 2000

/** @throws GenerateError for an invalid pattern */
export function matches(source: string, text: string): boolean {
  const pattern = found(source)
  return pattern?.unicode === true ? linear(source).test(text) : compile(source).test(text)
}

export function isPattern(source: string): boolean {
  return found(source) !== undefined
}

/** @throws GenerateError if invalid with and without flag u */
export function compile(source: string): RegExp {
  const pattern = found(source)
  if (pattern === undefined)
    throw new GenerateError(`${JSON.stringify(source)} is not a regular expression (ECMA-262)`, '')
  return pattern
}

function found(source: string): RegExp | undefined {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const pattern = made(source, 'u') ?? made(source, '')
  if (pattern === undefined) return undefined
  if (compiled.size >= patternsMax) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

const linearOnes = new Map<string, Pattern>()

function linear(source: string): Pattern {
  const known = linearOnes.get(source) ?? linearPattern(source)
  if (linearOnes.size >= patternsMax) linearOnes.clear()
  linearOnes.set(source, known)
  return known
}

function made(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}
