// Recognises paging parameters and total counts by their names.
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Paging } from '../../contract/index.ts'
import { followed, membersOf } from './members.ts'

const names: Readonly<Record<'offset' | 'page' | 'cursor', RegExp>> = {
  offset: /^(?:offset|skip|start|start_?index|from)$/i,
  page: /^(?:page|page_?(?:number|no|index)|current_?page)$/i,
  cursor: /^(?:cursor|(?:page|next|continuation)_?token|next_?cursor|continuation|after|marker)$/i,
}

const sizeNames = /^(?:limit|page_?(?:size|limit)|per_?page|max_?results)$/i
/** These names mean the page size only if something else shows that the list has pages. */
const sizeNamesOfPages = /^(?:size|take|count|\$?top)$/i

const nextNames = /^next(?:_?(?:page)?_?(?:cursor|token))?$|^continuation_?token$/i
const totalNames = /^total(?:_?(?:count|items|results|elements))?$/i

export interface ListOfDocument {
  readonly operation: JsonObject
  readonly response: JsonObject | null
  readonly headers: Json | undefined
  readonly items: string | null
}

interface PagesOfDocument {
  readonly paging?: Paging
  readonly next?: string
  readonly total?: string
}

export function pagesOf(list: ListOfDocument, root: JsonObject): PagesOfDocument {
  const { operation } = list
  const parameters = parametersIn(operation)
  const number = (pattern: RegExp): string | undefined =>
    parameters.find((one) => pattern.test(one.name) && isOfType(one, root, ['integer', 'number']))?.name
  const cursor = parameters.find(
    (one) => names.cursor.test(one.name) && isOfType(one, root, ['string']),
  )?.name
  const next = cursor === undefined ? undefined : memberBeside(list, root, nextNames, isCursor)
  const [offset, page] = [number(names.offset), number(names.page)]
  const chosen: Paging =
    offset !== undefined
      ? { by: 'offset', parameter: offset }
      : page !== undefined
        ? { by: 'page', parameter: page }
        : cursor !== undefined && next !== undefined
          ? { by: 'cursor', parameter: cursor }
          : {}
  const link = namesNextPage(list.headers, root)
  const isPaged = chosen.by !== undefined || link
  const size = number(sizeNames) ?? (isPaged ? number(sizeNamesOfPages) : undefined)
  const total = memberBeside(list, root, totalNames, ({ type }) => type === 'integer')
  const paging: Paging = { ...chosen, ...(size === undefined ? {} : { size }), ...(link ? { link } : {}) }
  return {
    ...(Object.keys(paging).length === 0 ? {} : { paging }),
    ...(chosen.by === 'cursor' && next !== undefined ? { next } : {}),
    ...(total === undefined ? {} : { total }),
  }
}

export interface QueryParameter {
  readonly name: string
  readonly schema: JsonObject
}

export function parametersIn({ parameters }: JsonObject): readonly QueryParameter[] {
  return (Array.isArray(parameters) ? (parameters as readonly Json[]) : []).flatMap((one) =>
    isObject(one) && one.in === 'query' && typeof one.name === 'string'
      ? [{ name: one.name, schema: isObject(one.schema) ? one.schema : {} }]
      : [],
  )
}

function isOfType({ schema }: QueryParameter, root: JsonObject, types: readonly string[]): boolean {
  const target = followed(schema, root)
  const { type } = isObject(target) ? target : {}
  return [type].flat().some((one) => types.includes(String(one)))
}

function isCursor({ type, format }: JsonObject): boolean {
  return [type].flat().includes('string') && format === undefined
}

function memberBeside(
  { response, items }: ListOfDocument,
  root: JsonObject,
  name: RegExp,
  isRight: (schema: JsonObject) => boolean,
): string | undefined {
  if (response === null || items === null || items === '') return undefined
  const outer = membersOf(response, root)
  const inner = outer.flatMap(([pointer, schema]) =>
    pointer === items
      ? []
      : membersOf(schema, root).map(([below, one]) => [`${pointer}${below}`, one] as const),
  )
  return [...outer, ...inner].find(
    ([pointer, schema]) => name.test(pointer.slice(pointer.lastIndexOf('/') + 1)) && isRight(schema),
  )?.[0]
}

/** A Link header has many uses, so its text must mention the next page. */
function namesNextPage(headers: Json | undefined, root: JsonObject): boolean {
  return Object.entries(isObject(headers) ? headers : {}).some(([name, header]) => {
    const target = followed(header, root)
    if (name.toLowerCase() !== 'link' || !isObject(target)) return false
    const texts = [target.description, at(target, '/schema/description'), at(target, '/schema/example')]
    return texts.some((text) => /\bnext\b/i.test(String(text)))
  })
}
