// Writes parameters into the query, the headers and the cookie of a request (OpenAPI 3.1, 4.8.12).
import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Operation, Parameter } from '../../contract/index.ts'
import { valid } from '../../generate/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { Request } from './request.ts'

export type Overrides = ReadonlyMap<Parameter, Json | undefined>

/** Adds all required parameters and all parameters with a fixed value. Replaces the query of the path. */
export function withParameters(
  request: Request,
  { parameters }: Operation,
  overrides: Overrides = new Map(),
): Request {
  const sent = parameters.flatMap((one): (readonly [Parameter, Json])[] => {
    const isUsual = one.required === true || one.value !== undefined
    const value = overrides.has(one) ? overrides.get(one) : isUsual ? usualValue(one) : undefined
    return one.in === 'path' || value === undefined ? [] : [[one, value]]
  })
  if (sent.length === 0 && overrides.size === 0) return request
  const isOwn = (header: string): boolean =>
    parameters.some(({ in: place, name }) =>
      place === 'cookie' ? header === 'cookie' : place === 'header' && header === name.toLowerCase(),
    )
  const [path = ''] = request.path.split('?', 1)
  const query = sent.flatMap(([one, value]) => (one.in === 'query' ? pairs(one, value, uriEncoded) : []))
  const cookies = sent.flatMap(([one, value]) => (one.in === 'cookie' ? pairs(one, value, uriEncoded) : []))
  const headers = Object.fromEntries(
    sent.flatMap(([one, value]) =>
      one.in === 'header' ? [[one.name.toLowerCase(), simple(one, value)]] : [],
    ),
  )
  return {
    ...request,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => !isOwn(name))),
      ...headers,
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    },
  }
}

export function usualValue(parameter: Parameter): Json {
  const known = usual.get(parameter)
  if (known !== undefined) return known
  const { value, schema } = parameter
  const choices = [
    value,
    parameter.in === 'header' && parameter.name.toLowerCase() === 'if-match' ? '*' : undefined,
    schema.const,
    Array.isArray(schema.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined,
    schema.default,
    schema.example,
    Array.isArray(schema.examples) ? schema.examples[0] : undefined,
    ...(['integer', 'number'].includes(String(schema.type)) && conforms(schema, 1) ? [1] : []),
  ]
  const chosen = choices.find((one) => one !== undefined) ?? validValues(parameter)[0] ?? 'a'
  usual.set(parameter, chosen)
  return chosen
}

const usual = new WeakMap<Parameter, Json>()
const drawsMax = 30

export function validValues(parameter: Parameter): readonly Json[] {
  const { schema } = parameter
  const drawn = fc.sample(valid(schema, { hostile: false, extras: false, sizeMax: 8 }), {
    seed: 1,
    numRuns: drawsMax,
  })
  const all = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : drawn
  return all.filter((value) => isWritable(parameter, value))
}

/** A server may treat an empty value as absent, and headers allow only some characters (RFC 9110, 5.5). */
export function isWritable(parameter: Parameter, value: Json): boolean {
  const parts = pairs(parameter, value, String).map((pair) => pair.slice(pair.indexOf('=') + 1))
  const isFull = parts.length > 0 && parts.every((part) => part !== '')
  return isFull && (parameter.in === 'query' || parts.every((part) => /^[\x21-\x7e]+$/.test(part)))
}

const delimiters = { simple: ',', form: ',', spaceDelimited: '%20', pipeDelimited: '%7C', deepObject: ',' }

function pairs(
  { name, style, explode }: Parameter,
  value: Json,
  encoded: (text: string) => string,
): readonly string[] {
  const pair = (key: string, text: string): string => `${encoded(key)}=${text}`
  if (Array.isArray(value)) {
    const texts = value.map((one: Json) => encoded(textOf(one)))
    if (explode || texts.length === 0) return texts.map((text) => pair(name, text))
    return [pair(name, texts.join(delimiters[style]))]
  }
  if (!isObject(value)) return [pair(name, encoded(textOf(value)))]
  const members = Object.entries(value).map(([key, one]) => [key, encoded(textOf(one))] as const)
  if (style === 'deepObject') return members.map(([key, text]) => pair(`${name}[${key}]`, text))
  if (explode) return members.map(([key, text]) => pair(key, text))
  const flat = members.flatMap(([key, text]) => [encoded(key), text])
  return flat.length === 0 ? [] : [pair(name, flat.join(delimiters[style]))]
}

function simple({ explode }: Parameter, value: Json): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (!isObject(value)) return textOf(value)
  return Object.entries(value as JsonObject)
    .map(([key, one]) => `${key}${explode ? '=' : ','}${textOf(one)}`)
    .join(',')
}

function textOf(value: Json): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
