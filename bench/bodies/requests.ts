// Finds JSON request bodies in an original document, without this project's reader of documents.
import { at, isObject, type Json, tokenOf } from '../../src/base/json.ts'

export interface JsonRequest {
  /** Location in the document. */
  readonly operation: string
  /** Pointer in the document. */
  readonly schema: string
}

const methods = ['post', 'put', 'patch', 'delete']

/** Skips paths with a query or a fragment, because no request can have such a path. */
export function jsonRequests(document: Json): readonly JsonRequest[] {
  const paths = isObject(document) && isObject(document.paths) ? Object.entries(document.paths) : []
  return paths.flatMap(([path, item]) =>
    /[?#\s]/.test(path)
      ? []
      : methods.flatMap((method) => {
          const operation = isObject(item) ? item[method] : undefined
          const place = `/paths/${tokenOf(path)}/${method}`
          if (!isObject(operation) || operation.requestBody === undefined) return []
          const schema = schemaIn(document, landing(document, `${place}/requestBody`))
          return schema === null ? [] : [{ operation: `#${place}`, schema }]
        }),
  )
}

function schemaIn(document: Json, body: string): string | null {
  const found = at(document, body)
  const content = isObject(found) && isObject(found.content) ? found.content : {}
  const type = Object.keys(content).find((one) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(one))
  const media = type === undefined ? undefined : content[type]
  return type === undefined || !isObject(media) || media.schema === undefined
    ? null
    : `${body}/content/${tokenOf(type)}/schema`
}

/** Returns the pointer at the end of a chain of references. */
function landing(document: Json, pointer: string): string {
  const found = at(document, pointer)
  const isReference = isObject(found) && typeof found.$ref === 'string' && found.$ref.startsWith('#/')
  return isReference ? landing(document, decodeURIComponent(String(found.$ref).slice(1))) : pointer
}
