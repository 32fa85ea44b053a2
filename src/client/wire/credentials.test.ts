// Sends API keys and HTTP Basic credentials as the security scheme requires. No exchange contains them.
import { expect, test } from 'vitest'
import { type Call, requestOf } from './call.ts'
import { type CallCredential, withCredentials } from './credentials.ts'

const get: Call = { method: 'GET', path: '/x', principal: 'full', operation: 'x.get', writes: false }
const base = 'https://a.example/v1'
const value = 'k&y=1 ü'

function sent(call: Partial<Call>, credentials: readonly CallCredential[]) {
  const recorded = requestOf({ ...get, ...call, credentials }, base)
  expect(JSON.stringify(recorded)).not.toContain(value)
  return { recorded, wire: withCredentials(recorded, credentials) }
}

const key = (place: CallCredential['in'], name: string, of = value): CallCredential => ({
  in: place,
  name,
  value: of,
  shown: '$TENANT_API_KEY',
})

test.each([
  ['/x', '/x?api%20key=k%26y%3D1%20%C3%BC'],
  ['/x?', '/x?api%20key=k%26y%3D1%20%C3%BC'],
  ['/x?a=1', '/x?a=1&api%20key=k%26y%3D1%20%C3%BC'],
  ['/x?api%20key=drawn&b=2', '/x?b=2&api%20key=k%26y%3D1%20%C3%BC'],
])('a key in the query of %s is percent-encoded', (path, url) => {
  expect(sent({ path }, [key('query', 'api key')]).wire.url).toBe(`${base}${url}`)
})

test('a key in a header replaces a generated value of that name', () => {
  const { recorded, wire } = sent({ headers: { 'X-Key': 'drawn' } }, [key('header', 'X-KEY')])
  expect(recorded.headers['x-key']).toBeUndefined()
  expect(wire.headers['x-key']).toBe(value)
  expect(recorded.credentials).toEqual([{ in: 'header', name: 'X-KEY', shown: '$TENANT_API_KEY' }])
})

test('cookies are combined, each name once', () => {
  const { wire } = sent({ headers: { cookie: 'theme=dark; sid=drawn' } }, [
    key('cookie', 'sid', 'abc+/='),
    key('cookie', 'b', 'x;y'),
  ])
  expect(wire.headers.cookie).toBe('theme=dark; sid=abc+/=; b=x%3By')
})

test('credentials are not sent to another origin, and a header contains no line end', () => {
  expect(() => sent({ path: 'https://b.example/x' }, [key('query', 'k')])).toThrow(/never sent to https:..b/)
  expect(() => sent({}, [key('header', 'k', 'a\r\nb: c')])).toThrow(/cannot be sent over HTTP/)
})
