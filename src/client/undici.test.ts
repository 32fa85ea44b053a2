// The part of undici that this package loads must equal the part that undici's index exports.
import * as whole from 'undici'
import { expect, test } from 'vitest'
import { Agent, buildConnector, Pool } from './undici.ts'

test("the loaded parts are the exports of undici's index", () => {
  expect(Agent).toBe(whole.Agent)
  expect(Pool).toBe(whole.Pool)
  expect(buildConnector).toBe(whole.buildConnector)
})

test('a tunnel request equals that of the whole undici', async () => {
  expect(Pool.prototype.connect).toBe((await import('undici')).Client.prototype.connect)
})
