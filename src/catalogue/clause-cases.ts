// Lists the values that a run sends to test a clause's keywords, for example the longest valid text.
import { at, dotted, isObject, type Json } from '../base/json.ts'
import { counted } from '../base/text/counted.ts'
import { type Clause, type Contract, clausesOf } from '../contract/index.ts'
import { boundary } from '../generate/index.ts'

const shownMax = 12
const charactersMax = 40

export function casesOf({ id, operation: name }: Clause, contract: Contract): readonly string[] {
  const request = contract.operations.get(name)?.request ?? null
  if (request === null || !JSON.stringify(request).includes(JSON.stringify(id))) return []
  const own = boundary(request).filter((item) => clausesOf(item.schema as Json)[item.keyword] === id)
  const cases = own.map(({ pointer, value, valid }) => {
    const member = pointer === '' ? 'the body' : dotted(pointer)
    return `${member}: ${describe(at(value, pointer))}, to be ${valid ? 'accepted' : 'refused'}`
  })
  const distinct = [...new Set(cases)]
  const left = distinct.length - shownMax
  return left > 0 ? [...distinct.slice(0, shownMax), `and ${left} more`] : distinct
}

function describe(value: Json | undefined): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string' && value.length > charactersMax)
    return counted([...value].length, 'character')
  const text = JSON.stringify(value)
  if (text.length <= charactersMax) return text
  if (Array.isArray(value)) return counted(value.length, 'item')
  return isObject(value)
    ? `an object of ${counted(Object.keys(value).length, 'member')}`
    : `${text.slice(0, charactersMax)}…`
}
