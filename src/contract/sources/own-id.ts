// Removes the id from bodies of changes, because another id in the body would rename the resource.
import { isObject, type Json, tokenOf } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'
import type { Schema } from '../schema.ts'

/** If the schema requires the id, the run adds the right id to each request. */
export function withoutOwnId(
  schema: Schema,
  { id, serverSet }: Pick<Resource, 'id' | 'serverSet'>,
): Pick<Operation, 'request' | 'ownId'> {
  const { properties, required } = schema
  const name = isObject(properties)
    ? Object.keys(properties).find((one) => `/${tokenOf(one)}` === id)
    : undefined
  // A member that the service sets cannot rename the resource.
  if (!isObject(properties) || name === undefined || serverSet.has(id))
    return { request: schema, ownId: null }
  const { [name]: member = {}, ...others } = properties
  if (!Array.isArray(required) || !required.includes(name))
    return { request: { ...schema, properties: others }, ownId: null }
  const left = required.filter((one) => one !== name)
  return { request: { ...schema, properties: others, required: left }, ownId: typeIn(member) }
}

function typeIn(schema: Json): 'string' | 'number' {
  const types = isObject(schema) ? [schema.type].flat() : []
  return types.some((type) => type === 'integer' || type === 'number') ? 'number' : 'string'
}
