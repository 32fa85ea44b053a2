// Makes the data of a contract folder from a document.
import { isObject, type Json } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import { noSources, type SourceFiles } from '../../contract/index.ts'
import type { Inference } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { usableLife } from './life.ts'
import { operationFile, type Surroundings } from './operation-file.ts'
import { resourceFile } from './resource-file.ts'
import { levelsOfRules } from './rule-levels.ts'
import { definitionsIn } from './schema.ts'
import { type Schemes, schemesOf, withLogins } from './security.ts'

export function sourcesFrom(document: OpenApiDocument, inferred: Inference): SourceFiles {
  const inference = {
    ...inferred,
    resources: inferred.resources.map((resource) => ({
      ...resource,
      life: usableLife(resource, inferred.operations),
    })),
  }
  const { root } = document
  const info = isObject(root.info) ? root.info : {}
  const title = textOr(info.title, 'An API')
  const schemes = withLogins(schemesOf(root), inferred.logins)
  const basePath = basePathOf(root.servers)
  const surroundings = surroundingsOf(inference, schemes)
  return {
    ...noSources,
    head: {
      name: slug(title),
      title,
      version: textOr(info.version, '1'),
      openapi: document.location ?? 'the document',
      keywords: 'SHOULD',
      rules: levelsOfRules(),
      ...(basePath === null ? {} : { basePath }),
      ...(Object.keys(schemes).length === 0 ? {} : { authentication: { tokens: 'opaque', schemes } }),
    },
    definitions: [definitionsIn(document)],
    resources: inference.resources.map((resource) => ({
      file: `resources/${resource.name}.json`,
      content: resourceFile(resource, inference, document),
    })),
    operations: inference.operations.map((operation) => ({
      file: `operations/${operation.name}.json`,
      content: operationFile(operation, document, surroundings),
    })),
  }
}

function basePathOf(servers: Json | undefined): string | null {
  const [server] = Array.isArray(servers) ? servers.filter(isObject) : []
  if (typeof server?.url !== 'string') return null
  const path = parsedUrl(server.url, 'http://localhost')?.pathname.replace(/\/+$/, '') ?? ''
  return path === '' || /%7B|[{}]/i.test(path) ? null : path
}

function surroundingsOf(inference: Inference, schemes: Schemes): Surroundings {
  const resources = resourcesByPath(inference)
  const counts = new Map<string, number>()
  for (const { name, operationId } of inference.operations)
    for (const one of [name, operationId ?? '']) counts.set(one, (counts.get(one) ?? 0) + 1)
  return {
    schemes,
    resourceAt: (prefix) => resources.get(prefix) ?? null,
    isAlias: (operationId) => counts.get(operationId) === 1 && /^[^\s,*]+$/.test(operationId),
  }
}

function resourcesByPath({ operations, resources }: Inference): ReadonlyMap<string, string> {
  const paths = new Map(operations.map(({ name, path }) => [name, path]))
  return new Map(
    resources.flatMap(({ name, life: { read, update, replace, delete: removal } }) =>
      [read, update, replace, removal].flatMap((operation): [string, string][] => {
        const item = /^.*\}(?=[^/]*\/?$)/.exec(paths.get(operation ?? '') ?? '')?.[0]
        return item === undefined ? [] : [[item, name]]
      }),
    ),
  )
}

const textOr = (value: Json | undefined, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise

function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words === '' ? 'api' : words
}
