// Converts the parameters of an operation to a file of a contract.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { type OperationFile, parameterStyles } from '../../contract/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { schemaIn } from './schema.ts'

type Parameter = NonNullable<OperationFile['parameters']>[number]

export function parametersOf(
  { parameters }: JsonObject,
  path: string,
  pointer: string,
  document: OpenApiDocument,
  resourceAt: (prefix: string) => string | null,
): readonly Parameter[] {
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((parameter: Json, index) => {
    if (!isObject(parameter)) return []
    const made = parameterIn(parameter, `${pointer}/parameters/${index}`, document)
    if (made === null) return []
    if (made.in !== 'path') return [made]
    const end = path.indexOf(`{${made.name}}`)
    const resource = end < 0 ? null : resourceAt(path.slice(0, end + made.name.length + 2))
    const value = resource === null ? fixedValueOf(parameter) : undefined
    return [
      { ...made, ...(resource === null ? {} : { resource }), ...(value === undefined ? {} : { value }) },
    ]
  })
}

function parameterIn(parameter: JsonObject, pointer: string, document: OpenApiDocument): Parameter | null {
  const { name, in: place, style, explode, required } = parameter
  if (typeof name !== 'string' || !isPlace(place)) return null
  const [schema, at] = schemaOf(parameter)
  const styles: readonly string[] = parameterStyles[place]
  const known =
    typeof style === 'string' && styles.includes(style) ? (style as Parameter['style']) : undefined
  const isWritable = (style === undefined || known !== undefined) && parameter.content === undefined
  if (!isWritable && required !== true && place !== 'path') return null
  return {
    name,
    in: place,
    schema: schemaIn(schema, `${pointer}${at}`, document),
    required: place === 'path' || required === true,
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
  }
}

function isPlace(place: Json | undefined): place is Parameter['in'] {
  return typeof place === 'string' && place in parameterStyles
}

function schemaOf({ schema, content }: JsonObject): readonly [schema: Json, pointer: string] {
  if (schema !== undefined) return [schema, '/schema']
  const [[type, media] = ['', null]] = isObject(content) ? Object.entries(content) : []
  return isObject(media) ? [media.schema ?? {}, `/content/${tokenOf(type)}/schema`] : [{}, '']
}

function fixedValueOf({ schema, example, examples }: JsonObject): Json | undefined {
  const own = isObject(schema) ? schema : {}
  const shown = isObject(examples) ? Object.values(examples).find(isObject)?.value : undefined
  const candidates = [
    own.const,
    Array.isArray(own.enum) ? own.enum[0] : undefined,
    own.default,
    example,
    shown,
    Array.isArray(own.examples) ? own.examples[0] : undefined,
  ]
  // Rejects placeholders such as "{subscription-id}" and "<name>".
  const isValue = (value: Json | undefined): boolean =>
    ['string', 'number', 'boolean'].includes(typeof value) && !/^$|[{}<>]/.test(String(value))
  return candidates.find(isValue)
}
