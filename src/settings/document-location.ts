// Distinguishes contract folders, OpenAPI documents and folders that name a document.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readInput } from '../base/files/input-file.ts'
import { isObject, type Json, parse } from '../base/json.ts'
import { namesHttp } from '../base/uri.ts'

export function namesDocument(location: string): boolean {
  const found = statSync(location, { throwIfNoEntry: false })
  if (namesHttp(location) || found?.isFile() === true) return true
  // If nothing exists at the location, the extension decides whether the program reports a missing file or
  // folder.
  return found === undefined && /\.(?:json|ya?ml)$/i.test(location)
}

export function documentNamedIn(folder: string): string | null {
  const file = join(folder, 'schemas', 'contract.json')
  const head = parsedFile(file)
  const named = isObject(head) ? head.openapi : undefined
  if (typeof named !== 'string' || named === '') return null
  return namesHttp(named) ? named : join(dirname(file), named)
}

/** Returns null if the file is not JSON. The later loading of the contract reports the mistake. */
function parsedFile(file: string): Json {
  try {
    const parsed = parse(readInput(file))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}
