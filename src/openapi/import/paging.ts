// The parameter by which a list's pages are chosen, by its usual names.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { ResourceSource } from '../../contract/index.ts'

type Paging = NonNullable<ResourceSource['paging']>

const names: Readonly<Record<Paging['by'], RegExp>> = {
  offset: /^(?:offset|skip|start|start_?index|from)$/i,
  page: /^(?:page|page_?(?:number|no|index)|current_?page)$/i,
}

/** Null if the list has none. @param operation of the list */
export function pagingOf({ parameters }: JsonObject): Paging | null {
  const numbers = (Array.isArray(parameters) ? parameters : []).filter(isNumberInQuery)
  for (const by of ['offset', 'page'] as const) {
    const found = numbers.find(({ name }) => names[by].test(name))
    if (found !== undefined) return { by, parameter: found.name }
  }
  return null
}

function isNumberInQuery(parameter: Json): parameter is JsonObject & { readonly name: string } {
  if (!isObject(parameter) || parameter.in !== 'query' || typeof parameter.name !== 'string') return false
  const { type } = isObject(parameter.schema) ? parameter.schema : {}
  return [type].flat().some((one) => one === 'integer' || one === 'number')
}
