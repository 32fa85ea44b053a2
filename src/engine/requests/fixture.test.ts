// Tests how names in fixtures are replaced by values.
import { expect, test } from 'vitest'
import { fixtureRequest } from './fixture.ts'

const filling = { id: 'a/b', unique: 'tc-1', kind: 'a "b"' }

test('values replace names: encoded in a path, unchanged in a body', () => {
  const fixture = {
    method: 'POST',
    path: '/things/{id}/try?kind={kind}',
    body: { of: '{kind}', list: [{ name: '{unique}-{id}', count: 1 }], none: null },
  }
  expect(fixtureRequest('try', fixture, filling, 'reversible')).toEqual({
    operation: 'fixture:try',
    method: 'POST',
    path: '/things/a%2Fb/try?kind=a%20%22b%22',
    effect: 'reversible',
    intent: 'valid',
    body: { of: 'a "b"', list: [{ name: 'tc-1-a/b', count: 1 }], none: null },
  })
})

test.each(['{other}', '{{code}}', '{constructor}', '{}', '{ id }', '{Id}'])('%s stays as it is', (text) => {
  const request = fixtureRequest('try', { method: 'PUT', path: '/x', body: { text } }, filling, 'none')
  expect(request.body).toEqual({ text })
})

test('a fixture without a body sends no body', () => {
  expect(fixtureRequest('get', { method: 'GET', path: '/x' }, filling, 'none')).not.toHaveProperty('body')
  const empty = { method: 'GET', path: '/x', body: null }
  expect(fixtureRequest('get', empty, filling, 'none')).not.toHaveProperty('body')
})
