// Tests which accepted change a report shows before a failure.
import { expect, test } from 'vitest'
import type { Attempt } from '../../oracle/index.ts'
import { exchangeOf } from '../exchange.testing.ts'
import { History } from './history.ts'

const sent = (id: number, method: string, path = '/a', status = 200, body = '{"a":1}'): Attempt => {
  const exchange = exchangeOf({ status })
  return {
    ...exchange,
    id,
    request: { ...exchange.request, method, url: `http://tenant.example${path}`, body },
  }
}

test('the last change before the first shown exchange is listed, for each address', () => {
  const history = new History()
  for (const [id, method, path] of [
    [1, 'PATCH', '/a'],
    [2, 'DELETE', '/a'],
    [3, 'PATCH', '/b'],
    [4, 'GET', '/a'],
    [9, 'PUT', '/a'],
  ] as const)
    history.see(sent(id, method, path), 'valid')
  const [step, exchange, other] = [sent(5, 'PATCH'), sent(7, 'GET'), sent(8, 'GET', '/b')]
  const shown = { expected: '', received: '' }
  const ids = (detail: Parameters<History['before']>[0]) => history.before(detail).map(({ id }) => id)
  expect(ids({ ...shown, steps: [step], exchange })).toEqual([2])
  expect(ids({ ...shown, steps: [step, exchange], exchange: other }).sort()).toEqual([2, 3])
  expect(ids({ ...shown, exchange, standsAlone: true })).toEqual([])
  expect(ids({ ...shown, exchange: null })).toEqual([])
  expect(ids({ ...shown, exchange: sent(1, 'GET') })).toEqual([])
})

test('a refused change, or one that had to be refused, is no step', () => {
  const history = new History()
  history.see(sent(1, 'PATCH', '/a', 400), 'valid')
  history.see(sent(2, 'PATCH'), 'invalid')
  history.see(sent(3, 'PATCH'), 'unauthorised')
  history.see(sent(3, 'PATCH', '/a', 200, '{}'), 'valid')
  expect(history.before({ expected: '', received: '', exchange: sent(4, 'GET') })).toEqual([])
  history.see(sent(5, 'PATCH'), 'probe')
  expect(history.before({ expected: '', received: '', exchange: sent(6, 'GET') })).toHaveLength(1)
})

test('a resource that the run removed before the failing exchange is removed again', () => {
  const history = new History()
  const made = { ...sent(1, 'POST', '/a'), response: { ...exchangeOf({ body: { id: 'x 1' } }).response } }
  for (const [id, path] of [
    [2, '/a/x%201'],
    [3, '/a/x'],
    [8, '/b/x%201'],
  ] as const)
    history.see(sent(id, 'DELETE', path, 204), 'valid')
  const before = (step: unknown) =>
    history
      .before({ expected: '', received: '', steps: [step as Attempt], exchange: sent(5, 'POST', '/a') })
      .map(({ id }) => id)
  expect(before(made)).toEqual([2])
  expect(before({ ...made, request: { ...made.request, method: 'GET' } })).toEqual([])
  expect(before({ ...made, id: 4 })).toEqual([])
})

test('the oldest change is dropped, which limits the memory of an endless run', () => {
  const history = new History()
  const before = (path: string): number =>
    history.before({ expected: '', received: '', exchange: sent(10_000, 'GET', path) }).length
  for (let id = 1; id <= 600; id += 1) history.see(sent(id, 'PATCH', `/${id}`), 'valid')
  expect([before('/1'), before('/2'), before('/600')]).toEqual([1, 1, 1])
  history.see(sent(601, 'PATCH', '/1'), 'valid')
  expect([before('/1'), before('/2'), before('/3')]).toEqual([1, 0, 1])
})
