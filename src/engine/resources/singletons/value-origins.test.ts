// Tests whose value a member of a singleton contains.
import { expect, test } from 'vitest'
import { equal, type JsonObject } from '../../../base/json.ts'
import type { Request } from '../../requests/request.ts'
import type { SingletonAccess } from './singleton-access.ts'
import { ValueOrigins } from './value-origins.ts'

const original: JsonObject = { motto: 'the original motto', limit: 7 }
const one = {
  kind: { name: 'options', title: 'options' },
  writing: { act: 'update' },
  membersOf: () => ['motto', 'limit'],
  same: equal,
} as unknown as SingletonAccess

const begun = () => {
  const noted: number[] = []
  const ledger = { sent: (_: string, digests: readonly string[]) => void noted.push(digests.length) }
  const origins = new ValueOrigins(one, ledger, 'tc-12345678')
  origins.saved(original)
  return { origins, noted }
}
const sent = { body: { motto: 'a motto of the run' } } as unknown as Request

test('only the values of the run are undone', () => {
  const { origins, noted } = begun()
  origins.noteSent(sent)
  expect(noted).toEqual([1])
  expect(origins.areKnown({ motto: 'a motto of the run', limit: 7 })).toBe(true)
  const stored = { motto: 'a motto of the run', limit: 9 }
  expect(origins.areKnown(stored)).toBe(false)
  expect(origins.undone(stored, original)).toEqual({ motto: 'the original motto', limit: 9 })
})

test('a text that the tenant derived from a sent text may be known, and is undone if the tenant alters values', () => {
  const { origins } = begun()
  origins.noteSent(sent)
  const stored = { motto: 'a motto of the run, signed', limit: 7 }
  expect([origins.areKnown(stored), origins.mayBeKnown(stored)]).toEqual([false, true])
  expect(origins.undone(stored, original)).toEqual(stored)
  origins.judgeFaithful(stored)
  expect(origins.isFaithful).toBe(false)
  expect(origins.undone(stored, original)).toEqual(original)
})

test('if an earlier process recorded no values, every value counts as a value of the run', () => {
  const { origins } = begun()
  origins.adopt('unnoted')
  const stored = { motto: 'any', limit: 1 }
  expect(origins.areKnown(stored)).toBe(true)
  expect(origins.undone(stored, original)).toEqual(original)
})
