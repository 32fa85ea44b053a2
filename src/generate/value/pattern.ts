// Patterns as regular expressions, compiled once with flag u (Core 6.4).
import { GenerateError } from '../generate-error.ts'

const compiled = new Map<string, RegExp>()
const patternsMax = 2000

/** Whether the pattern is found in `text`. @throws GenerateError where it is no ECMA-262 pattern. */
export function matches(source: string, text: string): boolean {
  return compile(source).test(text)
}

export function compile(source: string): RegExp {
  let pattern = compiled.get(source)
  if (pattern === undefined) {
    try {
      pattern = new RegExp(source, 'u')
    } catch {
      throw new GenerateError(`${JSON.stringify(source)} is no ECMA-262 regular expression with flag u`, '')
    }
    if (compiled.size >= patternsMax) compiled.clear()
    compiled.set(source, pattern)
  }
  return pattern
}
