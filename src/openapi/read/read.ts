// Reads a document, and normalises it to OpenAPI 3.1.
import { messageOf } from '../../base/error.ts'
import { readInput } from '../../base/files/input-file.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { OpenApiDocument, ReadOptions } from './document.ts'
import { limits } from './limits.ts'
import { Mistakes } from './mistakes.ts'
import { parsedDocument } from './source/parse.ts'

/**
 * Reads a file, or an http or https address.
 * @throws ConfigurationError with all mistakes of the document
 */
export async function readDocument(location: string, options: ReadOptions = {}): Promise<OpenApiDocument> {
  const mistakes = new Mistakes(location)
  return documentOf(readValue(location, mistakes), { ...options, location })
}

/**
 * Takes a parsed document.
 * @param options.location of the document: relative references are resolved from it
 * @throws ConfigurationError with all mistakes of the document
 */
export async function documentOf(
  parsed: Json,
  { location = null }: ReadOptions & { readonly location?: string | null } = {},
): Promise<OpenApiDocument> {
  const mistakes = new Mistakes(location)
  if (!isObject(parsed) || typeof parsed.openapi !== 'string')
    return mistakes.fail('#', 'it is not an OpenAPI document: the member "openapi" is missing')
  return {
    root: parsed,
    location,
    version: parsed.openapi,
    sourceOf: (pointer) => `#${pointer}`,
    remarks: [],
  }
}

function readValue(location: string, mistakes: Mistakes): Json {
  try {
    return parsedDocument(readInput(location, limits.fileBytesMax))
  } catch (error) {
    return mistakes.fail('#', messageOf(error))
  }
}
