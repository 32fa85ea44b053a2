// Parses JSON and YAML within bounds.
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { messageOf } from '../../../base/error.ts'
import { type Json, parse } from '../../../base/json.ts'
import { requireBounds } from './bounds.ts'
import { limits } from './limits.ts'

// Without the types that JSON does not have: a date is a text.
const schema = CORE_SCHEMA.withTags(mergeTag)

/** @throws Error with a reason and a remedy */
export function parsedDocument(text: string): Json {
  if (text.trim() === '') throw new Error('it is empty')
  const json = /^\s*[{[]/.test(text) ? parse(text) : null
  const value = json?.ok ? json.value : parsedYaml(text)
  requireBounds(value)
  return value
}

function parsedYaml(text: string): Json {
  try {
    return load(text, { schema, maxDepth: limits.depthMax, maxAliases: limits.aliasesMax }) as Json
  } catch (error) {
    throw new Error(`it is neither JSON nor YAML: ${reasonOf(error, text)}`)
  }
}

const lineMax = 60

function reasonOf(error: unknown, text: string): string {
  const { reason, mark } = error as { reason?: unknown; mark?: { line?: number; column?: number } }
  const [first = ''] = messageOf(error).split('\n')
  if (typeof reason !== 'string' || mark?.line === undefined) return first
  const line = (text.split('\n')[mark.line] ?? '').trim().slice(0, lineMax)
  return `line ${mark.line + 1}, column ${(mark.column ?? 0) + 1} (${line}): ${reason}`
}
