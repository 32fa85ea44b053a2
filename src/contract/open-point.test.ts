// Open points, and errors about their references.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../base/json.ts'
import { contractOf, library } from './contract.testing.ts'
import { isOf, openPointOf } from './open-point.ts'

const point = (rest: JsonObject): JsonObject => ({ id: 'open', question: 'Which?', ...rest })
const problemsOf = (
  openPoints: readonly Json[],
  further: Readonly<Record<string, JsonObject>> = {},
): string => {
  try {
    contractOf({ ...library, 'open-points.json': { openPoints }, ...further })
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}

const shelf: JsonObject = { properties: { shelf: { type: 'object', properties: { names: {} } } } }

test('an open point with only a question is answered by a suite, and declared by its id', () => {
  expect(openPointOf({ id: 'open', question: 'Which?' })).toEqual({
    id: 'open',
    part: '',
    question: 'Which?',
    kind: 'by-suite',
    of: null,
    declaredAt: null,
    statement: null,
  })
})

test('an open point belongs to a location, or to a member that another open point names', () => {
  const of = (text: string) => openPointOf({ id: 'open', question: 'Which?', of: text }).of
  expect(of('books')).toEqual({ name: 'books', pointer: '', property: null })
  expect(of('books.get /shelves/*')).toEqual({ name: 'books.get', pointer: '/shelves/*', property: null })
  expect(of('books.create state-name')).toEqual({ name: 'books.create', pointer: '', property: 'state-name' })
})

test.each([
  [undefined, 'books.get', true],
  ['books', 'books.get', true],
  ['books.get', 'books.get', true],
  ['books.get', 'books.list', false],
  ['book', 'books.get', false],
  ['fixture:listBooks', 'fixture:listBooks', true],
])('an open point of %s concerns %s: %s', (of, operation, expected) => {
  const source = { id: 'open', question: 'Which?', ...(of === undefined ? {} : { of }) }
  expect(isOf(openPointOf(source), operation)).toBe(expected)
})

test('a valid open point causes no error', () => {
  expect(
    problemsOf(
      [
        point({ kind: 'further-members', of: 'books' }),
        point({ id: 'state-name', kind: 'property-name' }),
        point({ id: 'state', kind: 'default-of', of: 'books.create state-name' }),
        point({ id: 'errors', kind: 'schema', of: 'errors' }),
        point({ id: 'covers', kind: 'further-members', of: 'fixture:readCover' }),
        point({
          id: 'created',
          kind: 'success-status',
          of: 'books.create',
          declaredAt: '/operations/books.create/success',
        }),
        point({ id: 'shelves', declaredAt: '/shelf/names' }),
      ],
      { 'profile.json': shelf },
    ),
  ).toBe('none')
})

test.each<[string, JsonObject, RegExp]>([
  ['an unknown kind', { kind: 'further-member' }, /openPoints\/0\/kind: .*must be one of .*further-members/],
  ['an unknown operation', { kind: 'values', of: 'books.gett /x' }, /\/of: .*mean "books\.get"/],
  ['a missing "of"', { kind: 'success-status' }, /openPoints\/0: "of" is missing/],
  ['a schema of an unknown owner', { kind: 'schema', of: 'error' }, /no "error": did you mean "errors"/],
  [
    'a name that none gives',
    { kind: 'default-of', of: 'books state' },
    /"state" is not an open point of kind prop/,
  ],
  [
    'a key that no profile has',
    { declaredAt: '/shelf/name' },
    /declaredAt: a profile cannot contain \/shelf\/name/,
  ],
  ['a question without a question mark', { question: 'Which.' }, /\/question: /],
])('reports %s', (_, rest, message) => {
  expect(problemsOf([point(rest)])).toMatch(message)
})

test('a duplicate id, and a schema that names an unknown open point, are reported', () => {
  expect(problemsOf([point({}), point({})])).toMatch(/openPoints\/1\/id: there is another open point "open"/)
  const create = library['operations/books.create.json'] as JsonObject
  const response = { type: 'object', 'x-open-property': { point: 'stat', schema: { type: 'string' } } }
  const further = { 'operations/books.create.json': { ...create, response } }
  expect(problemsOf([point({ id: 'state', kind: 'property-name' })], further)).toMatch(
    /at \/response\/x-open-property\/point: "stat" is not an open point of kind property-name .*did you mean "state"/,
  )
})

test.each<[string, JsonObject, RegExp]>([
  [
    'a key that is no schema',
    { properties: { shelf: { type: 'objekt' } } },
    /profile\.json at \/properties\/shelf\/type/,
  ],
  [
    'fixtures without their names',
    { properties: { fixtures: {} } },
    /\/fixtures\/properties: "properties" is missing/,
  ],
  ['another keyword', { propertys: {} }, /"propertys" is unknown here; did you mean "properties"/],
])('reports %s in the keys of profiles', (_, keys, message) => {
  expect(problemsOf([], { 'profile.json': keys })).toMatch(message)
})
