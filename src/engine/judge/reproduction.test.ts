// Tests the commands that reproduce a failure, and their limit in length.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import { exchangeOf } from '../exchange.testing.ts'
import { reproduction } from './reproduction.ts'

const baseUrl = 'http://tenant.example'
const put = (id: number, body: string): Exchange => {
  const exchange = exchangeOf()
  return { ...exchange, id, request: { ...exchange.request, method: 'PUT', url: `${baseUrl}/a`, body } }
}

const lines = (before: string): string =>
  reproduction(
    { expected: '', received: '', exchange: put(2, '{"last":1}') },
    [put(1, JSON.stringify(before))],
    () => undefined,
    { baseUrl, authUrl: baseUrl },
  )

test('earlier changes precede the failing requests; if they are too long, only the failing requests are listed', () => {
  expect(lines('short')).toMatch(/"short"[\s\S]*"last":1/)
  const alone = lines('x'.repeat(70_000))
  expect(alone).toContain('"last":1')
  expect(alone.length).toBeLessThan(1_000)
})
