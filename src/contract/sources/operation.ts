// Makes an operation from its file.
import { messageOf } from '../../base/error.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Operation, Parameter } from '../contract.ts'
import { dereference, SchemaError, type Side } from '../dereference.ts'
import { isSuccess } from '../documented-response.ts'
import { beforeParameter, encodedPattern, isAtEnd } from '../path-pattern.ts'
import type { Problems } from '../problems.ts'
import { type Act, acts, type Resource } from '../resource.ts'
import type { Schema } from '../schema.ts'
import { responsesFrom } from './responses.ts'
import type { ContractFile, OperationFile } from './source-files.ts'

export function operationFrom(
  source: OperationFile,
  file: string,
  head: ContractFile,
  resources: ReadonlyMap<string, Resource>,
  documents: ReadonlyMap<string, JsonObject>,
  problems: Problems,
): Operation {
  const resolved = (schema: Json, pointer: string, side: Side = 'request'): Schema | null => {
    try {
      return dereference(schema, source.name, documents, baseOf(source, schema), side) as Schema | null
    } catch (error) {
      const place = error instanceof SchemaError ? `${pointer}${error.pointer}` : pointer
      problems.add(file, place, messageOf(error))
      return null
    }
  }
  const resource = source.name.slice(0, source.name.indexOf('.'))
  const { life } = resources.get(resource) ?? { life: {} as Resource['life'] }
  const parameters = (source.parameters ?? []).map(
    (parameter, index): Parameter => ({
      name: parameter.name,
      in: parameter.in,
      schema: resolved(parameter.schema, `/parameters/${index}/schema`) ?? {},
      resource: parameter.resource ?? resourceNamedBy(parameter, source, resource, resources),
    }),
  )
  const responses = responsesFrom(source.responses ?? {}, (schema, pointer) =>
    resolved(schema, pointer, 'response'),
  )
  return {
    name: source.name,
    title: source.title,
    part: source.part ?? '',
    resource,
    act: acts.find((act: Act) => life[act] === source.name) ?? 'other',
    method: source.method,
    path: encodedPattern(source.path),
    parameters,
    idParameter:
      parameters.find((parameter) => parameter.in === 'path' && parameter.resource === resource) ?? null,
    request: resolved(source.request ?? null, '/request'),
    mediaType: source.mediaType ?? 'application/json',
    response:
      source.response === undefined
        ? (responses.find((one) => isSuccess(one) && one.schema !== null)?.schema ?? null)
        : resolved(source.response, '/response', 'response'),
    responses,
    success: source.success ?? null,
    failures: source.failures ?? null,
    refusals: { ...head.refusals, ...source.refusals },
    keywords: source.keywords ?? head.keywords ?? 'MUST',
    source: source.source ?? '',
    rules: { ...head.rules, ...source.rules },
    scopes: source.scopes ?? null,
    authenticated: head.authentication != null && source.authentication !== false,
  }
}

// "#/…" refers to the file, or to the schema's own definitions.
function baseOf(source: OperationFile, schema: Json): JsonObject {
  const file = source as unknown as JsonObject
  const own = isObject(schema) && isObject(schema.$defs) ? schema.$defs : {}
  return { ...file, $defs: { ...own, ...(isObject(file.$defs) ? file.$defs : {}) } }
}

// A final parameter is the id of the operation's resource; others belong to the resource before.
function resourceNamedBy(
  parameter: { readonly name: string; readonly in: string },
  { path }: OperationFile,
  own: string,
  resources: ReadonlyMap<string, Resource>,
): string | null {
  if (parameter.in !== 'path') return null
  if (isAtEnd(path, parameter.name)) return own
  const before = beforeParameter(path, parameter.name)
  return resources.has(before) ? before : null
}
