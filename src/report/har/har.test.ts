// Tests that the HAR file contains all exchanges in order, without credentials.
import { expect, test } from 'vitest'
import { rendered } from '../../../test/report/rendered.ts'
import { exchange, sampleEvents, tool } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { exchangesOfReport, type HarEntry, toHar } from './har.ts'
import { harFormat } from './index.ts'

test('events and a report contain the same exchanges, each once and in order', () => {
  const ofReport = toHar(exchangesOfReport(toReport(sampleEvents())), tool)
  const ofFailures = JSON.parse(rendered(harFormat('failures'), sampleEvents()))
  const ofAll = JSON.parse(rendered(harFormat('all'), sampleEvents()))
  expect(ofAll).toEqual(JSON.parse(JSON.stringify(ofReport)))
  expect(ofFailures.log.entries.map(({ _id }: HarEntry) => _id).sort()).toEqual([7, 8])
})

test('an entry is complete and contains no credential', () => {
  const har = toHar([exchange(1, '{"a":1}', 'ü')], tool)
  expect(har).toMatchSnapshot()
  expect(JSON.stringify(har)).not.toContain('hush-hush-token')
})

test('a request without a response contains the reason', () => {
  const failure = { kind: 'refused', message: 'nothing listens at port 1' } as const
  const [entry] = toHar([{ ...exchange(1, '', ''), response: null, failure }], tool).log.entries
  expect(entry?.response).toMatchObject({
    status: 0,
    _error: 'refused: nothing listens at port 1',
    bodySize: -1,
  })
})
