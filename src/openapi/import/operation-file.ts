// One operation of a document, as a file of a contract says it.
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { OperationFile } from '../../contract/index.ts'
import type { InferredOperation } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { contentOf } from './content.ts'
import { refusalsOf } from './refusals.ts'
import { responsesIn } from './responses.ts'
import { schemaIn } from './schema.ts'

/** @throws an error if the inference names an operation that the document lacks */
export function operationFile(operation: InferredOperation, document: OpenApiDocument): OperationFile {
  const { name, method, path, pointer } = operation
  const node = at(document.root, pointer)
  if (!isObject(node)) throw new Error(`no operation at ${pointer}`)
  const responses = isObject(node.responses) ? node.responses : {}
  const statuses = Object.keys(responses)
  const secured = requiresCredentials(node.security ?? document.root.security)
  const request = contentOf(node.requestBody, `${pointer}/requestBody`)
  return {
    name,
    title: titleOf(node, name),
    source: document.sourceOf(pointer),
    method,
    path,
    parameters: parametersOf(node, pointer, document),
    refusals: refusalsOf(statuses, secured),
    ...(secured ? {} : { authentication: false }),
    ...successes(statuses),
    ...(request === null
      ? {}
      : { request: schemaIn(request.schema, request.pointer, document), mediaType: request.mediaType }),
    responses: responsesIn(responses, `${pointer}/responses`, document),
  }
}

// Statuses may be exact, a class, or missing.
function successes(statuses: readonly string[]): Pick<OperationFile, 'success'> {
  if (statuses.includes('2XX')) return {}
  const exact = statuses.filter((status) => /^2\d\d$/.test(status)).map(Number)
  return exact.length === 0 ? {} : { success: exact }
}

function titleOf({ summary, operationId }: JsonObject, name: string): string {
  const title = [summary, operationId].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof title === 'string' ? title.trim() : name
}

/** Alternatives of which none is empty. */
function requiresCredentials(security: Json | undefined): boolean {
  return (
    Array.isArray(security) &&
    security.length > 0 &&
    security.every((one: Json) => isObject(one) && Object.keys(one).length > 0)
  )
}

type Parameters = NonNullable<OperationFile['parameters']>

function parametersOf({ parameters }: JsonObject, pointer: string, document: OpenApiDocument): Parameters {
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((parameter: Json, index): Parameters => {
    if (!isObject(parameter)) return []
    const { name, in: place } = parameter
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) return []
    const schema = isObject(parameter.schema) ? parameter.schema : {}
    return [{ name, in: place, schema: schemaIn(schema, `${pointer}/parameters/${index}/schema`, document) }]
  })
}
