// The files of a document, and locations in them.
import { isObject, type Json, type JsonObject, tokenOf } from '../../../base/json.ts'

export interface SourceFile {
  /** Null for a document in memory. */
  readonly url: string | null
  /** The path relative to the folder of the document, or "" for the document itself. */
  readonly name: string
  readonly value: Json
}

export interface Place {
  readonly file: SourceFile
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string
}

export function child({ file, pointer }: Place, name: string | number): Place {
  return { file, pointer: `${pointer}/${typeof name === 'number' ? name : tokenOf(name)}` }
}

export function shownPlace({ file, pointer }: Place): string {
  return `${file.name}#${pointer}`
}

/** Visits all objects, even in examples. */
export function forEachObject(value: Json, visit: (object: JsonObject) => void): void {
  const open: Json[] = isNested(value) ? [value] : []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) visit(next)
    for (const member of Object.values(next as object)) if (isNested(member)) open.push(member)
  }
}

/** Slower than `forEachObject`, because it makes pointers. */
export function forEachPlace(value: Json, visit: (object: JsonObject, pointer: string) => void): void {
  const open: (readonly [Json, string])[] = isNested(value) ? [[value, '']] : []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [here, pointer] = next
    if (isObject(here)) visit(here, pointer)
    for (const [name, member] of Object.entries(here as object))
      if (isNested(member)) open.push([member, `${pointer}/${tokenOf(name)}`])
  }
}

function isNested(value: unknown): value is Json & object {
  return typeof value === 'object' && value !== null
}
