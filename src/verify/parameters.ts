// Validates the parameters of a request in the query, the headers and the cookie.
import { isObject, type Json, parseExact } from '../base/json.ts'
import { uriDecoded } from '../base/uri.ts'
import { isJudged, type Parameter, parameterPrefix } from '../contract/index.ts'
import { conforms, shapeJudge } from '../oracle/index.ts'
import type { StubRequest } from './message.ts'
import { Refused } from './refusal.ts'

/** @throws Refused for an invalid parameter */
export function requireParameters(incoming: StubRequest): void {
  for (const parameter of incoming.operation.parameters) {
    if (parameter.in === 'path') continue
    if (parameter.required === null) requireOptional(parameter, incoming)
    else requireStated(parameter, incoming)
  }
}

function requireOptional({ in: place, name, schema }: Parameter, { query, breaks }: StubRequest): void {
  const text = place === 'query' && !breaks('query-refused') ? query.get(name) : null
  if (text === null) return
  const read = parseExact(text)
  if (!conforms(schema, text) && !(read.ok && conforms(schema, read.value))) throw new Refused('invalid')
}

function requireStated(parameter: Parameter, incoming: StubRequest): void {
  const { operation, breaks } = incoming
  const prefix = parameterPrefix(parameter)
  const parts = partsOf(parameter, incoming)
  if (parts === null) {
    if (parameter.required === true && !breaks(`${prefix}-required`)) throw new Refused('invalid')
    return
  }
  if (breaks(`${prefix}-accepted`)) throw new Refused('invalid')
  const values = readings(parameter, parts)
  if (operation.refusals.invalid === null || values.some((value) => conforms(parameter.schema, value))) return
  const judge = shapeJudge(parameter.schema)
  const broken = values
    .flatMap(judge)
    .flatMap(({ clause, problem }) => (problem === null ? [] : clause.slice(operation.name.length + 1)))
  const isAccepted = isJudged(parameter) && broken.some((name) => breaks(name))
  if (!isAccepted) throw new Refused('invalid')
}

function partsOf(parameter: Parameter, { query, header }: StubRequest): readonly string[] | JsonTexts | null {
  const { name, in: place, style, explode } = parameter
  if (style === 'deepObject') {
    const members = [...query].flatMap(([key, text]) => {
      const [, member] = key.startsWith(`${name}[`) ? (/\[([^\]]*)\]$/.exec(key) ?? []) : []
      return member === undefined ? [] : [[member, text] as const]
    })
    return members.length === 0 ? null : Object.fromEntries(members)
  }
  if (place === 'query' && explode) return query.has(name) ? query.getAll(name) : null
  const text =
    place === 'query' ? query.get(name) : place === 'header' ? header(name) : cookie(header('cookie'), name)
  if (text === null) return null
  const delimiter = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
  return isArray(parameter) ? text.split(delimiter) : [text]
}

type JsonTexts = Readonly<Record<string, string>>

const isArray = ({ schema }: Parameter): boolean => [schema.type].flat().includes('array')

function readings(parameter: Parameter, parts: readonly string[] | JsonTexts): readonly Json[] {
  if (!isTexts(parts)) {
    const entries = Object.entries(parts)
    return [{ ...parts }, Object.fromEntries(entries.map(([name, text]) => [name, plain(text)]))]
  }
  if (isArray(parameter)) return [[...parts], parts.map(plain)]
  return parts.flatMap((text) => [text, plain(text)])
}

const isTexts = (parts: readonly string[] | JsonTexts): parts is readonly string[] => Array.isArray(parts)

function plain(text: string): Json {
  const read = parseExact(text)
  return read.ok && !isObject(read.value) && !Array.isArray(read.value) ? read.value : text
}

function cookie(text: string | null, name: string): string | null {
  const pair = (text ?? '').split(/; */).find((one) => one.startsWith(`${name}=`))
  return pair === undefined ? null : uriDecoded(pair.slice(name.length + 1))
}
