// Parses JSON and YAML up to the limits.
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { messageOf } from '../../../base/error.ts'
import { type Json, parse } from '../../../base/json.ts'
import { requireBounds, requireFewValues } from './bounds.ts'
import { mistakeIn, nameShown, placeOf, repeated, repeatedName } from './json-text.ts'
import { limits } from './limits.ts'

// This schema of YAML has no dates, because JSON has none.
const schema = CORE_SCHEMA.withTags(mergeTag)

/** @throws Error with a reason and a remedy */
export function parsedDocument(text: string): Json {
  if (text.trim() === '') throw new Error('the document is empty')
  if (/^\s*[{[]/.test(text)) return parsedBraces(text)
  const value = parsedYaml(text)
  requireBounds(value)
  return value
}

function parsedBraces(text: string): Json {
  requireFewValues(text, limits.valuesMax)
  const json = parse(text)
  const value = json.ok ? json.value : parsedFlow(text, json.message)
  requireBounds(value)
  const twice = json.ok ? repeatedName(text) : null
  if (twice !== null) throw new Error(twice)
  return value
}

/** A text that begins with a brace can also be YAML. */
function parsedFlow(text: string, message: string): Json {
  try {
    return parsedYaml(text)
  } catch {
    throw new Error(`the document is not JSON: ${mistakeIn(text) ?? message}`)
  }
}

function parsedYaml(text: string): Json {
  if (text.length > limits.yamlBytesMax)
    throw new Error(
      `the document has more than ${limits.yamlBytesMax} bytes of YAML: convert the document to JSON`,
    )
  requireFewValues(text, limits.yamlValuesMax)
  try {
    return load(text, { schema, maxDepth: limits.depthMax, maxAliases: limits.aliasesMax }) as Json
  } catch (error) {
    throw new Error(reasonOf(error, text))
  }
}

function reasonOf(error: unknown, text: string): string {
  const { reason, mark } = error as { reason?: unknown; mark?: { line?: number; column?: number } }
  if (typeof reason !== 'string' || mark?.line === undefined)
    return `the document is neither JSON nor YAML: ${messageOf(error).split('\n')[0]}`
  const { line, column = 0 } = mark
  if (reason === 'duplicated mapping key') return repeated(placeOf(line, column), nameAt(text, line, column))
  return `the document is neither JSON nor YAML: ${placeOf(line, column)}: ${reason}`
}

function nameAt(text: string, line: number, column: number): string {
  const rest = (text.split('\n', line + 1)[line] ?? '').slice(column, column + nameShown)
  return (/^(.*?)\s*:(?:\s|$)/.exec(rest)?.[1] ?? rest).replace(/^["']|["']$/g, '')
}
