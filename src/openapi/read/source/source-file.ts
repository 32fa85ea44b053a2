// Files of a document, and places in them.
import { isObject, type Json, tokenOf } from '../../../base/json.ts'

export interface SourceFile {
  /** Absolute file URL or address; null for a document given in memory. */
  readonly url: string | null
  /** In messages: "" for the document itself, else relative to its folder. */
  readonly name: string
  readonly value: Json
}

export interface Place {
  readonly file: SourceFile
  /** RFC 6901. */
  readonly pointer: string
}

export function child({ file, pointer }: Place, name: string | number): Place {
  return { file, pointer: `${pointer}/${typeof name === 'number' ? name : tokenOf(name)}` }
}

/** "#/paths", or "schemas.yaml#/Thing". */
export function shownPlace({ file, pointer }: Place): string {
  return `${file.name}#${pointer}`
}

/** Calls `visit` for each object of a file, its examples included. */
export function forEachObject(value: Json, visit: (object: object & Json, pointer: string) => void): void {
  const open: (readonly [Json, string])[] = [[value, '']]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [here, pointer] = next
    if (isObject(here)) visit(here, pointer)
    else if (!Array.isArray(here)) continue
    for (const [name, member] of Object.entries(here as object))
      open.push([member as Json, `${pointer}/${tokenOf(name)}`])
  }
}
