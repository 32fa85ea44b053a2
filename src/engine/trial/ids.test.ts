// Tests that advice about ids does not propose a setting that the contract already contains.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import { exchangeOf } from '../exchange.testing.ts'
import { searchId } from './ids.ts'

const sent = { key: 'K1', label: 'a label that is long enough' }

const answered = (status: number, body: Json | undefined): Attempt =>
  exchangeOf({ status, operation: 'notes.get', ...(body === undefined ? { text: '' } : { body }) })

const advised = async (resource: Partial<Resource>, created: Json | undefined, read: JsonObject) => {
  const found = await searchId(
    {
      operation: { name: 'notes.create' } as Operation,
      resource: {
        name: 'notes',
        title: 'note',
        id: '/id',
        idIn: null,
        idsAt: new Map(),
        ...resource,
      } as Resource,
      sent,
      created: answered(201, created),
      within: '',
      depth: 0,
    },
    async () => answered(200, read),
  )
  return found?.advice
}

test('an id elsewhere is proposed', async () => {
  expect(await advised({}, undefined, sent)).toMatchObject({ word: 'idIn' })
  expect(await advised({}, { key: 'K1' }, sent)).toMatchObject({ word: 'id' })
})

test.each<[string, Partial<Resource>, Json | undefined]>([
  ['in the request', { id: '/key', idIn: 'request' }, undefined],
  ['in the body', { id: '/key' }, { key: 'K1' }],
])('an id %s with another spelling gives no advice about its location', async (_, resource, created) => {
  expect(await advised(resource, created, { ...sent, key: 'K1-CHECKED' })).toEqual({
    word: 'id',
    found: expect.stringMatching(
      /^the id K1 is at the location that the contract names, and PATCH \S+ shows the same \w+, but the id in this response is K1-CHECKED$/,
    ),
    remedy: expect.stringContaining('operations/notes.create.json'),
  })
  expect(await advised(resource, created, sent)).toMatchObject({
    word: 'name',
    remedy: expect.not.stringContaining('Add'),
  })
})
