// Finds the target of a reference.
import { at, type Json, type JsonObject } from '../../base/json.ts'

export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly pointer: string
  constructor(message: string, pointer: string) {
    super(message)
    this.pointer = pointer
  }
}

/** `definition` is equal for all references with the same target. */
interface Target {
  readonly document: JsonObject
  readonly definition: string
  readonly target: Json
}

/**
 * @param base target of references such as "#/…"
 * @throws SchemaError for a missing target
 */
export function targetOf(
  reference: string,
  base: JsonObject | null,
  documents: ReadonlyMap<string, JsonObject>,
  place: string,
): Target {
  const [id = '', pointer = ''] = reference.split('#')
  const document = id === '' ? base : documents.get(id)
  if (document == null)
    throw new SchemaError(
      `${reference} refers to no file of the contract: use the $id of a file in schemas/resources of this folder, or put the schema into $defs`,
      place,
    )
  const target = at(document, pointer)
  if (target === undefined)
    throw new SchemaError(`there is nothing at ${reference}: use the name of a definition in $defs`, place)
  return { document, definition: `${document.$id ?? id}#${pointer}`, target }
}
