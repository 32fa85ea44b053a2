// Sets and removes members at JSON pointers.
import { isObject, type Json, type JsonObject, nameOf } from '../base/json.ts'

/** Creates missing objects along the pointer. */
export function withMember(body: JsonObject, pointer: string, value: Json): JsonObject {
  const [name, inner] = split(pointer)
  if (inner === '') return { ...body, [name]: value }
  const below = body[name]
  return { ...body, [name]: withMember(isObject(below) ? below : {}, inner, value) }
}

export function without(body: JsonObject, pointer: string): JsonObject {
  const [name, inner] = split(pointer)
  const { [name]: below, ...rest } = body
  return inner === '' || !isObject(below)
    ? inner === ''
      ? rest
      : body
    : { ...rest, [name]: without(below, inner) }
}

function split(pointer: string): readonly [name: string, inner: string] {
  const [, head = '', ...rest] = pointer.split('/')
  return [nameOf(head), rest.map((token) => `/${token}`).join('')]
}
