// Path patterns in which a segment contains a parameter and other text.
import { expect, test } from 'vitest'
import { beforeParameter, encodedPattern, fits, isAtEnd, isOfWholeSegments, namedIn } from './path-pattern.ts'

test.each([
  ['/todos/{id}', '/todos/a%2Fb', ['a%2Fb']],
  ['/todos/{id}', '/todos/a?x=/b', ['a']],
  ['/todos/{id}.json', '/todos/a.b.json', ['a.b']],
  ["/todos('{id}')", "/todos('a')", ['a']],
  ['/todos({id})', '/todos(12)', ['12']],
  ['/lists/{list}/todos/{id}.json', '/lists/a/todos/b.json', ['a', 'b']],
  ['/a/{x}-{y}', '/a/1-2', ['1', '2']],
  ['/a/{x}', '/b', ['']],
  ['/a/{x}.json', '/a/b.xml', ['b.xml']],
  ['/a/{x}/b', '/a/1/c/2', ['1']],
  ['/a', '/a', []],
])('%s names in %s %j', (pattern, path, named) => {
  expect(namedIn(pattern, path)).toEqual(named)
})

test.each([
  ['/todos/{id}.json', '/todos/a.json', true],
  ['/todos/{id}.json', '/todos/a.xml', false],
  ['/todos/{id}.json', '/todos/aXjson', false],
  ['/todos/{id}', '/todos/a/b', false],
  ['/todos/{id}', '/todos/', true],
  ['/todos', '/lists', false],
])('%s fits %s: %s', (pattern, path, fitting) => {
  expect(fits(pattern, path)).toBe(fitting)
})

test.each([
  ['/tödos/{größe}', '/t%C3%B6dos/{größe}'],
  ['/a b', '/a%20b'],
  ['/t%C3%B6dos', '/t%C3%B6dos'],
  ["/todos('{id}')", "/todos('{id}')"],
  ['/\ud800', '/%EF%BF%BD'],
])('%s is encoded as %s', (pattern, encoded) => {
  expect(encodedPattern(pattern)).toBe(encoded)
})

test('the last parameter of the last segment is at the end, also between other texts', () => {
  expect(isAtEnd("/todos('{id}')", 'id')).toBe(true)
  expect(isAtEnd('/todos/{id}.json', 'id')).toBe(true)
  expect(isAtEnd('/a/{x}-{y}', 'y')).toBe(true)
  expect(isAtEnd('/a/{x}-{y}', 'x')).toBe(false)
  expect(isAtEnd('/todos/{id}/done', 'id')).toBe(false)
})

test('the name before a parameter is the previous segment, or the text before its parenthesis', () => {
  expect(beforeParameter('/lists/{list}/todos/{id}', 'list')).toBe('lists')
  expect(beforeParameter('/lists/{list}.x/todos', 'list')).toBe('lists')
  expect(beforeParameter("/lists('{list}')/todos", 'list')).toBe('lists')
})

test('a parameter beside other text has no segment to itself', () => {
  expect(isOfWholeSegments('/lists/{list}/todos/{id}')).toBe(true)
  expect(isOfWholeSegments('/todos/{id}.json')).toBe(false)
})
