// Parameters of all versions as those of 3.1.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import { contentFrom, examplesIn } from './content.ts'
import { schemaFrom } from './schema.ts'

/** A parameter with its place. */
export interface Given {
  readonly parameter: JsonObject
  readonly place: Place
}

const places: readonly (Json | undefined)[] = ['path', 'query', 'header', 'cookie']

/** Null after a mistake or a remark. */
export function parameterFrom(build: Build, { parameter, place }: Given): JsonObject | null {
  const { name, in: where } = parameter
  if (typeof name !== 'string' || name === '') {
    build.mistake(child(place, 'name'), 'a parameter needs a name')
    return null
  }
  if (where === 'querystring') {
    build.remark(place, 'a parameter in "querystring" is left out: it is not checked')
    return null
  }
  if (!places.includes(where)) {
    build.mistake(child(place, 'in'), 'a parameter stands in path, query, header or cookie')
    return null
  }
  if (/[\p{Cc}]/u.test(name)) {
    build.mistake(
      child(place, 'name'),
      'the name of a parameter has no line breaks and no control characters',
    )
    return null
  }
  if (where === 'path' && parameter.required !== true)
    build.remark(place, `a parameter of a path is required: {${name}} is taken as such`)
  const examples = examplesIn(build, parameter, place)
  return build.from(
    defined({
      name,
      in: where,
      required: where === 'path' || parameter.required === true ? true : undefined,
      examples: Object.keys(examples).length === 0 ? undefined : examples,
      ...(build.dialect === '2.0'
        ? swaggerForm(build, { parameter, place })
        : form(build, { parameter, place })),
    }),
    place,
  )
}

function form(build: Build, { parameter, place }: Given): JsonObject {
  const { schema, content, style, explode } = parameter
  return defined({
    schema: schema === undefined ? undefined : schemaFrom(build, schema, child(place, 'schema')),
    content: isObject(content) ? contentFrom(build, content, child(place, 'content')) : undefined,
    style: typeof style === 'string' ? style : undefined,
    explode: typeof explode === 'boolean' ? explode : undefined,
  })
}

const styles: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  tsv: 'tabDelimited',
}

/** In 2.0 the keywords of the schema stand at the parameter itself. */
function swaggerForm(build: Build, { parameter, place }: Given): JsonObject {
  const {
    collectionFormat,
    required: _,
    in: where,
    name: _name,
    description: _description,
    ...keywords
  } = parameter
  const made = { schema: schemaFrom(build, keywords, place) }
  if (keywords.type !== 'array') return made
  if (collectionFormat === 'multi') return { ...made, style: 'form', explode: true }
  const style = styles[String(collectionFormat)] ?? (where === 'query' ? 'form' : 'simple')
  return { ...made, style, explode: false }
}
