// Adds default values, and changes values as the `normalises` entries say.
import { nowMs } from '../../base/clock.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { normalForm, withNormalDefaults } from '../../contract/index.ts'
import type { StubRequest } from '../message.ts'
import { propertiesOf } from '../response-body.ts'

export function normalBody(incoming: StubRequest, sent: JsonObject): JsonObject {
  const { operation, resource, breaks } = incoming
  const { normalises } = resource
  const isUpdate = operation.act === 'update'
  if (normalises.size === 0 || breaks('normalised'))
    return isUpdate || normalises.size > 0 ? sent : withDefaults(incoming, sent)
  const whole = isUpdate ? sent : withNormalDefaults(withDefaults(incoming, sent), normalises)
  return normalForm(whole, '', normalises, nowMs()) as JsonObject
}

function withDefaults({ operation }: StubRequest, sent: JsonObject): JsonObject {
  const defaults = [...propertiesOf(operation.request ?? {})].flatMap(([name, schema]): [string, Json][] =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  )
  return { ...Object.fromEntries(defaults), ...sent }
}
