// Limits the depth and size of values, because YAML aliases can repeat large values.
import type { Json } from '../../../base/json.ts'
import { limits } from './limits.ts'

/**
 * Uses a loop, because recursion could be too deep.
 * @throws Error with a reason and a remedy
 */
export function requireBounds(value: Json): void {
  let count = 0
  let level: object[] = isNested(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.depthMax)
      throw new Error(
        `the document is nested deeper than ${limits.depthMax} levels: move inner parts to components`,
      )
    const next: object[] = []
    for (const each of level) {
      if (!Array.isArray(each)) requireNames(each)
      for (const member of Object.values(each)) {
        if (++count > limits.valuesMax) throw new Error(tooMany(limits.valuesMax))
        if (isNested(member)) next.push(member)
        else requireNumber(member)
      }
    }
    level = next
  }
}

const tooMany = (max: number): string =>
  `the document has more than ${max} values, including those that YAML aliases repeat: split the document, or use $ref instead of aliases`

/**
 * Runs before parsing, because many small values need fifty times the memory of their text.
 * @throws Error with a reason and a remedy
 */
export function requireFewValues(text: string, valuesMax: number): void {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === comma || code === brace || code === bracket || code === lineFeed) count++
  }
  if (count > 2 * valuesMax) throw new Error(tooMany(valuesMax))
}

const [lineFeed, comma, brace, bracket] = [0x0a, 0x2c, 0x7b, 0x5b]

function requireNames(object: object): void {
  for (const name in object)
    if (name.length > limits.nameMax)
      throw new Error(
        `the name "${name.slice(0, 40)}…" has more than ${limits.nameMax} characters: shorten the name`,
      )
}

/** YAML has numbers that JSON lacks, for example `.inf`. */
function requireNumber(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error(
      `the document contains the number ${value}, which JSON does not allow: remove this number`,
    )
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
