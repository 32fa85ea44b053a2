// Decides whether a location is a contract folder, an OpenAPI document, or a folder that names a document.
// This file does not read the document.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readInput } from '../base/files/input-file.ts'
import { isObject, type Json, parse } from '../base/json.ts'
import { namesHttp } from '../base/uri.ts'

export function namesDocument(location: string): boolean {
  const found = statSync(location, { throwIfNoEntry: false })
  if (namesHttp(location) || found?.isFile() === true) return true
  // A missing location without such an extension is not a document. The program reports this location as a
  // missing folder.
  return found === undefined && /\.(?:json|ya?ml)$/i.test(location)
}

/** Returns the location of the document. Returns null if the folder names no document. */
export function documentNamedIn(folder: string): string | null {
  const file = join(folder, 'schemas', 'contract.json')
  const head = parsedFile(file)
  const named = isObject(head) ? head.openapi : undefined
  if (typeof named !== 'string' || named === '') return null
  return namesHttp(named) ? named : join(dirname(file), named)
}

/**
 * Returns null if the file is not JSON. This function reports no error, because the later loading of the
 * contract reports the mistake.
 */
function parsedFile(file: string): Json {
  try {
    const parsed = parse(readInput(file))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}
