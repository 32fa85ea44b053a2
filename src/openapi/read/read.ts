// Reads a document, and normalises it to OpenAPI 3.1.
import { messageOf } from '../../base/error.ts'
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { rootFrom } from './build/document.ts'
import type { OpenApiDocument, ReadOptions } from './document.ts'
import { limits } from './source/limits.ts'
import { Mistakes } from './source/mistakes.ts'
import { type Place, shownPlace } from './source/source-file.ts'
import { Sources } from './source/sources.ts'
import { Build, type Dialect } from './state/build.ts'

/** @throws ConfigurationError with all mistakes of the document */
export async function readDocument(location: string, options: ReadOptions = {}): Promise<OpenApiDocument> {
  return read(location, undefined, options)
}

/** @throws ConfigurationError with all mistakes of the document */
export async function documentOf(
  parsed: Json,
  { location = null, ...options }: ReadOptions & { readonly location?: string | null } = {},
): Promise<OpenApiDocument> {
  return read(location, parsed, options)
}

async function read(
  location: string | null,
  value: Json | undefined,
  { downloadTimeoutMs = limits.downloadTimeoutMs, signal }: ReadOptions,
): Promise<OpenApiDocument> {
  const mistakes = new Mistakes(location)
  const timeout = AbortSignal.timeout(downloadTimeoutMs)
  const ends = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  const sources = await Sources.read(location, value, ends).catch((error: unknown) =>
    mistakes.fail('#', messageOf(error)),
  )
  const given = requireObject(sources.main.value, mistakes)
  const version = versionOf(given, mistakes)
  const build = new Build(dialectOf(version), sources, mistakes)
  const main = { file: sources.main, pointer: '' }
  const root = rootFrom(build, given, main)
  mistakes.raise()
  // The returned function does not keep the complete build in memory.
  const { places } = build
  return {
    root,
    location,
    version,
    sourceOf: (pointer) => sourceOf(places, root, pointer, main),
    remarks: build.remarks.list(),
  }
}

/** Returns the recorded place of the value. Without one, extends the recorded place of an outer value. */
function sourceOf(
  places: ReadonlyMap<unknown, Place>,
  root: JsonObject,
  pointer: string,
  main: Place,
): string {
  let value: Json | undefined = root
  let place = main
  for (const token of pointer.split('/').slice(1)) {
    value = at(value, `/${token}`)
    place = places.get(value) ?? { file: place.file, pointer: `${place.pointer}/${token}` }
  }
  return shownPlace(place)
}

function requireObject(value: Json, mistakes: Mistakes): JsonObject {
  return isObject(value)
    ? value
    : mistakes.fail('#', 'this is not an OpenAPI document: the document must be an object')
}

function versionOf({ openapi, swagger }: JsonObject, mistakes: Mistakes): string {
  const given = openapi ?? swagger
  if (given === undefined)
    return mistakes.fail(
      '#',
      'this is not an OpenAPI document: neither "openapi" nor "swagger" gives the version',
    )
  // YAML reads the version 3.0 as a number.
  const version = typeof given === 'number' ? given.toFixed(1) : String(given)
  if (/^(?:2\.0|3\.[012](?:\.\d+)?(?:-.*)?)$/.test(version)) return version
  return mistakes.fail(
    openapi === undefined ? '#/swagger' : '#/openapi',
    `the version ${version} can't be read: give 2.0, 3.0, 3.1 or 3.2`,
  )
}

function dialectOf(version: string): Dialect {
  return version === '2.0' ? '2.0' : version.startsWith('3.0') ? '3.0' : '3.1'
}
