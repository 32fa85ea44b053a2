// Infers the resources of an OpenAPI document, and the effect of each operation on them.
import type { OpenApiDocument } from '../read/index.ts'
import { draftsOf } from './drafts.ts'
import { Schemas } from './facts/schemas.ts'
import type { Inference } from './inference.ts'
import { loginsOf } from './logins.ts'
import { operationNames } from './operation-names.ts'
import { operationsOf } from './operations.ts'
import { placesOf } from './places.ts'
import { questionsOf } from './questions.ts'
import { resourceNames } from './resource-names.ts'
import { parentsIn, resourceFrom } from './resources.ts'
import { saysItReads } from './verbs.ts'

export type { Inference, InferredOperation, InferredResource } from './inference.ts'

/** The order within the document has no effect on the result. */
export function infer({ root }: OpenApiDocument): Inference {
  const schemas = new Schemas(root)
  const operations = operationsOf(root, schemas)
  const resources = resourceNames(draftsOf(placesOf(operations), schemas))
  const names = operationNames(operations, resources)
  const parents = parentsIn(resources)
  const { logins, questions } = loginsOf(root, operations, schemas)
  const found = [...resources].map(([draft, name]) => {
    const resource = resourceFrom(draft, name, { schemas, parents, names })
    return { resource, questions: questionsOf(draft, resource) }
  })
  return {
    operations: operations.flatMap((operation) => {
      const { pointer, method, path, operationId } = operation
      const named = names.get(operation)
      if (named === undefined) return []
      const seemsSafe = named.role === 'other' && saysItReads(operation)
      return [{ pointer, method, path, operationId, ...named, seemsSafe }]
    }),
    resources: found.map(({ resource }) => resource),
    logins,
    questions: [...questions, ...found.flatMap((one) => one.questions)],
  }
}
