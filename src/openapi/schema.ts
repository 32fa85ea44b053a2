// A schema of the contract as tools of OpenAPI read it: without our keywords, with the clauses that its keywords carry.
import { isObject, type Json, type JsonObject } from '../base/json.ts'

/** Names the clauses: of a keyword in a schema, of an operation, of a response, of the document. */
export const conformanceKey = 'x-conformance'

// A map of properties may have a property whose name begins like our keywords do.
const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

/** The schema, without our own keywords. Each object that carries clauses names them: keyword to clause. */
export function published(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(published)
  if (!isObject(schema)) return schema
  const carried = schema['x-clauses']
  const named = isObject(carried)
    ? Object.fromEntries(Object.entries(carried).filter(([keyword]) => keyword in schema))
    : {}
  return {
    ...Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => !key.startsWith('x-'))
        .map(([key, member]) => [key, maps.has(key) ? mapOf(member) : published(member)]),
    ),
    ...(Object.keys(named).length === 0 ? {} : { [conformanceKey]: named }),
  }
}

function mapOf(members: Json): Json {
  if (!isObject(members)) return members
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, published(member)]),
  ) as JsonObject
}
