// Converts one operation of a document to a file of a contract.
import { at, isObject, type JsonObject } from '../../base/json.ts'
import { needsCredentials, type OperationFile } from '../../contract/index.ts'
import type { InferredOperation } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { contentOf, isJsonPatch } from './content.ts'
import { parametersOf } from './parameters.ts'
import { refusalsOf } from './refusals.ts'
import { responsesIn } from './responses.ts'
import { schemaIn } from './schema.ts'
import { type Schemes, securityOf } from './security.ts'

export interface Surroundings {
  readonly schemes: Schemes
  resourceAt(prefix: string): string | null
  /** An alias must be unique, and must not contain blanks, commas or asterisks. */
  isAlias(operationId: string): boolean
}

export function operationFile(
  operation: InferredOperation,
  document: OpenApiDocument,
  { schemes, resourceAt, isAlias }: Surroundings,
): OperationFile {
  const { name, method, path, pointer, operationId } = operation
  const { root, sourceOf } = document
  const node = at(root, pointer)
  if (!isObject(node)) throw new Error(`no operation at ${pointer}`)
  const responses = isObject(node.responses) ? node.responses : {}
  const statuses = Object.keys(responses)
  const security = securityOf(node.security ?? root.security, schemes) ?? []
  // The body of a GET request has no defined meaning (RFC 9110, section 9.3.1).
  const request = method === 'GET' ? null : contentOf(node.requestBody, `${pointer}/requestBody`)
  const isPatch = method === 'PATCH' && request !== null && isJsonPatch(request.mediaType)
  return {
    name,
    title: titleOf(node, name),
    source: sourceOf(pointer),
    method,
    path,
    parameters: parametersOf(node, path, pointer, document, resourceAt),
    refusals: refusalsOf(statuses, needsCredentials(security)),
    ...(Object.keys(schemes).length === 0 ? {} : { security }),
    ...(operationId === null || !isAlias(operationId) ? {} : { aliases: [operationId] }),
    ...successes(statuses),
    ...(operation.seemsSafe ? { safe: 'likely' } : {}),
    ...(request === null
      ? {}
      : {
          // A JSON Patch does not have the members of the resource.
          ...(isPatch ? {} : { request: schemaIn(request.schema, request.pointer, document) }),
          mediaType: request.mediaType,
          ...(isPatch || request.examples.length === 0 ? {} : { examples: request.examples }),
        }),
    responses: responsesIn(responses, `${pointer}/responses`, document),
  }
}

function successes(statuses: readonly string[]): Pick<OperationFile, 'success'> {
  if (statuses.includes('2XX')) return {}
  const exact = statuses.filter((status) => /^2\d\d$/.test(status)).map(Number)
  return exact.length === 0 ? {} : { success: exact }
}

function titleOf({ summary, operationId }: JsonObject, name: string): string {
  const title = [summary, operationId].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof title === 'string' ? title.trim() : name
}
