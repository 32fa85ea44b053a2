// Mutates response bodies. A mutation removes, changes, swaps or adds values.
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts'

export type MutationKind = 'removed' | 'retyped' | 'out of bounds' | 'respelt' | 'swapped' | 'added'

export interface Mutation {
  readonly kind: MutationKind
  /** A JSON pointer. `*` stands for any array element. */
  readonly pointer: string
  readonly change: string
  readonly body: Json
}

type Place = (value: Json | undefined) => Json

export function* mutationsOf(body: Json): Generator<Mutation> {
  yield* at(body, '', (value) => value ?? null)
}

function* at(value: Json, pointer: string, place: Place): Generator<Mutation> {
  const mutation = (kind: MutationKind, change: string, next: Json | undefined): Mutation => ({
    kind,
    pointer,
    change,
    body: place(next),
  })
  for (const [type, other] of Object.entries(others(value))) yield mutation('retyped', `to ${type}`, other)
  if (typeof value === 'string') {
    for (const [change, other] of Object.entries(texts(value)))
      if (other !== value) yield mutation(change === 'respelt' ? 'respelt' : 'out of bounds', change, other)
  } else if (Array.isArray(value)) yield* ofArray(value, pointer, place)
  else if (isObject(value)) yield* ofObject(value, pointer, place)
}

function* ofArray(value: readonly Json[], pointer: string, place: Place): Generator<Mutation> {
  yield { kind: 'out of bounds', pointer, change: 'emptied', body: place([]) }
  for (const [index, item] of value.entries()) {
    const put = (other: Json | undefined): Json[] =>
      other === undefined ? value.toSpliced(index, 1) : value.with(index, other)
    yield { kind: 'removed', pointer: `${pointer}/*`, change: 'removed', body: place(put(undefined)) }
    yield { kind: 'added', pointer: `${pointer}/*`, change: 'repeated', body: place([...value, item]) }
    yield* at(item, `${pointer}/*`, (other) => place(put(other)))
  }
}

function* ofObject(value: JsonObject, pointer: string, place: Place): Generator<Mutation> {
  yield { kind: 'added', pointer, change: 'unlisted member', body: place({ ...value, unlisted: 'x' }) }
  const members = Object.entries(value)
  for (const [name, member] of members) {
    const inside = `${pointer}/${name}`
    const put = (other: Json | undefined): JsonObject =>
      Object.fromEntries(
        members.flatMap(([key, old]) =>
          key !== name ? [[key, old]] : other === undefined ? [] : [[key, other]],
        ),
      )
    yield { kind: 'removed', pointer: inside, change: 'removed', body: place(put(undefined)) }
    yield* at(member, inside, (other) => place(put(other)))
    for (const [other, held] of members)
      if (name < other && typeof held === typeof member && JSON.stringify(held) !== JSON.stringify(member))
        yield {
          kind: 'swapped',
          pointer: inside,
          change: `with ${other}`,
          body: place({ ...value, [name]: held, [other]: member }),
        }
  }
}

function others(value: Json): Readonly<Record<string, Json>> {
  const all: Readonly<Record<string, Json>> = {
    null: null,
    boolean: true,
    number: 7,
    string: typeof value === 'string' ? value : JSON.stringify(value),
    array: [value],
    object: { value },
  }
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return Object.fromEntries(Object.entries(all).filter(([type]) => type !== own))
}

function texts(value: string): Readonly<Record<string, string>> {
  const upper = value.toUpperCase()
  return {
    'to nothing': '',
    'one character shorter': value.slice(0, -1),
    'one character longer': `${value}0`,
    'very long': value.padEnd(300, 'x'),
    respelt: upper === value ? value.toLowerCase() : upper,
  }
}
