// Reads the resource within the envelope of a body, with the id as a member of the resource.
import { expect, test } from 'vitest'
import { parseExact } from '../json.ts'
import { copyView, location, noteView, type ResponseView, viewed } from './response-view.ts'

const seen = (view: ResponseView, body: string, headers: Record<string, string> = {}) => {
  const response = { headers }
  noteView(response, view)
  return viewed(response, parseExact(body))
}

test('a response without a view is not changed', () => {
  expect(viewed({ headers: {} }, parseExact('{"a":1}'))).toEqual({ ok: true, value: { a: 1 } })
})

test.each<[string, ResponseView, string, object]>([
  ['an envelope', { envelope: '/thing', id: null }, '{"thing":{"id":1}}', { id: 1 }],
  [
    'an id of another name',
    { envelope: '', id: { from: '/thingId', to: '/id' } },
    '{"thingId":"a"}',
    { thingId: 'a', id: 'a' },
  ],
  [
    'an id beside the envelope',
    { envelope: '/thing', id: { from: '/meta/id', to: '/key/id' } },
    '{"thing":{"a":1},"meta":{"id":7}}',
    { a: 1, key: { id: 7 } },
  ],
])('%s', (_, view, body, value) => expect(seen(view, body)).toEqual({ ok: true, value }))

test('a body without the envelope contains no resource', () => {
  expect(seen({ envelope: '/thing', id: null }, '{}')).toEqual({
    ok: false,
    message: 'the body has no /thing',
  })
})

test.each(['http://127.0.0.1/things/a%20b', '/things/a%20b/', '/things/a%20b?x=/y'])(
  'the id is the last segment of %s, also without a body',
  (address) => {
    const view: ResponseView = { envelope: '', id: { from: location, to: '/id' } }
    expect(seen(view, '', { location: address })).toEqual({ ok: true, value: { id: 'a b' } })
    expect(seen(view, '').ok).toBe(false)
  },
)

test('a copy of a response has its view', () => {
  const [response, copy] = [{ headers: {} }, { headers: {} }]
  noteView(response, { envelope: '/a', id: null })
  copyView(response, copy)
  expect(viewed(copy, parseExact('{"a":1}'))).toEqual({ ok: true, value: 1 })
})
