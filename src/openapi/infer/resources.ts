// Infers the ids, envelopes, items and parent of a resource.
import { type Act, acts } from '../../contract/index.ts'
import { envelopeOf, itemSchema, itemsOf, schemaAtPointer } from './bodies.ts'
import type { Draft } from './draft.ts'
import { keyOf } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import { singularOf, wordsOf } from './facts/words.ts'
import { chosenIdIn, type IdParameter, idIn, idParameterOf, linkedId } from './ids.ts'
import type { InferredResource } from './inference.ts'
import type { OperationName } from './operation-names.ts'
import type { Operation } from './operations.ts'

interface Known {
  readonly schemas: Schemas
  /** Maps keys of item paths to resource names. */
  readonly parents: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<Operation, OperationName>
}

export function resourceFrom(draft: Draft, name: string, known: Known): InferredResource {
  const { life, singleton, thing } = draft
  const nameOf = (operation: Operation): string => known.names.get(operation)?.name ?? ''
  const operations = acts.flatMap((act) => {
    const operation = life.get(act)
    return operation === undefined ? [] : [{ act, operation, name: nameOf(operation) }]
  })
  const showing = operations.filter(({ act, operation }) => showsOne(act) && operation.response !== undefined)
  const list = life.get('list')?.response
  return {
    name,
    title: singularOf(wordsOf(thing)).join(' ') || name.replaceAll('-', ' '),
    life: Object.fromEntries(operations.map((one) => [one.act, one.name])),
    singleton,
    ids: singleton ? {} : idsOf(draft, operations, known.schemas),
    idInLocation: life.get('create')?.hasLocation ?? false,
    idInRequest: chosenId(draft, known.schemas),
    items: list === undefined ? null : itemsOf(known.schemas, list, thing),
    envelopes: Object.fromEntries(
      showing.map((one) => [one.name, envelopeOf(known.schemas, one.operation.response, thing)]),
    ),
    parent: parentOf(draft, known.parents),
  }
}

const showsOne = (act: Act): boolean => act !== 'list' && act !== 'delete'

function idsOf(
  draft: Draft,
  operations: readonly { readonly act: Act; readonly operation: Operation; readonly name: string }[],
  schemas: Schemas,
): InferredResource['ids'] {
  const parameter = idParameterOf(draft)
  return Object.fromEntries(
    operations.flatMap(({ act, operation, name }) => {
      const pointer = idOf(act, operation, draft, parameter, schemas)
      return pointer === null ? [] : [[name, pointer]]
    }),
  )
}

function idOf(
  act: Act,
  operation: Operation,
  draft: Draft,
  parameter: IdParameter | null,
  schemas: Schemas,
): string | null {
  const { response } = operation
  if (response === undefined || act === 'delete') return null
  const linked = act === 'create' ? linkedId(operation, draft, parameter) : null
  if (linked !== null) return linked
  const shown = act === 'list' ? itemSchema(schemas, response, draft.thing) : response
  const envelope = envelopeOf(schemas, shown, draft.thing)
  const pointer = idIn(schemas, schemaAtPointer(schemas, shown, envelope), draft.thing, parameter)
  return pointer === null ? null : `${envelope}${pointer}`
}

function chosenId(draft: Draft, schemas: Schemas): string | null {
  const create = draft.life.get('create')
  if (create === undefined || create.key === draft.item?.key) return null
  const envelope = envelopeOf(schemas, create.request, draft.thing)
  const resource = schemaAtPointer(schemas, create.request, envelope)
  const pointer = chosenIdIn(schemas, resource, draft.thing, idParameterOf(draft))
  return pointer === null ? null : `${envelope}${pointer}`
}

export const parentsIn = (resources: ReadonlyMap<Draft, string>): ReadonlyMap<string, string> =>
  new Map([...resources].flatMap(([{ item }, name]) => (item === null ? [] : [[item.key, name]])))

/** For /parents/{id}/things, returns "parents". The longest path wins. */
function parentOf({ life, collection, item }: Draft, parents: ReadonlyMap<string, string>): string | null {
  const segments = life.get('create')?.segments ?? collection?.segments ?? item?.segments ?? []
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const key = keyOf(segments.slice(0, length))
    const parent = key === item?.key ? undefined : parents.get(key)
    if (parent !== undefined) return parent
  }
  return null
}
