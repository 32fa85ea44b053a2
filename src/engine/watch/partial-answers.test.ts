// Tests which partial answers the run learns from exchanges that have other purposes.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { loadContract } from '../../contract/index.ts'
import { acceptanceOf, attemptOf } from '../../oracle/index.ts'
import { Knowledge, type Profile } from '../../profile/index.ts'
import type { Intent, Request } from '../requests/request.ts'
import { PartialAnswers } from './partial-answers.ts'

const contract = loadContract()

const profile: Profile = {
  name: 'acme',
  eventStream: { forwardingStateField: 'status' },
  fixtures: { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } },
}

interface Told {
  readonly operation: string
  readonly status: number
  readonly sent?: Json
  readonly returned?: Json
  readonly intent?: Intent
  readonly principal?: string
  readonly url?: string
  readonly startedAtMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

const learnt = (...all: readonly Told[]): ((point: string) => readonly Json[]) => {
  const knowledge = new Knowledge(profile, contract)
  const answers = new PartialAnswers(contract, knowledge)
  for (const [index, told] of all.entries()) {
    const { operation, status, sent, returned, intent = 'valid', principal = 'full' } = told
    const method = operation.startsWith('fixture:delete') ? 'DELETE' : 'POST'
    const body = returned === undefined ? '' : JSON.stringify(returned)
    const exchange: Exchange = {
      id: index + 1,
      principal,
      operation,
      request: { method, url: told.url ?? 'http://tenant.example/', headers: {}, body: null },
      response: { status, headers: told.headers ?? {}, body, bodyBytes: body.length, wellFormed: true },
      failure: null,
      startedAtMs: told.startedAtMs ?? index * 10,
      durationMs: 5,
    }
    const request: Request = {
      operation,
      method,
      path: '/',
      effect: 'none',
      intent,
      ...(sent === undefined ? {} : { body: sent }),
    }
    answers.see(attemptOf(exchange, acceptanceOf(contract)), request)
  }
  answers.conclude()
  return (point) => knowledge.observed(point).map(({ value }) => value)
}

const create = 'event-streams.create'
const update = 'event-streams.update'
const stream = (id: string, name: string): JsonObject => ({ id, name, status: 'enabled' })
const made = (id: string, name: string, rest: JsonObject = {}): Told => ({
  operation: create,
  status: 201,
  sent: { name, ...rest },
  returned: stream(id, name),
})

test('members outside the specification are ignored, stored or refused', () => {
  const sent = { name: 'a', colour: 'red' }
  const of = (told: Partial<Told>): readonly Json[] =>
    learnt({ operation: create, status: 201, sent, returned: stream('1', 'a'), ...told })(
      'further-request-members',
    )
  expect(of({})).toEqual(['ignored'])
  expect(of({ returned: { ...stream('1', 'a'), colour: 'red' } })).toEqual(['taken over'])
  expect(of({ status: 400 })).toEqual(['refused with 400'])
  // These refusals have other reasons than the further member.
  expect(of({ status: 409 })).toEqual([])
  expect(of({ status: 401 })).toEqual([])
  expect(of({ status: 400, intent: 'invalid' })).toEqual([])
  expect(of({ sent: { name: 'a', status: 'enabled' } })).toEqual([])
})

test('null for an optional member', () => {
  const of = (operation: string, sent: JsonObject, status: number): readonly Json[] =>
    learnt({ operation, status, sent, returned: stream('1', 'a'), intent: 'invalid' })('null-members')
  expect(of(update, { name: null }, 400)).toEqual(['refused with 400'])
  expect(of(update, { status: null }, 200)).toEqual(['accepted'])
  expect(of(create, { name: null }, 400)).toEqual([])
})

test('only the members of every accepted creation can be required', () => {
  const destination = { type: 'webhook', configuration: { webhook_endpoint: 'https://a.example' } }
  expect(
    learnt(made('1', 'a', { destination, status: 'enabled' }), made('2', 'b', { destination }), {
      ...made('3', 'c'),
      status: 400,
    })('required-request-members'),
  ).toEqual([
    [
      '/destination',
      '/destination/configuration',
      '/destination/configuration/webhook_endpoint',
      '/destination/type',
      '/name',
    ],
  ])
})

test('two streams with the same name, at the same time and one after the other', () => {
  const removed: Told = {
    operation: 'fixture:deleteEventStream',
    status: 204,
    url: 'http://tenant.example/event-streams/1',
  }
  const of = (...all: readonly Told[]): readonly Json[] => learnt(...all)('unique-names')
  expect(of(made('1', 'a'), made('2', 'a'))).toEqual(['two may have the same'])
  expect(of(made('1', 'a'), removed, made('2', 'a'))).toEqual([])
  // The deletion was in progress when the second stream was created, so the equal names prove
  // nothing.
  expect(of(made('1', 'a'), made('2', 'a'), { ...removed, startedAtMs: 10 })).toEqual([])
  expect(of(made('1', 'a'), { ...made('2', 'a'), status: 409 })).toEqual(['a second one is refused with 409'])
  expect(of({ ...made('1', 'a'), status: 409 })).toEqual([])
  const renamed: Told = {
    operation: update,
    status: 200,
    sent: { name: 'b' },
    returned: stream('1', 'b'),
  }
  expect(of(made('1', 'a'), renamed, made('2', 'a'))).toEqual([])
})

test('statuses of refusals by their reason, except for an unknown path', () => {
  const refused = (principal: string, status: number): Told => ({
    operation: update,
    status,
    principal,
    intent: 'unauthorised',
  })
  const of = learnt(
    refused('none', 401),
    refused('alg-none', 401),
    refused('limited', 403),
    refused('nonGlobal', 403),
    refused('other-key', 404),
    refused('expired', 429),
    { operation: update, status: 409, sent: {} },
  )
  expect([...of('refusals-event-streams.update')].sort()).toEqual([
    'a client that is not global: 403',
    'a conflict: 409',
    'a token that is not valid: 401',
    'a token without the scope: 403',
    'no token: 401',
  ])
})

test('the longest accepted message, and a longer refused one', () => {
  const put = (length: number, status: number): Told => {
    const messages = { enrollment_message: 'x'.repeat(length), verification_message: 'y' }
    return { operation: 'phone-templates.update', status, sent: messages, returned: messages }
  }
  expect(learnt(put(10, 200), put(5, 400))('template-lengths')).toEqual([{ longestAccepted: 10 }])
  expect(learnt(put(10, 200), put(30, 400), put(20, 400))('template-lengths')).toEqual([
    { longestAccepted: 10, shortestRefused: 20 },
  ])
})

test('further operations, deprecations and changes of texts', () => {
  const of = learnt(
    { operation: 'fixture:deleteEventStream', status: 204, headers: { sunset: 'tomorrow' } },
    { ...made('1', ' a '), returned: stream('1', 'a') },
  )
  expect(of('other-operations')).toEqual(['DELETE /event-streams/{id}'])
  expect(of('deprecation-policy')).toEqual(['sunset: tomorrow'])
  expect(of('text-normalisation')).toEqual(['outer white space changed'])
})
