// Reads the values of keywords. If a reader returns undefined, the keyword is left out.
import { isObject, type Json, typeOf } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { readablePattern } from './pattern.ts'
import { type Kind, types } from './schema-keywords.ts'

export type MakeSchema = (build: Build, value: Json, place: Place) => Json

type Reader = (build: Build, value: Json, place: Place, make: MakeSchema) => Json | undefined

const nullable: ReadonlySet<Kind> = new Set(['any'])

export function readKeyword(
  kind: Kind,
  build: Build,
  value: Json,
  place: Place,
  make: MakeSchema,
): Json | undefined {
  if (value !== null || nullable.has(kind)) return readers[kind](build, value, place, make)
  build.remark(place, 'the value is null: the keyword is left out')
  return undefined
}

const readers: Readonly<Record<Kind, Reader>> = {
  any: (_build, value) => value,
  note: (build, value, place) => {
    if (typeof value === 'string') return value
    build.remark(place, 'the value is not a text: the keyword is left out')
    return undefined
  },
  flag: expected('true or false', (value) => typeof value === 'boolean'),
  number: (build, value, place) =>
    typeOf(value) === 'number' ? exact(build, value, place) : wrong(build, value, place, 'a number'),
  bound: (build, value, place, make) =>
    typeof value === 'boolean' ? value : readers.number(build, value, place, make),
  factor: expected('a number above 0', (value) => typeOf(value) === 'number' && Number(value) > 0),
  count: expected(
    'a whole number that is not negative',
    (value) => Number.isInteger(value) && Number(value) >= 0,
  ),
  values: (build, value, place) => {
    const list = filledList(build, value, place, 'an array of values')
    return list === undefined ? undefined : distinct(list)
  },
  examples: (_build, value) => (Array.isArray(value) ? value : undefined),
  names: (build, value, place) => {
    // Before draft 4 of JSON Schema, `required` was a boolean.
    if (typeof value === 'boolean') {
      build.remark(
        place,
        'a boolean "required" has no effect here: list the member in "required" of the enclosing schema',
      )
      return undefined
    }
    return isListOfNames(value) ? [...new Set(value)] : wrong(build, value, place, 'an array of names')
  },
  type: (build, value, place) => {
    const known = types(build.dialect)
    const given = [value].flat()
    const isKnown = given.every((one) => typeof one === 'string' && known.includes(one))
    return given.length > 0 && isKnown ? value : wrong(build, value, place, `one of ${known.join(', ')}`)
  },
  pattern: (build, value, place) =>
    typeof value === 'string' ? patternIn(build, value, place) : wrong(build, value, place, 'a text'),
  schema: (build, value, place, make) => make(build, value, place),
  // In older drafts of JSON Schema, `items` can be a list of schemas.
  items: (build, value, place, make) =>
    Array.isArray(value) ? schemas(build, value, place, make) : make(build, value, place),
  schemas,
  members: (build, value, place, make) => {
    const members = build.entries(value, place)
    return Object.fromEntries(members.map(([name, one]) => [name, make(build, one, child(place, name))]))
  },
  patterns: (build, value, place, make) => {
    const members = build.entries(value, place)
    return Object.fromEntries(
      members.flatMap(([pattern, one]): [string, Json][] => {
        const readable = patternIn(build, pattern, child(place, pattern))
        return readable === undefined ? [] : [[readable, make(build, one, child(place, pattern))]]
      }),
    )
  },
  lists: (build, value, place) => {
    if (isObject(value) && Object.values(value).every(isListOfNames)) return value
    return wrong(build, value, place, 'an object of arrays of names')
  },
}

function schemas(build: Build, value: Json, place: Place, make: MakeSchema): Json | undefined {
  const list = filledList(build, value, place, 'an array of schemas')
  return list?.map((one, index) => make(build, one, child(place, index)))
}

function filledList(build: Build, value: Json, place: Place, what: string): readonly Json[] | undefined {
  if (!Array.isArray(value)) return wrong(build, value, place, what)
  build.spend(value.length, place)
  if (value.length > 0) return value
  build.remark(place, 'the array is empty: the keyword is left out')
  return undefined
}

/** JavaScript cannot represent some numbers exactly, for example the greatest integer of 64 bits. */
function exact(build: Build, value: Json, place: Place): Json | undefined {
  if (Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER) return value
  build.remark(
    place,
    'the bound is not checked, because JavaScript cannot represent so large a number exactly',
  )
  return undefined
}

function distinct(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function isListOfNames(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((name: Json) => typeof name === 'string')
}

function patternIn(build: Build, pattern: string, place: Place): string | undefined {
  const readable = readablePattern(pattern)
  if ('pattern' in readable) return readable.pattern
  build.remark(place, `the pattern is not checked: ${readable.reason}`)
  return undefined
}

function expected(what: string, isValid: (value: Json) => boolean): Reader {
  return (build, value, place) => (isValid(value) ? value : wrong(build, value, place, what))
}

const shownMax = 40

function wrong(build: Build, value: Json, place: Place, what: string): undefined {
  const text = JSON.stringify(value)
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
  build.mistake(place, `${shown} is wrong: the value must be ${what}`)
  return undefined
}
