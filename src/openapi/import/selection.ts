// Limits the contract of a large document to the selected operations.
import { ConfigurationError } from '../../base/error.ts'
import { entriesIn } from '../../base/options/option.ts'
import { counted } from '../../base/text/counted.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import { commandName } from '../../base/tool.ts'
import type { Inference, InferredOperation } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { resourceFile } from './resource-file.ts'

/** Smaller documents are imported completely, so their reports list all clauses. */
const smallMax = 300
/** A contract of this size has about 100,000 clauses, and needs 20 seconds and 1 GB. */
const operationsMax = 3_000

/**
 * Of a large document, keeps only the selected resources, their parents, and the resources that they refer
 * to.
 * @param only ids of clauses, or their beginnings; an empty list selects all
 * @throws ConfigurationError if an entry selects nothing, or if too many operations remain
 */
export function selectedFrom(
  inference: Inference,
  document: OpenApiDocument,
  only: readonly string[],
): Inference {
  const { operations } = inference
  const location = document.location ?? 'the document'
  const names = entriesIn(only)
  const isPart = operations.length > smallMax && names.length > 0 && !names.some(concernsAll)
  const selected = isPart ? neededBy(names, inference, document, location) : inference
  if (selected.operations.length <= operationsMax) return selected
  const example = operations.find(({ role }) => role === 'list') ?? operations[0]
  throw new ConfigurationError(
    `${location} has ${counted(operations.length, 'operation')}${isPart ? `, of which ${selected.operations.length} are selected` : ''}. One contract can have at most ${operationsMax}. Select some operations with --only, for example --only ${example?.resource}.`,
  )
}

/** Clauses such as "any.bearer-token" concern all operations. */
function concernsAll(name: string): boolean {
  return beginningOf(name) === '' || /^any\b/.test(name)
}

const beginningOf = (name: string): string => name.split('*', 1)[0] ?? ''

function neededBy(
  names: readonly string[],
  inference: Inference,
  document: OpenApiDocument,
  location: string,
): Inference {
  const { operations, resources } = inference
  const needed = new Set<string>()
  for (const text of names) {
    const found = operations.filter((operation) => isMeant(operation, beginningOf(text)))
    if (found.length === 0)
      throw new ConfigurationError(
        `--only ${text} selects no operation of ${location}${didYouMean(text, operations.flatMap(namesOf))}. \`${commandName} clauses --only RESOURCE\` lists clauses.`,
      )
    for (const { resource } of found) needed.add(resource)
  }
  // The loop also visits names that it adds.
  for (const name of needed) {
    const resource = resources.find((one) => one.name === name)
    if (resource === undefined) continue
    const { references = {} } = resourceFile(resource, inference, document)
    for (const other of [resource.parent, ...Object.values(references)])
      if (typeof other === 'string') needed.add(other)
  }
  const leftOut = new Set(operations.flatMap((one) => (needed.has(one.resource) ? [] : [one.pointer])))
  return {
    ...inference,
    operations: operations.filter(({ resource }) => needed.has(resource)),
    resources: resources.filter(({ name }) => needed.has(name)),
    questions: inference.questions.filter(({ pointer }) => !leftOut.has(pointer)),
  }
}

/** The text can begin an operation's name ("books") or a clause's id ("books.create.title-length"). */
function isMeant(operation: InferredOperation, text: string): boolean {
  return namesOf(operation).some((name) => `${name}.`.startsWith(text) || text.startsWith(`${name}.`))
}

const namesOf = ({ name, operationId }: InferredOperation): readonly string[] =>
  operationId === null ? [name] : [name, operationId]
