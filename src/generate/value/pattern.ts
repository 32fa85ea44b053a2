// Patterns as regular expressions, compiled once, with flag u wherever they are patterns with it (Core 6.4).
import { GenerateError } from '../generate-error.ts'

const compiled = new Map<string, RegExp>()
const patternsMax = 2000

/** Whether the pattern is found in `text`. @throws GenerateError where it is no ECMA-262 pattern. */
export function matches(source: string, text: string): boolean {
  return compile(source).test(text)
}

/** Whether it is a pattern that `compile` takes. */
export function isPattern(source: string): boolean {
  return found(source) !== undefined
}

/** The pattern with flag u, or, where it is none with it, without. @throws GenerateError where it is neither */
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

function made(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}
