// Media types of bodies, with their schemas and examples.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import { schemaFrom } from './schema.ts'

export function contentFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([mediaType, media]): [string, Json][] => {
      const here = child(place, mediaType)
      if (!/^[^\s/]+\/[^\s/]+/.test(mediaType)) {
        build.remark(here, 'it is no media type, and is left out')
        return []
      }
      const made = build.inlined(media, here, (body, standing) => mediaTypeFrom(build, body, standing))
      return made === null ? [] : [[mediaType, made]]
    }),
  )
}

function mediaTypeFrom(build: Build, media: JsonObject, place: Place): JsonObject {
  const examples = examplesIn(build, media, place)
  return defined({
    schema: media.schema === undefined ? undefined : schemaFrom(build, media.schema, child(place, 'schema')),
    examples: Object.keys(examples).length === 0 ? undefined : examples,
  })
}

/** As in 3.1: by name, each with its value. Those in other files than the document's are left out. */
export function examplesIn(build: Build, { example, examples }: JsonObject, place: Place): JsonObject {
  const named = isObject(examples) ? Object.entries(examples) : []
  const shown = named.flatMap(([name, one]): [string, Json][] => {
    const made = build.inlined(one, child(child(place, 'examples'), name), ({ value, dataValue }) =>
      defined({ value: dataValue ?? value }),
    )
    return made?.value === undefined ? [] : [[name, made]]
  })
  return Object.fromEntries([
    ...(example === undefined ? [] : [['example', { value: example }] as const]),
    ...shown,
  ])
}
