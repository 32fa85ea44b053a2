// Loading the contract from `schemas/`: every file is found by its place, validated and frozen.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { at, type Json, type JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { type Clause, type ClauseSource, clauseOf } from './clause.ts'
import type { Contract, OpenPoint, Operation } from './contract.ts'
import { resolveSchema, type Schema } from './schema.ts'

interface OperationFile {
  readonly name: string
  readonly title: string
  readonly part: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly schema: Json }[]
  readonly success: readonly number[] | null
  readonly failures: readonly number[] | null
  readonly scopes: readonly string[] | null
  readonly tenantWide?: boolean
  readonly request: Json
  readonly response: Json
  readonly clauses: readonly ClauseSource[]
}

interface CrossFile {
  readonly concern: string
  readonly each: readonly (ClauseSource & { readonly operations: readonly string[] })[]
  readonly clauses: readonly ClauseSource[]
}

interface ScopeTable {
  readonly table: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]
}

let loaded: Contract | null = null

/** The contract. Read once per process. Throws where a schema file contradicts `schemas/meta/`. */
export function loadContract(): Contract {
  loaded ??= load(join(packageRoot, 'schemas'))
  return loaded
}

function load(folder: string): Contract {
  const read = (file: string): Json => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json
  const all = (sub: string): Json[] =>
    readdirSync(join(folder, sub))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => read(join(sub, file)))
  const documents = new Map(
    (all('resources') as JsonObject[]).map((document) => [String(document.$id), document]),
  )

  const meta = new Ajv2020({ allErrors: true }).compile(read('meta/operation.json') as JsonObject)
  const files = all('operations')
  for (const file of files)
    if (!meta(file)) throw new Error(`schemas/operations: ${JSON.stringify(meta.errors)}`)

  const operations = new Map<string, Operation>()
  const clauses: Clause[] = []
  for (const file of files as unknown as OperationFile[]) {
    const resolved = (schema: Json): Schema | null =>
      resolveSchema(schema, file.name, documents) as Schema | null
    operations.set(file.name, {
      name: file.name,
      title: file.title,
      part: file.part,
      method: file.method,
      path: file.path,
      parameters: file.parameters.map(({ name, schema }) => ({ name, schema: resolved(schema) ?? {} })),
      request: resolved(file.request),
      response: resolved(file.response),
      success: file.success,
      failures: file.failures,
      scopes: file.scopes,
      tenantWide: file.tenantWide ?? false,
    })
    clauses.push(...file.clauses.map((source) => clauseOf(source, file.name, null)))
  }
  for (const file of all('cross') as unknown as CrossFile[]) {
    for (const source of file.each)
      clauses.push(...source.operations.map((operation) => clauseOf(source, operation, file.concern)))
    clauses.push(...file.clauses.map((source) => clauseOf(source, 'any', file.concern)))
  }
  clauses.sort((a, b) => (a.id < b.id ? -1 : 1))

  const points = read('open-points.json')
  const ofPoints = new Ajv2020({ allErrors: true }).compile(read('meta/open-points.json') as JsonObject)
  if (!ofPoints(points)) throw new Error(`schemas/open-points.json: ${JSON.stringify(ofPoints.errors)}`)
  const { openPoints } = points as unknown as { readonly openPoints: readonly OpenPoint[] }

  const scopes = (read('scopes.json') as unknown as ScopeTable).table.flatMap(({ resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => `${verb}:${resource}`)),
  )
  const defaults = at(
    documents.get('tenant-conformance:/resources/phone-templates.json'),
    '/$defs/defaults/default',
  )
  return deepFreeze({
    operations,
    clauses: new Map(clauses.map((clause) => [clause.id, clause])),
    openPoints,
    scopes: new Set(scopes),
    defaultTemplates: defaults as unknown as Contract['defaultTemplates'],
  })
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
