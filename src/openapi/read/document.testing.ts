// Small OpenAPI documents for tests of the reader.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { documentOf, type OpenApiDocument } from './index.ts'

export function documentWith(operation: JsonObject, members: JsonObject = {}, version = '3.0.3'): JsonObject {
  return {
    ...(version === '2.0' ? { swagger: version } : { openapi: version }),
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { responses: {}, ...operation } } },
    ...members,
  }
}

export function documentOfSchema(schema: Json, version = '3.0.3', schemas: JsonObject = {}): JsonObject {
  if (version === '2.0')
    return documentWith({ responses: { '200': { schema } } }, { definitions: schemas }, version)
  const responses = { '200': { content: { 'application/json': { schema } } } }
  return documentWith({ responses }, { components: { schemas } }, version)
}

const schemaPointer = '/paths/~1things/get/responses/200/content/application~1json/schema'

export async function normalised(schema: Json, version = '3.0.3', schemas: JsonObject = {}): Promise<Json> {
  const { root } = await documentOf(documentOfSchema(schema, version, schemas))
  return at(root, schemaPointer) ?? null
}

export async function operationIn(document: JsonObject): Promise<JsonObject> {
  return at((await documentOf(document)).root, '/paths/~1things/get') as JsonObject
}

export async function mistakesIn(reading: Promise<OpenApiDocument>): Promise<readonly string[]> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ConfigurationError) {
    const only = error.summary.split("can't be used: ", 2)[1] ?? ''
    return error.details.length === 0 ? [only] : error.details
  }
  throw new Error('the document has no mistakes, or the reader threw another error', { cause: error })
}

export async function remarksIn(document: JsonObject): Promise<readonly string[]> {
  const { remarks } = await documentOf(document)
  return remarks.map(({ pointer, message }) => `${pointer}: ${message}`)
}

export function folderWith(files: Readonly<Record<string, Json>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}
