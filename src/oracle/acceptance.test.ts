// Tests the classification of responses as acceptance or refusal.
import { describe, expect, test } from 'vitest'
import type { Json } from '../base/json.ts'
import { contractOf, library } from '../contract/contract.testing.ts'
import {
  acceptanceOf,
  acceptedBody,
  isAccepted,
  isRefused,
  isUnavailable,
  type RefusalOf,
} from './acceptance.ts'
import { answered, unanswered } from './exchange.testing.ts'

const stream = { id: 'est_1', name: 'a' }

describe('acceptance', () => {
  test.each([
    [100, false],
    [199, false],
    [200, true],
    [201, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
    [500, false],
  ])('status %i of an operation without a body: %s', (status, accepted) => {
    expect(isAccepted(answered(status))).toBe(accepted)
  })

  test('a request without a response was not accepted', () => {
    expect(isAccepted(unanswered('the connection closed'))).toBe(false)
  })

  test.each<[string, Json, boolean]>([
    ['an id and a name', stream, true],
    ['an id and subscriptions', { id: 'est_1', subscriptions: [] }, true],
    ['an id and a destination', { id: 'est_1', destination: null }, true],
    ['an id of any length, and members of any type', { id: '1', name: 7 }, true],
    ['no id', { name: 'a', subscriptions: [], destination: {} }, false],
    ['an empty id', { id: '', name: 'a' }, false],
    ['an id that is not text', { id: 26, name: 'a' }, false],
    ['an id alone', { id: 'est_1', status: 'enabled' }, false],
    ['an array', [stream], false],
    ['text', 'est_1', false],
    ['null', null, false],
  ])('a stream is recognised by %s: %#', (_name, body, accepted) => {
    for (const operation of ['event-streams.create', 'event-streams.update'])
      expect(isAccepted(answered(200, body, { operation })), operation).toBe(accepted)
  })

  test.each<[string, Json, boolean]>([
    ['phone-templates.update', { enrollment_message: 'a' }, true],
    ['phone-templates.update', { verification_message: null }, true],
    ['phone-templates.update', { message: 'a' }, false],
    ['custom-signing-keys.get', { keys: 7 }, true],
    ['custom-signing-keys.get', { key: [] }, false],
    ['custom-signing-keys.get', {}, false],
  ])('%s answered by %j is recognised: %s', (operation, body, accepted) => {
    expect(isAccepted(answered(200, body, { operation }))).toBe(accepted)
    expect(isAccepted(answered(400, body, { operation }))).toBe(false)
  })

  test('a login page, or bytes that are not UTF-8, do not accept a request for a resource', () => {
    const operation = 'custom-signing-keys.get'
    expect(isAccepted(answered(200, undefined, { operation, text: '<html>log in</html>' }))).toBe(false)
    expect(isAccepted(answered(200, { keys: [] }, { operation, wellFormed: false }))).toBe(false)
  })

  test('the accepted body is the returned object, or an empty object', () => {
    expect(acceptedBody(answered(200, stream))).toEqual(stream)
    expect(acceptedBody(answered(204))).toEqual({})
    expect(acceptedBody(answered(200, [stream]))).toEqual({})
    expect(acceptedBody(unanswered('closed'))).toEqual({})
  })
})

test.each([
  [404, false],
  [500, false],
  [501, false],
  [502, true],
  [503, true],
  [504, true],
  [505, false],
])('status %i may come from a gateway: %s', (status, unavailable) => {
  expect(isUnavailable(answered(status))).toBe(unavailable)
  expect(isUnavailable(unanswered('closed'))).toBe(false)
})

describe('refusal', () => {
  const reasons: readonly RefusalOf[] = ['content', 'conflict', 'path', 'token']

  test.each([
    [200, false],
    [299, false],
    [300, true],
    [302, true],
    [400, true],
    [404, true],
    [410, true],
    [422, true],
    [499, true],
    [500, false],
    [503, false],
  ])('status %i refuses for any reason: %s', (status, refused) => {
    for (const of of reasons) expect(isRefused(answered(status), of), of).toBe(refused)
  })

  test('a request without a response was not refused', () => {
    for (const of of reasons) expect(isRefused(unanswered('closed'), of)).toBe(false)
  })

  test.each([401, 403, 407, 409])(
    "status %i does not refuse a request's content, but refuses a token",
    (status) => {
      expect(isRefused(answered(status), 'content')).toBe(false)
      expect(isRefused(answered(status), 'path')).toBe(false)
      expect(isRefused(answered(status), 'token')).toBe(true)
    },
  )

  test('409 refuses a conflicting value', () => {
    expect(isRefused(answered(409), 'conflict')).toBe(true)
    expect(isRefused(answered(401), 'conflict')).toBe(false)
  })

  test.each([408, 425, 429])('status %i asks to retry later, and refuses nothing', (status) => {
    for (const of of reasons) expect(isRefused(answered(status), of), of).toBe(false)
  })

  test('a declared status refuses, although it usually has another cause', () => {
    for (const of of reasons) expect(isRefused(answered(409), of, [400, 409]), of).toBe(true)
    expect(isRefused(answered(403), 'content', [409])).toBe(false)
    expect(isRefused(answered(400), 'content', [409])).toBe(true)
  })

  test('a declared success or server error does not refuse', () => {
    expect(isRefused(answered(299), 'content', [299])).toBe(false)
    expect(isRefused(answered(500), 'content', [500])).toBe(false)
  })
})

describe('a contract without `recognise`', () => {
  const accepts = acceptanceOf(contractOf(library))
  test.each<[string, Json, boolean]>([
    ['books.get', { id: 1, title: 'a' }, true],
    ['books.get', { id: 1, shelf: null }, true],
    ['books.get', { id: 'b1', title: 'a' }, true],
    ['books.get', { id: 1 }, false],
    ['books.get', { id: '', title: 'a' }, false],
    ['books.get', { title: 'a' }, false],
    ['books.get', [{ id: 1, title: 'a' }], false],
    ['books.list', [], true],
    ['books.list', { books: [] }, false],
  ])('%s with the body %j is accepted: %s', (operation, body, accepted) => {
    expect(accepts(answered(200, body, { operation }))).toBe(accepted)
  })
})
