// The HAR view: whole, in order, each exchange once, and without a credential.
import { expect, test } from 'vitest'
import { exchange, sampleEvents, tool } from '../../test/report/sample.ts'
import { exchangesOfReport, toHar } from './har.ts'
import { toReport } from './model/to-report.ts'

test('events and a report give the same exchanges, once each and in order', () => {
  const fromEvents = toHar(sampleEvents(), tool)
  expect(fromEvents.log.entries.map(({ _id }) => _id)).toEqual([7, 8])
  expect(toHar(exchangesOfReport(toReport(sampleEvents(), tool)), tool)).toEqual(fromEvents)
})

test('an entry is complete and holds no credential', () => {
  const har = toHar([exchange(1, '{"a":1}', 'ü')], tool)
  expect(har).toMatchSnapshot()
  expect(JSON.stringify(har)).not.toContain('hush-hush-token')
})

test('a request without an answer says why', () => {
  const failure = { kind: 'refused', message: 'nothing listens at port 1' } as const
  const [entry] = toHar([{ ...exchange(1, '', ''), response: null, failure }], tool).log.entries
  expect(entry?.response).toMatchObject({
    status: 0,
    _error: 'refused: nothing listens at port 1',
    bodySize: -1,
  })
})
