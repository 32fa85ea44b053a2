// Bounds the depth and the size of parsed values. YAML aliases repeat values without more text.
import type { Json } from '../../../base/json.ts'
import { limits } from './limits.ts'

/**
 * Without recursion: deep values must not overflow the stack.
 * @throws Error with a reason and a remedy
 */
export function requireBounds(value: Json): void {
  let count = 0
  let level: object[] = isNested(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.depthMax)
      throw new Error(`it is nested deeper than ${limits.depthMax} levels: move inner parts to components`)
    const next: object[] = []
    for (const each of level) {
      for (const member of Object.values(each)) {
        if (++count > limits.valuesMax)
          throw new Error(
            `it has more than ${limits.valuesMax} values, counting those that YAML aliases repeat: split the document, or use $ref instead of aliases`,
          )
        if (isNested(member)) next.push(member)
      }
    }
    level = next
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
