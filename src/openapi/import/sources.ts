// The data that a folder of a contract would hold, made from a document and its inference.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { SourceFiles } from '../../contract/index.ts'
import type { Inference } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { operationFile } from './operation-file.ts'
import { resourceFile } from './resource-file.ts'
import { levelsOfRules } from './rule-levels.ts'
import { documentId, referring } from './schema.ts'

export function sourcesFrom(document: OpenApiDocument, inference: Inference): SourceFiles {
  const { root } = document
  const info = isObject(root.info) ? root.info : {}
  const title = textOr(info.title, 'An API')
  return {
    head: {
      name: slug(title),
      title,
      version: textOr(info.version, '1'),
      keywords: 'SHOULD',
      rules: levelsOfRules(),
    },
    definitions: [referringById(root)],
    resources: inference.resources.map((resource) => ({
      file: `resources/${resource.name}.json`,
      content: resourceFile(resource, inference, document),
    })),
    operations: inference.operations.map((operation) => ({
      file: `operations/${operation.name}.json`,
      content: operationFile(operation, document),
    })),
    cross: [],
    openPoints: [],
    profileKeys: null,
    causes: null,
    families: null,
    scopes: {},
  }
}

const textOr = (value: Json | undefined, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise

/** A name in the pattern of `schemas/meta/contract.json`. */
function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words === '' ? 'api' : words
}

/** Schemas refer to each other within the document, whatever file of the contract they stand in. */
function referringById({ components }: JsonObject): JsonObject {
  return {
    $id: documentId,
    components: isObject(components) ? { schemas: referring(components.schemas ?? {}) } : {},
  }
}
