// Sends null for an optional member. A tenant may refuse or ignore null, but must not change the member.
import { at, isObject, type Json } from '../../base/json.ts'
import type { Schema } from '../../contract/index.ts'
import { calibration, fixture, using } from '../fixture.ts'
import type { ResourceClient } from '../under-test/index.ts'

export function isOptionalNull(schema: Schema, pointer: string, value: Json): boolean {
  return at(value, pointer) === null && isOptional(schema, pointer.split('/').slice(1))
}

function isOptional(schema: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (!isObject(schema) || token === undefined) return false
  if (schema.items !== undefined && /^\d+$/.test(token)) return isOptional(schema.items, rest)
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : []
  if (rest.length === 0) return !required.includes(token)
  return isObject(schema.properties) && isOptional(schema.properties[token], rest)
}

const sentNulls = fixture(
  'null members of *',
  ({ operation, resource }) => (resource?.ignoresNull && operation?.act === 'update' ? [resource.name] : []),
  using([calibration], async (context, resource: string) => {
    const all = context.resource(resource)
    const subject = await all.make(all.state === null ? {} : { [all.state.member]: all.state.values[0] })
    return { subject, before: await subject.read() }
  }),
)

export const nullLeavesUnchanged = using(
  [sentNulls],
  async ({ must, use }, { resource }: ResourceClient, member: string): Promise<void> => {
    const { subject, before } = await use(sentNulls, resource.name)
    const attempt = await subject.update({ [member]: null }, { intent: 'probe' })
    if (!attempt.accepted) must.refuse(attempt.exchange, { control: before.exchange })
    else must.beUnchanged(before, attempt, [member], { control: before.exchange })
  },
)
