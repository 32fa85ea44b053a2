// Judges bodies with Hyperjump, which shares no code with this project and reads the original documents.
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
// Hyperjump would judge no body if another part of the document contained a mistake.
setShouldValidateSchema(false)

export interface Judgement {
  readonly valid: boolean
  /** Keyword of the first error without its prefix, or "". */
  readonly keyword: string
  readonly place: string
}

/** Formats that the validator checks in OpenAPI 3.0. */
const formats = ['date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri']

/** @param keyword for example "minLength" or "format email" */
export function isJudged(keyword: string): boolean {
  return !keyword.startsWith('format ') || formats.includes(keyword.slice('format '.length))
}

interface Output {
  readonly valid: boolean
  readonly errors?: readonly OutputUnit[]
}

let count = 0

/**
 * Returns null if the validator cannot read the document, for example because of a pattern.
 * @param schema pointer of the schema in the document
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
  // An invalid result without an error means that the schema does not exist.
  if (first === undefined) return { valid: output.valid || errors.length > 0, keyword: '', place: '' }
  return { valid: false, keyword: first.keyword, place: first.place }
}

/** OpenAPI requires read-only members only in responses, but the validator ignores this rule. */
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
