// Tests that the schema of the event log accepts recorded events.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { createEventLog } from './event-log.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schemas/meta/${name}`, import.meta.url), 'utf8'))
const schema = read('event-log.json')
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

test.each(['', hostileText])('the stored events satisfy the schema %#', (hostile) => {
  const log = createEventLog(new SecretMask())
  const events: RunEvent[] = []
  log.subscribe((event) => events.push(event))
  for (const event of sampleEvents(hostile)) log.record(event)
  expect(validate(JSON.parse(JSON.stringify(events))), JSON.stringify(validate.errors)).toBe(true)
})

test('rejects an unknown event and an unknown member', () => {
  expect(validate([{ type: 'note', message: '' }])).toBe(true)
  expect(validate([{ type: 'note', message: '', more: 1 }])).toBe(false)
  expect(validate([{ type: 'other' }])).toBe(false)
})

test('equal names have equal definitions in both schemas', () => {
  const report = read('report.json').$defs
  const shared = Object.keys(schema.$defs).filter((name) => name in report)
  expect(shared.length).toBeGreaterThan(8)
  for (const name of shared) expect(schema.$defs[name], name).toEqual(report[name])
})
