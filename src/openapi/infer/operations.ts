// Collects facts about operations.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { keyOf, type Segment, segmentsOf } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import { wordsOf } from './facts/words.ts'

export interface Operation {
  readonly pointer: string
  readonly method: string
  readonly path: string
  readonly segments: readonly Segment[]
  readonly key: string
  readonly operationId: string | null
  /** The words of the operationId, and the first word of the summary or description. */
  readonly words: ReadonlySet<string>
  readonly statuses: readonly string[]
  readonly response: Json | undefined
  readonly links: readonly JsonObject[]
  readonly hasLocation: boolean
  readonly hasRequest: boolean
  readonly request: Json | undefined
  readonly parameters: ReadonlyMap<string, Json | undefined>
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

export function operationsOf(root: JsonObject, schemas: Schemas): readonly Operation[] {
  const paths = isObject(root.paths) ? root.paths : {}
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .sort()
    .flatMap((path) => {
      const item = schemas.resolved(paths[path])
      if (item === undefined) return []
      return methods.flatMap((method) => {
        const source = item[method]
        return isObject(source) ? [operationOf(path, method, source, item, schemas)] : []
      })
    })
}

function operationOf(
  path: string,
  method: string,
  source: JsonObject,
  item: JsonObject,
  schemas: Schemas,
): Operation {
  const segments = segmentsOf(path)
  const responses = isObject(source.responses) ? source.responses : {}
  const successes = successesOf(responses, schemas)
  const request = schemas.resolved(source.requestBody)
  const operationId = typeof source.operationId === 'string' ? source.operationId : null
  return {
    pointer: `/paths/${tokenOf(path)}/${method}`,
    method: method.toUpperCase(),
    path,
    segments,
    key: keyOf(segments),
    operationId,
    words: new Set([...wordsOf(operationId ?? ''), ...firstWordOf(source.summary ?? source.description)]),
    statuses: Object.keys(responses),
    response: successes.map((one) => schemaIn(one.content)).find((schema) => schema !== undefined),
    links: successes.flatMap(({ links }) => linksIn(links, schemas)),
    hasLocation: successes.some(({ headers }) => hasLocation(headers)),
    hasRequest: request !== undefined,
    request: schemaIn(request?.content),
    parameters: pathParameters([item.parameters, source.parameters], schemas),
  }
}

function successesOf(responses: JsonObject, schemas: Schemas): readonly JsonObject[] {
  const statuses = Object.keys(responses).filter((status) => /^2/.test(status))
  const known = statuses.length === 0 && responses.default !== undefined ? ['default'] : statuses.sort()
  return schemas.allResolved(known.map((status) => responses[status]))
}

const isJson = (type: string): boolean => /[/+]json\b/i.test(type)

function schemaIn(content: Json | undefined): Json | undefined {
  if (!isObject(content)) return undefined
  const types = Object.keys(content)
  const type = types.find(isJson) ?? types[0]
  const media = type === undefined ? undefined : content[type]
  return isObject(media) ? media.schema : undefined
}

const linksIn = (links: Json | undefined, schemas: Schemas): readonly JsonObject[] =>
  isObject(links) ? schemas.allResolved(Object.values(links)) : []

const hasLocation = (headers: Json | undefined): boolean =>
  isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'location')

function pathParameters(
  lists: readonly (Json | undefined)[],
  schemas: Schemas,
): ReadonlyMap<string, Json | undefined> {
  const all = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []))
  return new Map(
    all.flatMap((node) => {
      const parameter = schemas.resolved(node)
      if (parameter?.in !== 'path' || typeof parameter.name !== 'string') return []
      return [[parameter.name, parameter.schema ?? schemaIn(parameter.content)]]
    }),
  )
}

const firstWordOf = (text: Json | undefined): readonly string[] =>
  typeof text === 'string' ? wordsOf(/^(?:\s|<[^>]*>)*(\S*)/.exec(text)?.[1] ?? '') : []
