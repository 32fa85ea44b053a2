// The second validator: Hyperjump's. It reads the schemas of an OpenAPI document in place, and shares no code with this project.
import {
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/openapi-3-0'
import '@hyperjump/json-schema/formats'
import type { OutputUnit } from '@hyperjump/json-schema'
import { BASIC } from '@hyperjump/json-schema/experimental'
import { at, isObject, type Json } from '../../src/base/json.ts'

setShouldValidateFormat(true)
// Documents with mistakes elsewhere are judged, too.
setShouldValidateSchema(false)

export interface Judgement {
  readonly valid: boolean
  /** Of the first error: the last part of the keyword's name, and its place in the document; "" without an error. */
  readonly keyword: string
  readonly place: string
}

/** The formats that it asserts in OpenAPI 3.0. */
const formats = ['date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri']

/** Whether it can tell that the keyword is violated. @param keyword such as "minLength" or "format email" */
export function isJudged(keyword: string): boolean {
  return !keyword.startsWith('format ') || formats.includes(keyword.slice('format '.length))
}

interface Output {
  readonly valid: boolean
  readonly errors?: readonly OutputUnit[]
}

let count = 0

/**
 * Null if the validator cannot read the document, as with a pattern that is none with flag u.
 * @param schema its pointer in the document
 */
export async function judgeOf(document: Json, schema: string): Promise<((body: Json) => Judgement) | null> {
  const version = isObject(document) ? String(document.openapi) : ''
  const dialect = version.startsWith('3.0') ? '3.0/schema' : '3.1/schema-base'
  count += 1
  const address = `https://documents.test/${count}`
  try {
    registerSchema(document as never, address, `https://spec.openapis.org/oas/${dialect}`)
    const judge = await validate(`${address}#${encodeURI(schema)}`)
    return (body) => judged(document, body, judge(body as never, BASIC), address)
  } catch {
    return null
  } finally {
    unregisterSchema(address)
  }
}

function judged(document: Json, body: Json, output: Output, address: string): Judgement {
  const errors = (output.errors ?? []).map(({ keyword, absoluteKeywordLocation, instanceLocation }) => ({
    keyword: keyword.slice(keyword.lastIndexOf('/') + 1),
    place: absoluteKeywordLocation.slice(address.length),
    instance: decodeURI(instanceLocation.slice(1)),
  }))
  const [first] = errors.filter((error) => !isOfResponses(document, body, error))
  // Without errors, an invalid value has no schema.
  if (first === undefined) return { valid: output.valid || errors.length > 0, keyword: '', place: '' }
  return { valid: false, keyword: first.keyword, place: first.place }
}

/** OpenAPI requires a member that is read-only in responses alone; the validator knows no such rule. */
function isOfResponses(
  document: Json,
  body: Json,
  {
    keyword,
    place,
    instance,
  }: { readonly keyword: string; readonly place: string; readonly instance: string },
): boolean {
  if (keyword !== 'required') return false
  const pointer = decodeURI(place.slice(1))
  const [names, value] = [at(document, pointer), at(body, instance)]
  const properties = at(document, `${pointer.slice(0, pointer.lastIndexOf('/'))}/properties`)
  if (!Array.isArray(names) || !isObject(value) || !isObject(properties)) return false
  const missing = (names as readonly string[]).filter((name) => !Object.hasOwn(value, name))
  return missing.every((name) => {
    const own = properties[name]
    const reference = isObject(own) ? own.$ref : undefined
    const member = typeof reference === 'string' ? at(document, decodeURI(reference.slice(1))) : own
    return isObject(member) && member.readOnly === true
  })
}
