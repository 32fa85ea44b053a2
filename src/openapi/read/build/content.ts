// Reads the media types of a body.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { schemaFrom } from '../schemas/schema.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'

export function contentFrom(build: Build, value: Json | undefined, place: Place): JsonObject {
  return Object.fromEntries(
    build.entries(value, place).flatMap(([mediaType, media]): [string, Json][] => {
      const here = child(place, mediaType)
      if (!/^[^\s/]+\/[^\s/]+/.test(mediaType)) {
        build.remark(here, 'the name is not a media type: the entry is left out')
        return []
      }
      const made = build.inlined('mediaType', media, here, (body, standing) =>
        mediaTypeFrom(build, body, standing),
      )
      return made === null ? [] : [[mediaType, made]]
    }),
  )
}

function mediaTypeFrom(build: Build, media: JsonObject, place: Place): JsonObject {
  if (media.itemSchema !== undefined)
    build.remark(child(place, 'itemSchema'), 'the items of a stream are not checked')
  return defined({
    schema: media.schema === undefined ? undefined : schemaFrom(build, media.schema, child(place, 'schema')),
    examples: examplesIn(build, media, place),
    encoding: isObject(media.encoding) ? media.encoding : undefined,
  })
}

/** Returns examples in the form of OpenAPI 3.1, without examples in external files. */
export function examplesIn(
  build: Build,
  { example, examples }: JsonObject,
  place: Place,
): JsonObject | undefined {
  const named = isObject(examples) ? build.entries(examples, place) : []
  const shown = named.flatMap(([name, one]): [string, Json][] => {
    const here = child(child(place, 'examples'), name)
    const made = isObject(one)
      ? build.inlined('example', one, here, ({ value, dataValue }) => defined({ value: dataValue ?? value }))
      : null
    return made?.value === undefined ? [] : [[name, made]]
  })
  const own: readonly [string, Json][] = example === undefined ? [] : [['example', { value: example }]]
  return own.length + shown.length === 0 ? undefined : Object.fromEntries([...own, ...shown])
}
