// Converts regular expressions of other engines to ECMAScript.
import { mayNotEnd } from '../../../base/schemas/linear-pattern.ts'

/** @returns a pattern that is valid with the flag "u", or the reason why there is none */
export function readablePattern(pattern: string): { readonly pattern: string } | { readonly reason: string } {
  const anchored = pattern.replace(/^\\A/, '^').replace(/\\[zZ]$/, '$')
  const readable = [anchored, withoutNeedlessEscapes(anchored)].find(isReadable)
  if (readable === undefined) return { reason: 'the pattern is not a regular expression of ECMA-262' }
  return mayNotEnd(readable) ? { reason: 'some texts would need exponential time' } : { pattern: readable }
}

/** The flag "u" forbids needless escapes. */
function withoutNeedlessEscapes(pattern: string): string {
  let within = false
  return pattern.replace(/\\([\s\S])|[[\]]/g, (part, escaped: string | undefined) => {
    if (escaped === undefined) within = part === '['
    else if (/[\s!"#%&',:;<=>@_`~]/.test(escaped) || (escaped === '-' && !within)) return escaped
    return part
  })
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== null
  } catch {
    return false
  }
}
