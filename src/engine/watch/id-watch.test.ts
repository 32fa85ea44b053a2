// Tests that the run detects an id that the tenant gave to two resources.
import { expect, test } from 'vitest'
import { loadContract } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import { IdWatch } from './id-watch.ts'

const attempt = (operation: string, url: string, sent: object, id: string): Attempt => ({
  id: 1,
  principal: 'full',
  operation,
  request: { method: 'POST', url, headers: {}, body: JSON.stringify(sent) },
  response: { status: 201, headers: {}, body: JSON.stringify({ id }), bodyBytes: 10, wellFormed: true },
  failure: null,
  startedAtMs: 0,
  durationMs: 1,
  accepted: true,
})

const create = 'event-streams.create'

const watching = () => {
  const watch = new IdWatch(loadContract())
  const ask = (method: string, intent: Request['intent']): Request => ({
    ...{ operation: create, method, path: '', effect: 'reversible', intent },
  })
  return {
    watch,
    ask,
    made: (name: string, id: string, intent: Request['intent'] = 'valid') =>
      watch
        .see(attempt(create, '/event-streams', { name }, id), ask('POST', intent))
        .map(({ clause }) => clause),
    removed: (id: string) =>
      watch.see(attempt('fixture:deleteEventStream', `/event-streams/${id}`, {}, id), {
        ...ask('DELETE', 'valid'),
        path: `/event-streams/${id}`,
      }),
  }
}

test('distinct ids are no failure', () => {
  const { made } = watching()
  expect([made('a', 'one'), made('b', 'two')]).toEqual([[], []])
})

test('an id of two resources is detected, even after many requests', () => {
  const { made } = watching()
  for (let number = 0; number < 40; number += 1) made(`name ${number}`, `id ${number}`)
  expect(made('another', 'id 3')).toEqual(['event-streams.create.ids-unique'])
})

test('an id reused after a removal belongs to another clause', () => {
  const { made, removed } = watching()
  made('a', 'one')
  expect(removed('one')).toEqual([])
  expect(made('b', 'one')).toEqual(['event-streams.create.ids-not-reused'])
})

test('a failure contains the creation and removal of the earlier resource, which explain it', () => {
  const { watch, ask, removed, made } = watching()
  made('a', 'one')
  removed('one')
  const [finding] = watch.see(attempt(create, '/event-streams', { name: 'b' }, 'one'), ask('POST', 'valid'))
  const steps = finding?.says === 'violated' ? finding.failure.detail.steps : []
  expect(steps?.map(({ operation }) => operation)).toEqual([create, 'fixture:deleteEventStream'])
})

test('a repeated request may return its first resource, and a request with an id the named resource', () => {
  const { made } = watching()
  made('a', 'one')
  expect([made('a', 'one'), made('a', 'one', 'probe'), made('one', 'one', 'probe')]).toEqual([[], [], []])
  expect(made('b', 'one', 'invalid')).toEqual([])
  expect(made('b', 'one', 'probe')).toEqual(['event-streams.create.ids-unique'])
})

test('an id reused before the response to its removal counts as reused after the removal', () => {
  const { watch, ask, made, removed } = watching()
  made('a', 'one')
  watch.begin({ ...ask('DELETE', 'valid'), path: '/event-streams/one' })
  expect(made('b', 'one')).toEqual(['event-streams.create.ids-not-reused'])
  removed('one')
  expect(made('c', 'one')).toEqual(['event-streams.create.ids-unique'])
  removed('one')
  expect(made('d', 'one')).toEqual(['event-streams.create.ids-not-reused'])
})
