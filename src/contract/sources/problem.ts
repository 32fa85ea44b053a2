// Reads the media type and the schema of rejections from `contract.json`.
import { messageOf } from '../../base/error.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Contract } from '../contract.ts'
import { dereference } from '../expansion/dereference.ts'
import { SchemaError } from '../expansion/reference-target.ts'
import type { Problems } from '../problems.ts'
import type { ContractFile } from './source-files.ts'

export function problemFrom(
  { problem }: ContractFile,
  documents: ReadonlyMap<string, JsonObject>,
  file: string,
  problems: Problems,
): Contract['problem'] {
  if (problem == null) return null
  const { mediaType, schema = true } = problem
  const base = typeof schema === 'object' ? (schema as JsonObject) : null
  try {
    return { mediaType, schema: dereference(schema, 'any', documents, base, 'response') }
  } catch (error) {
    const pointer = error instanceof SchemaError ? error.pointer : ''
    problems.add(file, `/problem/schema${pointer}`, messageOf(error))
    return { mediaType, schema: true }
  }
}
