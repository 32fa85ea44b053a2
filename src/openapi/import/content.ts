// Chooses the media type of a body and its schema.
import { essenceOf, jsonPatchType } from '../../base/http/media-type.ts'
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'

export interface JsonContent {
  readonly mediaType: string
  readonly isJson: boolean
  readonly schema: Json
  readonly pointer: string
  readonly examples: readonly Json[]
}

const form = 'application/x-www-form-urlencoded'

/** Prefers JSON to forms. A range such as `application/*` counts as JSON. */
export function contentOf(body: Json | undefined, pointer: string): JsonContent | null {
  if (!isObject(body) || !isObject(body.content)) return null
  const { content } = body
  const names = Object.keys(content)
  // JSON Patch comes last, because some generators use its type for all bodies.
  const json = names.find((name) => isJson(name) && !isJsonPatch(name)) ?? names.find(isJsonPatch)
  const chosen = json ?? names.find((name) => name.startsWith(form))
  const media = chosen === undefined ? undefined : content[chosen]
  if (chosen === undefined || !isObject(media)) return null
  return {
    mediaType: chosen.includes('*')
      ? 'application/json'
      : (chosen.split(';')[0] ?? chosen).trim().toLowerCase(),
    isJson: json !== undefined,
    schema: media.schema ?? {},
    pointer: `${pointer}/content/${tokenOf(chosen)}/schema`,
    examples: examplesIn(media),
  }
}

function examplesIn({ examples, schema }: JsonObject): readonly Json[] {
  const named = isObject(examples) ? Object.values(examples) : []
  const shown = named.flatMap((one) => (isObject(one) && one.value !== undefined ? [one.value] : []))
  const own = isObject(schema) && Array.isArray(schema.examples) ? schema.examples : []
  return [...shown, ...own]
}

export const isJsonPatch = (mediaType: string): boolean => essenceOf(mediaType) === jsonPatchType

function isJson(mediaType: string): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return /^(?:application\/(?:[a-z0-9.+-]+\+)?json|\*\/\*|application\/\*)$/.test(type.trim())
}
